package io.tollgate.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.Key;
import io.tollgate.RateLimited;
import io.tollgate.Settings;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class DoubtsTest {

  static class Shop {
    @RateLimited(limit = 5, key = Key.COUNTRY)
    public void country() {}

    @RateLimited(bucket = "search")
    public void plans() {}

    @RateLimited(limit = 5)
    public void plain() {}

    @RateLimited(limit = 5, by = "path:nope")
    public void path() {}
  }

  private static List<String> doubts(String method, Map<String, String> settings) {
    var gate = Endpoints.gate(settings);
    var endpoint = gate.endpoint(Shop.class, Endpoints.method(Shop.class, method));
    gate.start();
    return Doubts.of(Settings.of(settings), List.of(endpoint), List.of(), Set.of("search"));
  }

  @Test
  void of_countryThatNobodyTells_namesTheSetting() {
    assertThat(doubts("country", Map.of()))
        .containsExactly(
            "Shop.country goes by the country of a caller, which is never known: set"
                + " tollgate.country");
  }

  @Test
  void of_headerWithoutProxies_namesTheSetting() {
    assertThat(doubts("country", Map.of("tollgate.country", "header:CF-IPCountry")))
        .containsExactly(
            "Shop.country goes by the country of a caller, which is never known: a header is"
                + " believed from trusted proxies only, so set tollgate.proxies");
  }

  @Test
  void of_limitsOfPlansThatNobodyTells_namesTheSetting() {
    assertThat(
            doubts(
                "plans",
                Map.of(
                    "tollgate.limits.search", "5/s",
                    "tollgate.limits.search.plans.gold", "9/s")))
        .containsExactly(
            "search goes by the plan of a caller, which is never known: set tollgate.plan");
  }

  @Test
  void of_whatIsTold_isNone() {
    assertThat(doubts("plain", Map.of())).isEmpty();
    assertThat(
            doubts(
                "country",
                Map.of(
                    "tollgate.country", "header:CF-IPCountry", "tollgate.proxies", "10.0.0.0/8")))
        .isEmpty();
  }

  @Test
  void of_sizeThatNobodyDrawsOn_namesItOnce() {
    var settings =
        Map.of(
            "tollgate.limits.search", "5/s",
            "tollgate.limits.serach", "5/s",
            "tollgate.limits.serach.plans.gold", "9/s",
            "tollgate.plan", "role:gold");
    assertThat(doubts("plain", settings))
        .containsExactly("tollgate.limits.serach is drawn on by no endpoint known so far");
  }

  @Test
  void of_parameterThatNoKnownPathHas_namesIt() {
    var gate = Endpoints.gate(Map.of());
    var endpoint = gate.endpoint(Shop.class, Endpoints.method(Shop.class, "path"));
    endpoint.route("GET", "/shop/{id}");
    gate.start();

    assertThat(Doubts.of(Settings.of(Map.of()), List.of(endpoint), List.of(), Set.of()))
        .containsExactly(
            "@RateLimited(limit = 5, by = \"path:nope\") on Shop.path: no path of it is known that"
                + " has a parameter nope; add {nope} to the path, or state another part of the"
                + " request");
    assertThat(doubts("path", Map.of())).isEmpty();
  }
}
