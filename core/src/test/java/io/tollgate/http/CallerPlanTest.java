package io.tollgate.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

final class CallerPlanTest {

  private final Client direct = new Client("5.5.5.5", Optional.empty(), /* viaProxy= */ false);
  private final Client proxied = new Client("5.5.5.5", Optional.empty(), /* viaProxy= */ true);

  private static CallerPlan plan(String source) {
    return CallerPlan.from(CallerPlan.parse(source));
  }

  @Test
  void of_roles_isTheFirstThatTheCallerHas() {
    var byRole = plan("role: gold , silver");

    assertThat(byRole.of(Request.from("5.5.5.5").roles("silver", "gold"), direct)).contains("gold");
    assertThat(byRole.of(Request.from("5.5.5.5").roles("silver", "x"), direct)).contains("silver");
    assertThat(byRole.of(Request.from("5.5.5.5").roles("x"), direct)).isEmpty();
  }

  @Test
  void of_header_isBelievedFromATrustedProxyOnly() {
    var byHeader = plan("header:X-Plan");
    var request = Request.from("5.5.5.5").header("X-Plan", " gold ");

    assertThat(byHeader.of(request, proxied)).contains("gold");
    assertThat(byHeader.of(request, direct)).isEmpty();
    assertThat(byHeader.of(Request.from("5.5.5.5"), proxied)).isEmpty();
  }

  @Test
  void of_headerTwice_isNone() {
    var request = Request.from("5.5.5.5").header("X-Plan", "gold", "silver");

    assertThat(plan("header:X-Plan").of(request, proxied)).isEmpty();
  }

  @Test
  void of_claim_isWhatTheTokenSays() {
    var byClaim = plan("claim:plan");

    assertThat(byClaim.of(Request.from("5.5.5.5").claim("plan", "gold"), direct)).contains("gold");
    assertThat(byClaim.of(Request.from("5.5.5.5").claim("other", "gold"), direct)).isEmpty();
  }
}
