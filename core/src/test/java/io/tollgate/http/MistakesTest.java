package io.tollgate.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tollgate.Algorithm;
import io.tollgate.ConcurrencyLimited;
import io.tollgate.Key;
import io.tollgate.KeyResolver;
import io.tollgate.Limiter;
import io.tollgate.OnLimit;
import io.tollgate.Per;
import io.tollgate.Phase;
import io.tollgate.RateLimited;
import io.tollgate.RequestView;
import io.tollgate.Settings;
import io.tollgate.Ticker;
import io.tollgate.Unlimited;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each test declares a resource class with a mistake that stops the start. */
@SuppressWarnings({"UnusedMethod", "EffectivelyPrivate"})
final class MistakesTest {

  /** Always the same. */
  public static final class Everyone implements KeyResolver {
    @Override
    public Optional<String> resolve(RequestView request) {
      return Optional.of("everyone");
    }
  }

  private static List<String> mistakes(Map<String, ?> settings, Class<?>... types) {
    var gate = Endpoints.gate(settings);
    for (var type : types) {
      for (var method : type.getDeclaredMethods()) {
        if (!method.isSynthetic()) {
          gate.endpoint(type, method);
        }
      }
    }
    return catchThrowableOfType(PlanException.class, gate::start).mistakes();
  }

  private static List<String> mistakes(Class<?>... types) {
    return mistakes(Map.of(), types);
  }

  @Test
  void start_costAboveTheBurst_namesMethodAndFix() {
    class Orders {
      @RateLimited(limit = 20, per = Per.MINUTE, cost = 30)
      public void list() {}
    }

    assertThat(mistakes(Orders.class))
        .containsExactly(
            "@RateLimited(limit = 20, per = MINUTE, cost = 30) on Orders.list: cost exceeds the"
                + " burst of 20; raise burst or lower cost");
  }

  @Test
  void headBesideGet_withLimits_namesWhereTheyBelong() throws NoSuchMethodException {
    class Orders {
      public void list() {}

      @ConcurrencyLimited(max = 2)
      public void look() {}
    }

    var gate = Endpoints.gate(Map.of());
    var head = Orders.class.getMethod("look");
    var get = Orders.class.getMethod("list");
    gate.headBesideGet(Orders.class, head, get);
    gate.headBesideGet(Orders.class, get, head);

    assertThat(catchThrowableOfType(PlanException.class, gate::start).mistakes())
        .containsExactly("Orders.look: HEAD counts as GET; put the limits on Orders.list");
  }

  @Test
  void headBesideGet_whenTheGateHasStarted_isToldAtOnce() throws NoSuchMethodException {
    class Orders {
      public void list() {}

      @RateLimited(limit = 2)
      @RateLimited(limit = 20, per = Per.HOUR)
      public void look() {}
    }

    var gate = Endpoints.gate(Map.of());
    gate.start();
    var head = Orders.class.getMethod("look");
    var get = Orders.class.getMethod("list");

    assertThat(
            catchThrowableOfType(
                PlanException.class, () -> gate.headBesideGet(Orders.class, head, get)))
        .hasMessageContaining("Orders.look: HEAD counts as GET");
  }

  @Test
  void start_costAboveTheBurstOfAPlan_namesThePlan() {
    class Orders {
      @RateLimited(bucket = "search", cost = 30)
      public void list() {}
    }

    assertThat(
            mistakes(
                Map.of(
                    "tollgate.limits.search",
                    "50/min",
                    "tollgate.limits.search.plans.free",
                    "9/min"),
                Orders.class))
        .containsExactly(
            "@RateLimited(bucket = \"search\", cost = 30) on Orders.list: cost exceeds the burst of"
                + " 9 of plan free; raise burst or lower cost");
  }

  @Test
  void start_planOfAnotherKindThanTheAnnotation_namesTheSetting() {
    class Orders {
      @RateLimited(bucket = "search", limit = 9, per = Per.MINUTE)
      public void list() {}

      @ConcurrencyLimited(max = 2, bucket = "exports")
      public void export() {}
    }

    assertThat(
            mistakes(
                Map.of(
                    "tollgate.limits.search.plans.gold", "5 at a time",
                    "tollgate.limits.exports.plans.gold", "5/min"),
                Orders.class))
        .containsExactlyInAnyOrder(
            "@RateLimited(bucket = \"search\", limit = 9, per = MINUTE) on Orders.list:"
                + " tollgate.limits.search.plans.gold counts calls under way, and callers without a"
                + " plan have a rate; write a rate here, too, such as 100/min",
            "@ConcurrencyLimited(bucket = \"exports\", max = 2) on Orders.export:"
                + " tollgate.limits.exports.plans.gold is a rate, and for callers without a plan"
                + " calls under way count; write a number of them here, too, such as 5 at a time");
  }

  @Test
  void start_plansOfABucketWithoutSize_namesTheSetting() {
    class Orders {
      @RateLimited(bucket = "search")
      public void list() {}
    }

    assertThat(mistakes(Map.of("tollgate.limits.search.plans.gold", "5/min"), Orders.class))
        .containsExactly(
            "@RateLimited(bucket = \"search\") on Orders.list: nobody states the size of bucket"
                + " \"search\"; state limit on one of its endpoints, or set tollgate.limits.search");
  }

  @Test
  void start_sharedBudgetWithoutSize_namesTheSetting() {
    class Orders {
      @RateLimited(cost = 3, key = Key.USER)
      public void list() {}
    }

    assertThat(mistakes(Orders.class))
        .containsExactly(
            "@RateLimited(cost = 3, key = USER) on Orders.list: draws on the shared budget"
                + " \"default\", whose size nobody states; set tollgate.limits.default, for example"
                + " to 100/min, or state limit here");
  }

  @Test
  void start_bucketWithoutSize_namesTheSetting() {
    class Orders {
      @RateLimited(bucket = "search")
      public void list() {}
    }

    assertThat(mistakes(Orders.class))
        .containsExactly(
            "@RateLimited(bucket = \"search\") on Orders.list: nobody states the size of bucket"
                + " \"search\"; state limit on one of its endpoints, or set tollgate.limits.search");
  }

  @Test
  void start_bucketSizedByAnotherEndpoint_isFine() {
    class Orders {
      @RateLimited(bucket = "search", cost = 5)
      public void find() {}
    }
    class Items {
      @RateLimited(bucket = "search", limit = 10, per = Per.MINUTE)
      public void find() {}
    }
    var gate = Endpoints.gate(Map.of());
    gate.endpoint(Orders.class, Endpoints.method(Orders.class, "find"));
    gate.endpoint(Items.class, Endpoints.method(Items.class, "find"));

    assertThatCode(gate::start).doesNotThrowAnyException();
  }

  @Test
  void start_bucketWithTwoSizes_namesBoth() {
    class Orders {
      @RateLimited(bucket = "search", limit = 100, per = Per.MINUTE)
      public void find() {}
    }
    class Items {
      @RateLimited(bucket = "search", limit = 50, per = Per.MINUTE)
      public void find() {}
    }

    assertThat(mistakes(Orders.class, Items.class))
        .containsExactly(
            "@RateLimited(bucket = \"search\", limit = 50, per = MINUTE) on Items.find: bucket"
                + " \"search\" is 100/60s on Orders.find; give both the same numbers, or state them"
                + " once");
  }

  @Test
  void start_bucketWithTwoSizesThatSettingsOverrule_isFine() {
    class Orders {
      @RateLimited(bucket = "search", limit = 100, per = Per.MINUTE)
      public void find() {}

      @RateLimited(bucket = "search", limit = 50, per = Per.MINUTE)
      public void count() {}
    }
    var gate = Endpoints.gate(Map.of("tollgate.limits.search", "70/min"));
    gate.endpoint(Orders.class, Endpoints.method(Orders.class, "find"));
    gate.endpoint(Orders.class, Endpoints.method(Orders.class, "count"));

    assertThatCode(gate::start).doesNotThrowAnyException();
  }

  @Test
  void start_severalMistakes_tellsAllOfThem() {
    class Orders {
      @RateLimited(cost = -1)
      public void negative() {}

      @RateLimited(limit = 5, by = "heder:X")
      public void part() {}

      @RateLimited(
          limit = 5,
          key = {Key.GLOBAL, Key.IP})
      public void everybody() {}

      @RateLimited(limit = 5, algorithm = Algorithm.CONCURRENCY)
      public void algorithm() {}

      @RateLimited(burst = 5)
      public void burst() {}

      @RateLimited(limit = 5, every = 0)
      public void every() {}

      @Unlimited
      @RateLimited(limit = 5)
      public void both() {}

      @ConcurrencyLimited(max = 1, leaseSeconds = 0)
      public void lease() {}
    }

    assertThat(mistakes(Orders.class))
        .hasSize(8)
        .allMatch(mistake -> mistake.contains(" on Orders.") && mistake.contains("; "))
        .anyMatch(
            mistake -> mistake.contains("\"heder:X\" names no part of a request; write header:"))
        .anyMatch(mistake -> mistake.contains("use @ConcurrencyLimited(max = 5)"))
        .anyMatch(
            mistake -> mistake.endsWith("leaseSeconds is 0; state 1 or more, or leave it out"))
        .anyMatch(
            mistake -> mistake.contains("@Unlimited stands beside it; remove one of the two"));
  }

  @Test
  void start_turnsOfALeakyBucketThatAreToBeGivenBack_areTold() {
    class Orders {
      @RateLimited(limit = 5, algorithm = Algorithm.LEAKY_BUCKET, settle = true)
      public void settled() {}

      @RateLimited(limit = 5, algorithm = Algorithm.LEAKY_BUCKET, refundErrors = true)
      public void refunded() {}

      @RateLimited(limit = 5, algorithm = Algorithm.LEAKY_BUCKET)
      public void right() {}
    }

    assertThat(mistakes(Orders.class))
        .hasSize(2)
        .allMatch(
            mistake ->
                mistake.endsWith(
                    "a turn of a leaky bucket cannot be given back; leave settle and refundErrors"
                        + " out, or count another way"));
  }

  @Test
  void start_membersThatSayNothingOrTooMuch_areTold() {
    class Orders {
      @RateLimited(every = 3, cost = 2)
      public void everyWithoutLimit() {}

      @RateLimited(limit = -1)
      public void limit() {}

      @RateLimited(limit = 5, burst = -1)
      public void burst() {}

      @RateLimited(limit = 5, every = Long.MAX_VALUE, per = Per.DAY)
      public void every() {}

      @RateLimited(limit = 5, key = Key.USER, phase = Phase.BEFORE_AUTHENTICATION)
      public void user() {}

      @RateLimited(limit = 5, by = "claim:sub", phase = Phase.BEFORE_AUTHENTICATION)
      public void claim() {}

      @ConcurrencyLimited(max = -1)
      public void max() {}

      @ConcurrencyLimited(max = 1, leaseSeconds = Long.MAX_VALUE)
      public void lease() {}

      @RateLimited(limit = Long.MAX_VALUE, per = Per.DAY)
      public void much() {}
    }

    assertThat(mistakes(Orders.class))
        .hasSize(9)
        .allMatch(mistake -> mistake.contains(" on Orders.") && mistake.contains("; "))
        .anyMatch(mistake -> mistake.contains("every without limit says nothing"))
        .anyMatch(mistake -> mistake.contains("at most 292 years can be counted"))
        .anyMatch(mistake -> mistake.contains("lease is PT"))
        .anyMatch(mistake -> mistake.contains("lower the limit, or lengthen the period"))
        .anyMatch(mistake -> mistake.contains("the user is not known before authentication"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"role:gold", "claim:plan"})
  void start_planOfTheUserBeforeAuthentication_saysWhatToDo(String plan) {
    class Orders {
      @RateLimited(limit = 5, key = Key.PLAN, phase = Phase.BEFORE_AUTHENTICATION)
      public void list() {}
    }

    assertThat(mistakes(Map.of("tollgate.plan", plan), Orders.class))
        .singleElement()
        .asString()
        .endsWith(
            " on Orders.list: the plan is not known before authentication, since tollgate.plan is "
                + plan
                + "; use key = IP or GLOBAL, or leave phase out");
  }

  @Test
  void start_whatAProxyTellsBeforeAuthentication_isNoMistake() {
    class Orders {
      @RateLimited(limit = 5, key = Key.PLAN, phase = Phase.BEFORE_AUTHENTICATION)
      public void plan() {}

      @RateLimited(limit = 5, key = Key.COUNTRY, phase = Phase.BEFORE_AUTHENTICATION)
      public void country() {}
    }
    var gate =
        Endpoints.gate(
            Map.of("tollgate.plan", "header:X-Plan", "tollgate.country", "header:X-Country"));
    gate.endpoint(Orders.class, Endpoints.method(Orders.class, "plan"));
    gate.endpoint(Orders.class, Endpoints.method(Orders.class, "country"));

    assertThatCode(gate::start).doesNotThrowAnyException();
  }

  /** By a parameter that the paths of its methods may have. */
  @RateLimited(limit = 5, by = "path:shop")
  static class Routed {
    @RateLimited(limit = 5, by = "path:nope")
    public void list() {}

    @RateLimited(limit = 5, by = "path:id")
    public void get() {}
  }

  private static Endpoint routed(Gate gate, String method, String... templates) {
    var endpoint = gate.endpoint(Routed.class, Endpoints.method(Routed.class, method));
    for (var template : templates) {
      endpoint.route("GET", template);
    }
    return endpoint;
  }

  @Test
  void start_parameterThatNoPathHas_namesMethodAndFix() {
    var gate = Endpoints.gate(Map.of());
    routed(gate, "list", "/orders", "/orders/{id}").routesAreComplete();

    assertThat(catchThrowableOfType(PlanException.class, gate::start).mistakes())
        .containsExactly(
            "@RateLimited(limit = 5, by = \"path:nope\") on Routed.list: its path has no parameter"
                + " nope; add {nope} to the path, or state another part of the request");
  }

  @Test
  void start_parameterThatAPathMayHave_isFine() {
    var gate = Endpoints.gate(Map.of());
    routed(gate, "get", "/orders", "/orders/{id}").routesAreComplete();
    routed(gate, "list", "/orders", "/orders/*").routesAreComplete();
    assertThatCode(gate::start).doesNotThrowAnyException();

    // Anything may lead there.
    gate = Endpoints.gate(Map.of());
    routed(gate, "list", "/orders");
    routed(gate, "get").routesAreComplete();
    assertThatCode(gate::start).doesNotThrowAnyException();
  }

  @Test
  void start_nameThatNoBucketCanHave_saysWhatToDo() {
    class Orders {
      @RateLimited(bucket = "größe", limit = 5)
      public void list() {}
    }

    assertThat(mistakes(Orders.class))
        .singleElement()
        .asString()
        .contains("its bucket cannot be called größe: ", "U+00F6", "; state another bucket");
  }

  /** Has no constructor that could be called. */
  interface Unmakeable extends KeyResolver {}

  @Test
  void start_resolverThatCannotBeMade_saysSo() {
    class Orders {
      @RateLimited(limit = 5, resolver = Unmakeable.class)
      public void list() {}
    }

    assertThat(mistakes(Orders.class))
        .containsExactly(
            "@RateLimited(limit = 5, resolver = Unmakeable.class) on Orders.list: Unmakeable cannot"
                + " be made");
  }

  @Test
  void start_resolverThatTheFrameworkCannotMake_isOneMistakeInOneLine() {
    class Orders {
      @RateLimited(limit = 5, resolver = Everyone.class)
      public void list() {}
    }
    var instances =
        new Instances() {
          @Override
          public <T> T of(Class<T> type) {
            throw new IllegalStateException(
                "several\nlines", new IllegalStateException("nothing is bound\nfor it"));
          }
        };
    var gate = new Gate(Settings.of(Map.of()), Limiter::local, Ticker.system(), instances);
    gate.endpoint(Orders.class, Endpoints.method(Orders.class, "list"));

    assertThat(catchThrowableOfType(PlanException.class, gate::start).mistakes())
        .singleElement()
        .asString()
        .startsWith("@RateLimited(limit = 5, resolver = Everyone.class) on Orders.list: ")
        .contains("(java.lang.IllegalStateException: nothing is bound); make what it needs")
        .doesNotContain("\n");
  }

  @Test
  void start_resolverOfSeveralEndpoints_isMadeOnce() {
    @RateLimited(limit = 5, resolver = Everyone.class)
    class Orders {
      public void list() {}

      public void count() {}
    }
    var made = new AtomicInteger();
    var instances =
        new Instances() {
          @Override
          public <T> T of(Class<T> type) {
            made.incrementAndGet();
            return type.cast(new Everyone());
          }
        };
    var gate = new Gate(Settings.of(Map.of()), Limiter::local, Ticker.system(), instances);
    gate.endpoint(Orders.class, Endpoints.method(Orders.class, "list"));
    gate.endpoint(Orders.class, Endpoints.method(Orders.class, "count"));
    gate.start();

    assertThat(made).hasValue(1);
  }

  @Test
  void start_bucketNamedLikeAnEndpointsOwn_isAMistake() {
    class Orders {
      @RateLimited(limit = 5)
      public void list() {}

      @RateLimited(bucket = "Orders.list", limit = 10)
      public void count() {}
    }

    assertThat(mistakes(Orders.class))
        .singleElement()
        .asString()
        .contains(
            "bucket \"Orders.list\" is Orders.list's own and named on Orders.count; choose another"
                + " name");
  }

  @Test
  void start_settingOfAnotherKindThanTheAnnotation_isAMistake() {
    class Orders {
      @ConcurrencyLimited(max = 2)
      public void slow() {}

      @RateLimited(limit = 2)
      public void list() {}
    }

    assertThat(
            mistakes(
                Map.of(
                    "tollgate.limits.Orders.slow", "50/min",
                    "tollgate.limits.Orders.list", "5 at a time"),
                Orders.class))
        .hasSize(2)
        .anyMatch(mistake -> mistake.contains("tollgate.limits.Orders.slow: 50/60s is a rate, and"))
        .anyMatch(mistake -> mistake.contains(" counts calls under way, and this annotation is"))
        .allMatch(mistake -> mistake.endsWith("; correct the setting, or state another bucket"));
  }

  private static final class One {
    static final class Orders {
      @RateLimited(limit = 5)
      public void list() {}
    }
  }

  private static final class Other {
    static final class Orders {
      @RateLimited(limit = 5)
      public void list() {}
    }
  }

  @Test
  void start_twoEndpointsOfOneName_areTold() {
    assertThat(mistakes(One.Orders.class, Other.Orders.class))
        .containsExactly(
            "Orders.list: both "
                + One.Orders.class.getName()
                + " and "
                + Other.Orders.class.getName()
                + " have limits of their own under this name; give one of them a bucket");
  }

  @Test
  void start_waitingThatCannotBe_isAMistake() {
    class Orders {
      @RateLimited(limit = 5, onLimit = OnLimit.WAIT)
      public void noTime() {}

      @RateLimited(limit = 5, onLimit = OnLimit.WAIT, maxWait = "soon")
      public void oddTime() {}

      @RateLimited(limit = 5, onLimit = OnLimit.WAIT, maxWait = "2h")
      public void tooLong() {}

      @RateLimited(limit = 5, maxWait = "2s")
      public void onlyTime() {}

      @RateLimited(
          limit = 5,
          onLimit = OnLimit.WAIT,
          maxWait = "2s",
          algorithm = Algorithm.LEAKY_BUCKET)
      public void leaky() {}

      @RateLimited(bucket = "places", onLimit = OnLimit.WAIT, maxWait = "2s")
      public void places() {}
    }

    assertThat(mistakes(Map.of("tollgate.limits.places", "5 at a time"), Orders.class))
        .extracting(line -> line.substring(line.indexOf(" on Orders.") + 11))
        .containsExactlyInAnyOrder(
            "noTime: nobody says how long calls may wait; state maxWait, such as maxWait = \"2s\"",
            "oddTime: maxWait is not a duration; write 500ms, 2s or 1m",
            "tooLong: maxWait is out of range; write more than 0 and at most 1h",
            "onlyTime: maxWait without onLimit says nothing; state onLimit = WAIT too",
            "leaky: calls of a leaky bucket wait anyway; leave onLimit and maxWait out",
            "places: nobody knows when a call under way will end, so that nobody can wait for it;"
                + " leave onLimit and maxWait out");
  }

  @Test
  void start_mistakesInSettingsToo_tellsAllAndNothingThatFollowsFromThem() {
    class Orders {
      @RateLimited(limit = 20, per = Per.MINUTE, cost = 30)
      public void list() {}

      @RateLimited(bucket = "search")
      public void find() {}
    }
    var settings =
        Settings.loadWithProblems(
            Map.of(
                "tollgate.rules.dear.path", "/dear",
                "tollgate.rules.dear.limit", "5/min",
                "tollgate.rules.dear.cost", "6",
                "tollgate.rules.cheap.path", "/cheap",
                "tollgate.rules.cheap.bucket", "search",
                "tollgate.limits.search", "ten",
                "tollgate.explain", "true",
                "tollgate.explainaddresses", "nowhere"));
    var gate = Endpoints.gate(settings, Limiter.local(), Ticker.system(), InstantSource.system());
    gate.endpoint(Orders.class, Endpoints.method(Orders.class, "list"));
    gate.endpoint(Orders.class, Endpoints.method(Orders.class, "find"));

    var mistakes = catchThrowableOfType(PlanException.class, gate::start).mistakes();

    assertThat(mistakes)
        .hasSize(4)
        .anyMatch(line -> line.contains("on Orders.list: cost exceeds the burst of 20"))
        .anyMatch(line -> line.startsWith("property tollgate.limits.search: "))
        .anyMatch(line -> line.startsWith("property tollgate.explainaddresses: "))
        .contains(
            "property tollgate.rules.dear: cost exceeds the burst of 5; raise burst or lower cost");
  }
}
