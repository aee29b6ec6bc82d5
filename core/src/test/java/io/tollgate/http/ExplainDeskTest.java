package io.tollgate.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tollgate.Limiter;
import io.tollgate.Settings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class ExplainDeskTest {

  private final Map<String, Object> settings =
      new HashMap<>(
          Map.of(
              "tollgate.rules.search.path", "/search",
              "tollgate.rules.search.limit", "5/h",
              "tollgate.explain", true));

  private static Request ask(String peer, String query) {
    return Request.from(peer).to("GET", "/tollgate/explain" + query);
  }

  private int status(Request request) {
    return Endpoints.gate(settings).explain(request).orElseThrow().status();
  }

  @Test
  void explain_withoutAnybodyWhoMayAsk_stopsTheStart() {
    var gate = Endpoints.gate(settings);

    assertThatThrownBy(gate::start)
        .isInstanceOf(PlanException.class)
        .hasMessage(
            "property tollgate.explain: nobody may ask; set tollgate.explainroles or"
                + " tollgate.explainaddresses");
  }

  @Test
  void explain_byDefault_isClosed() {
    settings.remove("tollgate.explain");

    assertThat(Endpoints.gate(settings).explain(ask("10.1.1.1", "?path=/search"))).isEmpty();
  }

  @Test
  void explain_addressThatMayAsk_isAnswered() {
    settings.put("tollgate.explainaddresses", "10.0.0.0/8");
    var answer = Endpoints.gate(settings).explain(ask("10.1.1.1", "?path=/search&user=bob"));

    assertThat(answer).isPresent();
    assertThat(answer.get().status()).isEqualTo(200);
    assertThat(answer.get().body())
        .contains("\"name\":\"search\"")
        .contains("\"key\":\"user:bob\"")
        .contains("\"remaining\":5");
  }

  @Test
  void explain_othersAndForgedAddresses_areTurnedAway() {
    settings.put("tollgate.explainaddresses", "10.0.0.0/8");
    settings.put("tollgate.explainroles", "operator");

    assertThat(status(ask("6.6.6.6", "?path=/search"))).isEqualTo(403);
    assertThat(status(ask("6.6.6.6", "?path=/search").header("X-Forwarded-For", "10.1.1.1")))
        .isEqualTo(403);
    assertThat(status(ask("6.6.6.6", "?path=/search").user("eve").roles("guest"))).isEqualTo(403);
    assertThat(status(ask("6.6.6.6", "?path=/search").user("op").roles("operator"))).isEqualTo(200);
  }

  @Test
  void explain_badQuestions_areTold() {
    settings.put("tollgate.explainaddresses", "10.0.0.0/8");

    assertThat(status(ask("10.1.1.1", ""))).isEqualTo(400);
    assertThat(status(ask("10.1.1.1", "?path=/x&address=nowhere"))).isEqualTo(400);
    assertThat(status(ask("10.1.1.1", "?path=/x&header=broken"))).isEqualTo(400);
    assertThat(status(Request.from("10.1.1.1").to("POST", "/tollgate/explain?path=/x")))
        .isEqualTo(405);
  }

  @Test
  void explain_queryThatCannotBeDecoded_isTold() {
    settings.put("tollgate.explainaddresses", "10.0.0.0/8");
    var broken =
        new Request(Optional.of("10.1.1.1")) {
          @Override
          public Optional<String> query(String name) {
            throw new IllegalArgumentException(
                "URLDecoder: Incomplete trailing escape (%) pattern");
          }
        };

    var answer = Endpoints.gate(settings).explain(broken.to("GET", "/tollgate/explain"));
    assertThat(answer).get().extracting(ExplainDesk.Answer::status).isEqualTo(400);
    assertThat(answer).get().extracting(ExplainDesk.Answer::body).asString().contains("query");
  }

  @Test
  void explain_manyWithoutTheRight_areLoggedNowAndThen() {
    settings.put("tollgate.explainaddresses", "10.0.0.0/8");
    var now = new AtomicLong();
    var gate = Endpoints.gate(settings, Limiter.local(), now::get);
    var lines = new ArrayList<Object>();
    var desk = ExplainDesk.of(Settings.of(settings), gate, RecordedLog.of(lines));

    for (int i = 0; i < 5; i++) {
      assertThat(desk.answer(ask("6.6.6.6", "?path=/x"))).isPresent();
    }
    now.addAndGet(Tally.PAUSE_NANOS);
    desk.answer(ask("6.6.6.6", "?path=/x"));

    var line =
        "Somebody without the right to do so asked for an explanation, and got none; requests since"
            + " the last line: ";
    assertThat(lines).containsExactly(line + 1, line + 5);
  }

  @Test
  void explain_otherPaths_areNotAnswered() {
    settings.put("tollgate.explainaddresses", "10.0.0.0/8");

    assertThat(Endpoints.gate(settings).explain(Request.from("10.1.1.1").to("GET", "/search")))
        .isEmpty();
  }
}
