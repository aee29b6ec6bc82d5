package io.tollgate.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tollgate.ConcurrencyLimited;
import io.tollgate.Key;
import io.tollgate.KeyResolver;
import io.tollgate.Mode;
import io.tollgate.Per;
import io.tollgate.Phase;
import io.tollgate.RateLimited;
import io.tollgate.RequestView;
import io.tollgate.Unlimited;
import java.io.Serializable;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each test declares a resource class, whose public methods the gate finds by reflection. */
@SuppressWarnings({"UnusedMethod", "EffectivelyPrivate"})
final class GateTest {

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
    var type = proxy(Sales.class).getClass();
    var gate = Endpoints.gate(Map.of());
    var endpoint = gate.endpoint(type, Endpoints.method(type, "list"));

    assertThat(endpoint.name()).isEqualTo("Sales.list");
    assertThat(endpoint.isLimited()).isTrue();
  }

  /** Has a method of the same name, without a limit. */
  public interface Stock {
    void list();
  }

  @Test
  void endpoint_ofProxiesWithOneInterfaceInCommon_isThatOfTheInterfaceWithTheMethod() {
    var gate = Endpoints.gate(Map.of());
    var stock = proxy(Serializable.class, Stock.class).getClass();
    var sales = proxy(Serializable.class, Sales.class).getClass();

    assertThat(gate.endpoint(stock, Endpoints.method(stock, "list")).isLimited()).isFalse();
    var endpoint = gate.endpoint(sales, Endpoints.method(sales, "list"));
    assertThat(endpoint.isLimited()).isTrue();
    assertThat(endpoint.name()).isEqualTo("Sales.list");
    assertThat(gate.endpoint(Sales.class, Endpoints.method(Sales.class, "list")))
        .isSameAs(endpoint);
  }

  private static Object proxy(Class<?>... interfaces) {
    return Proxy.newProxyInstance(
        GateTest.class.getClassLoader(), interfaces, (self, method, arguments) -> null);
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

  /** Leads to {@link Sold} too. */
  static class Annex {
    @RateLimited(limit = 7, key = Key.IP)
    public Sold sold() {
      return new Sold();
    }
  }

  /** States another number for what it overrides. */
  static class Wing extends Annex {
    @Override
    @RateLimited(limit = 8, key = Key.IP)
    public Sold sold() {
      return new Sold();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void endpoint_behindSeveralLocators_hasTheLimitsOfAllInWhateverOrderTheyAreTold(boolean turned) {
    var locators =
        new ArrayList<>(
            List.of(
                Endpoints.method(Root.class, "byClass"),
                Endpoints.method(Annex.class, "sold"),
                Endpoints.method(Wing.class, "sold")));
    if (turned) {
      Collections.reverse(locators);
    }
    var gate = Endpoints.gate(Map.of());
    locators.forEach(gate::locator);
    var endpoint = gate.endpoint(Sold.class, Endpoints.method(Sold.class, "list"));

    // What a locator overrides is farther than it.
    assertThat(endpoint.declarations())
        .extracting(Declaration::place)
        .containsExactly("Sold.list", "Root.byClass", "Wing.sold");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void locator_toldAfterItsEndpoint_addsItsLimits(boolean started) {
    var gate = Endpoints.gate(Map.of());
    var endpoint = gate.endpoint(Behind.class, Endpoints.method(Behind.class, "list"));
    if (started) {
      gate.start();
    }
    assertThat(endpoint.isLimited()).isFalse();
    gate.locator(Endpoints.method(Way.class, "behind"));
    gate.locator(Endpoints.method(Way.class, "behind"));

    assertThat(endpoint.isAsked(Phase.AFTER_AUTHENTICATION)).isTrue();
    var row = new StringBuilder();
    for (int i = 0; i < 3; i++) {
      var passage = gate.arrival(Request.from("5.5.5.5")).passage();
      var step = passage.ask(endpoint, Phase.AFTER_AUTHENTICATION);
      row.append(step == Passage.Step.GO_ON ? 'A' : 'R');
    }
    assertThat(row.toString()).isEqualTo("AAR");
  }

  /** Has no limits itself. */
  static class Behind {
    public void list() {}
  }

  /** Leads to {@link Behind}. */
  static class Way {
    @RateLimited(limit = 2, per = Per.DAY)
    public Behind behind() {
      return new Behind();
    }

    @RateLimited(limit = 2, cost = 3)
    public Behind wrong() {
      return new Behind();
    }
  }

  @Test
  void locator_afterTheStartWithMistakes_isRefusedEachTimeAndChangesNothing() {
    var gate = Endpoints.gate(Map.of());
    var endpoint = gate.endpoint(Behind.class, Endpoints.method(Behind.class, "list"));
    gate.start();

    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> gate.locator(Endpoints.method(Way.class, "wrong")))
          .isInstanceOf(PlanException.class)
          .hasMessageContaining("on Way.wrong: cost exceeds the burst of 2");
    }
    assertThat(endpoint.isLimited()).isFalse();
  }

  @Test
  void start_limitOnALocatorThatReturnsAnyObject_isAMistake() {
    var gate = Endpoints.gate(Map.of());
    gate.locator(Endpoints.method(Root.class, "byAnything"));

    assertThat(catchThrowableOfType(PlanException.class, gate::start))
        .hasMessageContaining("Root.byAnything: limits on a locator hold for the class")
        .hasMessageContaining("; state a class or an interface");
  }

  @Test
  void start_unlimitedLocator_isAMistake() {
    class Free {
      @Unlimited
      public Behind behind() {
        return new Behind();
      }
    }
    var gate = Endpoints.gate(Map.of());
    gate.locator(Endpoints.method(Free.class, "behind"));

    assertThat(catchThrowableOfType(PlanException.class, gate::start))
        .hasMessageContaining(
            "@Unlimited on Free.behind: nothing is farther away than a locator; put it on the class");
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
  void arrival_afterAStartThatFailed_failsEachTimeWithTheSameMistakes() {
    class Orders {
      @RateLimited(limit = 5, cost = 6)
      public void list() {}
    }
    var gate = Endpoints.gate(Map.of());
    gate.endpoint(Orders.class, Endpoints.method(Orders.class, "list"));

    for (int i = 0; i < 2; i++) {
      var thrown =
          catchThrowableOfType(PlanException.class, () -> gate.arrival(Request.from("5.5.5.5")));
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
