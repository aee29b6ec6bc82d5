package io.tollgate.samples.quickstart;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.BindException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class QuickstartIT {

  private Quickstart quickstart;
  private Caller alice;
  private Caller bob;
  private Caller nobody;

  @BeforeEach
  void start() throws IOException, InterruptedException {
    quickstart = Quickstart.start("localhost", 0);
    alice = Caller.user(quickstart, "alice");
    bob = Caller.user(quickstart, "bob");
    nobody = Caller.nobody(quickstart);
    // The first call of all is slow, and what follows has to fit into a second.
    alice.get("search/health");
  }

  @AfterEach
  void stop() {
    quickstart.close();
  }

  @Test
  void report_threeAtOnce_refusesOneWithHeadersAndProblem() {
    List<HttpResponse<String>> answers = alice.getAtOnce("report", 3);

    assertThat(answers).extracting(HttpResponse::statusCode).containsOnlyOnce(429).contains(200);
    HttpResponse<String> refusal =
        answers.stream().filter(answer -> answer.statusCode() == 429).findFirst().orElseThrow();
    assertThat(refusal.headers().firstValue("Retry-After")).contains("1");
    assertThat(Caller.left(refusal)).isEqualTo(2);
    assertThat(refusal.headers().firstValue("RateLimit-Policy").orElseThrow())
        .startsWith("\"default\";q=");
    assertThat(refusal.headers().firstValue("Content-Type")).contains("application/problem+json");
    assertThat(refusal.headers().firstValue("Cache-Control")).contains("no-store");
    assertThat(refusal.body()).contains("quota-exceeded", "violated-policies", "default");
  }

  @Test
  void report_refusedAndRetriedAfterTheStatedTime_isAdmitted() {
    assertThat(alice.statuses("report", 3)).containsExactly(200, 200, 429);

    await().untilAsserted(() -> assertThat(alice.get("report").statusCode()).isEqualTo(200));
  }

  @Test
  void budget_sharedByEndpoints_weighsThemByCost() throws Exception {
    int before = alice.left("balance");
    alice.get("greeting");
    alice.get("report");

    assertThat(before).isEqualTo(8);
    assertThat(alice.left("balance")).isBetween(4, 5);
    assertThat(bob.left("balance")).isEqualTo(8);
  }

  @Test
  void balance_askedOften_takesNothing() throws Exception {
    assertThat(alice.statuses("balance", 50)).containsOnly(200);
    assertThat(alice.left("balance")).isEqualTo(8);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "Basic", "Basic !", "Basic eA==", "Basic bWFsbG9yeTp4", "Bearer YWxpY2U6eA=="})
  void greeting_withoutGoodCredentials_isUnauthorized(String authorization) throws Exception {
    HttpResponse<String> answer = Caller.with(quickstart, authorization).get("greeting");

    assertThat(answer.statusCode()).isEqualTo(401);
    assertThat(answer.headers().firstValue("WWW-Authenticate").orElseThrow()).startsWith("Basic ");
  }

  @Test
  void greeting_withCredentials_greetsTheUser() throws Exception {
    assertThat(bob.get("greeting").body()).isEqualTo("Hello, bob!\n");
  }

  @Test
  void forecast_calledByAnybody_chargesTheAddress() throws Exception {
    List<Integer> statuses = nobody.statuses("forecast", 6);

    assertThat(statuses).containsExactly(200, 200, 200, 200, 200, 429);
    assertThat(alice.left("forecast/balance")).isZero();
  }

  @Test
  void search_beyondTheWindow_isRefusedAndItsHealthIsNot() throws Exception {
    Map<Integer, Long> statuses =
        alice.statuses("search", 10).stream().collect(groupingBy(status -> status, counting()));

    assertThat(statuses).isEqualTo(Map.of(200, 6L, 429, 4L));
    assertThat(alice.left("search/balance")).isZero();
    assertThat(alice.statuses("search/health", 50)).containsOnly(200);
  }

  @Test
  void render_threeAtOnce_refusesOneUntilAnotherIsDone() {
    var underWay = alice.begin("render", 3);
    await()
        .untilAsserted(() -> assertThat(underWay).filteredOn(answer -> answer.isDone()).hasSize(1));

    assertThat(alice.statuses("render", 1)).containsExactly(429);
    assertThat(underWay)
        .extracting(answer -> answer.join().statusCode())
        .containsExactlyInAnyOrder(200, 200, 429);
    await().until(() -> alice.statuses("render", 2).equals(List.of(200, 200)));
  }

  @Test
  void export_ofFewRows_paysForThoseOnly() throws Exception {
    HttpResponse<String> answer = alice.get("export?rows=4");

    assertThat(answer.body()).hasLineCount(4);
    assertThat(Caller.left(answer)).isEqualTo(30);
    assertThat(alice.left("export/balance")).isBetween(36, 38);
  }

  @Test
  void export_ofTooManyRows_isABadRequest() throws Exception {
    assertThat(alice.get("export?rows=41").statusCode()).isEqualTo(400);
  }

  @Test
  void preview_beyondItsLimit_isAnsweredWhileTheBucketIsEmpty() throws Exception {
    assertThat(alice.statuses("preview", 10)).containsOnly(200);
    assertThat(alice.left("preview/balance")).isZero();
  }

  @Test
  void start_onAPortInUse_fails() {
    assertThatThrownBy(() -> Quickstart.start("localhost", quickstart.uri().getPort()))
        .isInstanceOf(BindException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/style.css", "/app.js", "/buckets.js", "/log.js", "/icon.svg"})
  void page_anyFile_comesWithAStrictPolicy(String path) throws Exception {
    HttpResponse<String> answer = nobody.get(path);

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).isNotEmpty();
    assertThat(answer.headers().firstValue("Content-Security-Policy").orElseThrow())
        .startsWith("default-src 'none'; script-src 'self';")
        .doesNotContain("unsafe");
    assertThat(answer.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/tollgate.yaml", "/page/index.html", "/api/", "/api"})
  void page_anythingElse_isNotFound(String path) throws Exception {
    assertThat(nobody.get(path).statusCode()).isEqualTo(404);
  }
}
