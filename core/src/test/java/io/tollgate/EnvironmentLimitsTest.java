package io.tollgate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tollgate.http.Gate;
import io.tollgate.http.Instances;
import io.tollgate.http.PlanException;
import java.util.HashMap;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

/** Limits that only the environment states, which has no lower case, on buckets of annotations. */
final class EnvironmentLimitsTest {

  /** With a bucket whose name has capitals. */
  static class Orders {
    @RateLimited(limit = 100, per = Per.HOUR, key = Key.GLOBAL)
    public void create() {}

    @RateLimited(bucket = "orderSearch", key = Key.GLOBAL)
    public void search() {}
  }

  /** With a bucket whose name differs in case alone. */
  static class Others {
    @RateLimited(limit = 100, per = Per.HOUR, key = Key.GLOBAL, bucket = "orders.create")
    public void other() {}
  }

  /** Says how large a bucket is. */
  static class Search {
    @RateLimited(limit = 100, per = Per.HOUR, key = Key.GLOBAL, bucket = "orderSearch")
    public void find() {}
  }

  private static Gate gate(
      Map<String, String> environment, Map<String, String> own, Class<?>... types) {
    var loader = new SettingsLoader().declare(Settings.CORE);
    ServiceLoader.load(SettingsProvider.class).forEach(one -> loader.declare(one.settings()));
    RuleSource.installed().forEach(source -> loader.declare(source.settings()));
    var settings = loader.environment(environment).own(own).load();
    var gate = new Gate(settings, Limiter::local, Ticker.system(), Instances::make);
    for (var type : types) {
      for (var method : type.getDeclaredMethods()) {
        if (!method.isSynthetic()) {
          gate.endpoint(type, method);
        }
      }
    }
    return gate;
  }

  private static String limit(Gate gate, Question question) {
    return gate.explain(question).claims().get(0).limit();
  }

  private static Question call(String endpoint) {
    return Question.of("GET", "/").withEndpoint(endpoint);
  }

  @Test
  void start_limitOfABucketWithCapitals_holdsForIt() {
    var environment = new HashMap<String, String>();
    environment.put("TOLLGATE_LIMITS_ORDERS_CREATE", "5/min");
    environment.put("TOLLGATE_LIMITS_ORDERS_CREATE_PLANS_GOLD", "9/min");
    environment.put("TOLLGATE_LIMITS_ORDERSEARCH", "7/min");

    try (var gate = gate(environment, Map.of(), Orders.class)) {
      gate.start();

      assertThat(limit(gate, call("Orders.create"))).isEqualTo("5/min");
      assertThat(limit(gate, call("Orders.create").withPlan("gold"))).isEqualTo("9/min");
      assertThat(limit(gate, call("Orders.search"))).isEqualTo("7/min");
      assertThat(gate.explain(call("Orders.create")).claims().get(0).bucket())
          .isEqualTo("Orders.create");
    }
  }

  @Test
  void start_limitThatAnotherSourceSpells_isThatOne() {
    var environment = Map.of("TOLLGATE_LIMITS_ORDERS_CREATE", "5/min");
    var own = Map.of("tollgate.limits.orders_create", "6/min");

    try (var gate = gate(environment, own, Orders.class, Search.class)) {
      gate.start();

      assertThat(limit(gate, call("Orders.create"))).isEqualTo("100/h");
    }
  }

  @Test
  void start_limitThatCanMeanTwoBuckets_isAMistake() {
    var environment =
        Map.of("TOLLGATE_LIMITS_ORDERS_CREATE", "5/min", "TOLLGATE_LIMITS_ORDERSEARCH", "7/min");

    try (var gate = gate(environment, Map.of(), Orders.class, Others.class)) {
      assertThat(catchThrowableOfType(PlanException.class, gate::start).mistakes())
          .singleElement()
          .asString()
          .contains("on Others.other: what the environment says for orders.create can mean each of")
          .contains("the buckets Orders.create and orders.create; use a system property");
    }
  }
}
