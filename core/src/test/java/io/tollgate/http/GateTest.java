package io.tollgate.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tollgate.Algorithm;
import io.tollgate.ConcurrencyLimited;
import io.tollgate.Key;
import io.tollgate.KeyResolver;
import io.tollgate.Limiter;
import io.tollgate.Per;
import io.tollgate.Phase;
import io.tollgate.RateLimited;
import io.tollgate.RequestView;
import io.tollgate.Settings;
import io.tollgate.Ticker;
import io.tollgate.Unlimited;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each test declares a resource class, whose public methods the gate finds by reflection. */
@SuppressWarnings({"UnusedMethod", "EffectivelyPrivate"})
final class GateTest {

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
            mistake -> mistake.contains("@Unlimited stands beside it; remove one of the two"));
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
    }

    assertThat(mistakes(Orders.class))
        .hasSize(8)
        .allMatch(mistake -> mistake.contains(" on Orders.") && mistake.contains("; "))
        .anyMatch(mistake -> mistake.contains("every without limit says nothing"))
        .anyMatch(mistake -> mistake.contains("at most 292 years can be counted"))
        .anyMatch(mistake -> mistake.contains("the user is not known before authentication"));
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
  void endpoint_ofAProxy_isThatOfTheClass() {
    var gate = Endpoints.gate(Map.of());
    var real = gate.endpoint(Sold.class, Endpoints.method(Sold.class, "list"));
    var proxy = gate.endpoint(Sold$$Proxy.class, Endpoints.method(Sold$$Proxy.class, "list"));

    assertThat(proxy.name()).isEqualTo(real.name()).isEqualTo("Sold.list");
    assertThat(proxy.isLimited()).isTrue();
    assertThatCode(gate::start).doesNotThrowAnyException();
  }

  /** What a sub-resource may be known by. */
  public interface Sales {
    @RateLimited(limit = 5)
    void list();
  }

  @Test
  void endpoint_ofAProxyOfTheJdk_isThatOfItsInterface() {
    Object proxy =
        Proxy.newProxyInstance(
            GateTest.class.getClassLoader(),
            new Class<?>[] {Sales.class},
            (self, method, arguments) -> null);
    var gate = Endpoints.gate(Map.of());
    var endpoint = gate.endpoint(proxy.getClass(), Endpoints.method(proxy.getClass(), "list"));

    assertThat(endpoint.name()).isEqualTo("Sales.list");
    assertThat(endpoint.isLimited()).isTrue();
  }

  /** Leads to {@link Sold} in several ways. */
  static class Root {
    @RateLimited(limit = 9, key = Key.IP)
    public Class<Sold> byClass() {
      return Sold.class;
    }

    @RateLimited(limit = 9, key = Key.IP)
    public Class<? extends Sold> byWildcard() {
      return Sold.class;
    }

    @RateLimited(limit = 9, key = Key.IP)
    public Object byAnything() {
      return new Sold();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"byClass", "byWildcard"})
  void endpoint_behindALocatorThatReturnsAClass_hasItsLimits(String locator) {
    var gate = Endpoints.gate(Map.of());
    gate.locator(Endpoints.method(Root.class, locator));
    var endpoint = gate.endpoint(Sold.class, Endpoints.method(Sold.class, "list"));

    assertThat(endpoint.declarations())
        .extracting(Declaration::place)
        .containsExactly("Sold.list", "Root." + locator);
  }

  @Test
  void start_limitOnALocatorThatReturnsAnyObject_isAMistake() {
    var gate = Endpoints.gate(Map.of());
    gate.locator(Endpoints.method(Root.class, "byAnything"));

    assertThat(catchThrowableOfType(PlanException.class, gate::start))
        .hasMessageContaining("Root.byAnything: limits on a locator hold for the class")
        .hasMessageContaining("; state a class or an interface");
  }

  static class Sold {
    @RateLimited(limit = 5)
    public void list() {}
  }

  /** As frameworks derive classes: annotations of methods are not inherited. */
  static class Sold$$Proxy extends Sold {
    @Override
    public void list() {}
  }

  @Test
  void endpoint_afterTheStart_isPlannedAtOnceAndItsMistakesAreThrown() {
    class Late {
      @RateLimited(limit = 5, cost = 6)
      public void list() {}
    }
    var gate = Endpoints.gate(Map.of());
    gate.start();

    var thrown =
        catchThrowableOfType(
            PlanException.class,
            () -> gate.endpoint(Late.class, Endpoints.method(Late.class, "list")));

    assertThat(thrown).hasMessageContaining("on Late.list: cost exceeds the burst of 5");
  }

  @Test
  void endpoint_afterTheStartWithMistakes_isRefusedEachTime() {
    class Late {
      @RateLimited(limit = 5, cost = 6)
      public void list() {}
    }
    var gate = Endpoints.gate(Map.of());
    gate.start();
    var method = Endpoints.method(Late.class, "list");

    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> gate.endpoint(Late.class, method)).isInstanceOf(PlanException.class);
    }
  }

  @Test
  void passage_afterAStartThatFailed_failsEachTimeWithTheSameMistakes() {
    class Orders {
      @RateLimited(limit = 5, cost = 6)
      public void list() {}
    }
    var gate = Endpoints.gate(Map.of());
    var endpoint = gate.endpoint(Orders.class, Endpoints.method(Orders.class, "list"));

    for (int i = 0; i < 2; i++) {
      var passage = gate.passage(Request.from("5.5.5.5"));
      var thrown =
          catchThrowableOfType(
              PlanException.class, () -> passage.tryPass(endpoint, Phase.AFTER_AUTHENTICATION));
      assertThat(thrown.mistakes()).hasSize(1);
    }
  }

  /** Always the same. */
  public static final class Everyone implements KeyResolver {
    @Override
    public Optional<String> resolve(RequestView request) {
      return Optional.of("everyone");
    }
  }

  @Test
  void table_ofEndpoints_showsEachLimitAndWhoHasNone() {
    class Orders {
      @RateLimited(cost = 3, key = Key.USER)
      @RateLimited(
          limit = 10,
          per = Per.MINUTE,
          burst = 20,
          key = {Key.USER, Key.IP})
      public void list() {}

      @ConcurrencyLimited(max = 2, resolver = Everyone.class)
      public void slow() {}

      public void free() {}
    }
    var gate = Endpoints.gate(Map.of("tollgate.limits.default", "100/min"));
    var endpoints =
        List.of(
            gate.endpoint(Orders.class, Endpoints.method(Orders.class, "list")),
            gate.endpoint(Orders.class, Endpoints.method(Orders.class, "slow")),
            gate.endpoint(Orders.class, Endpoints.method(Orders.class, "free")));
    gate.start();

    assertThat(new LimitTable(endpoints, Mode.ENFORCE).toString())
        .isEqualTo(
            """

              endpoint     cost   limit                                       key        from
              Orders.list  3      default: 100/60s                            user       Orders.list, settings
              Orders.list  1      Orders.list: 10/60s burst 20                user + ip  Orders.list
              Orders.slow  place  Orders.slow: 2 at a time, for 300s at most  Everyone   Orders.slow
              without any limit: Orders.free\
            """);
  }
}
