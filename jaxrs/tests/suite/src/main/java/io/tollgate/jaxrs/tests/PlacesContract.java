package io.tollgate.jaxrs.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How many calls may be under way, and when a call is over. */
abstract class PlacesContract extends ServedContract {

  PlacesContract(Host host) {
    super(host);
  }

  @Override
  App application() {
    return new App(SlowResource.class, AnswersContract.ConflictMapper.class);
  }

  /** The end of a call may come shortly after its response. */
  private void awaitPlace(String path, int status) {
    await()
        .atMost(Duration.ofSeconds(20))
        .pollInterval(Duration.ofMillis(20))
        .untilAsserted(() -> assertThat(caller().get(path).statusCode()).isEqualTo(status));
  }

  @ParameterizedTest
  @ValueSource(strings = {"held", "stream", "async", "stage"})
  void call_whileAnotherIsUnderWay_isRefused(String kind) throws Exception {
    var path = "slow/" + kind + "/refused-" + kind;
    var meeting = SlowResource.meeting("refused-" + kind);
    var first = caller().start(path);
    meeting.awaitBegin();
    var second = caller().get(path);
    assertThat(second.statusCode()).isEqualTo(429);
    assertThat(second.headers().firstValue("Retry-After")).isPresent();
    meeting.end.countDown();
    assertThat(first.get(20, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
    awaitPlace(path, 200);
  }

  @ParameterizedTest
  @CsvSource({
    "text, 200",
    "empty, 204",
    "mapped, 409",
    "unmapped, 500",
    "number, 404",
    "timeout, 503"
  })
  void place_afterTheCall_comesBack(String kind, int status) {
    var path = "slow/" + kind + "/back-" + kind;
    assertThat(caller().get(path).statusCode()).isEqualTo(status);
    awaitPlace(path, status);
    awaitPlace(path, status);
  }

  @Test
  void place_afterHead_comesBack() {
    assertThat(caller().send("HEAD", "slow/text/head").statusCode()).isEqualTo(200);
    awaitPlace("slow/text/head", 200);
  }

  @Test
  void place_afterAnAsynchronousFailure_comesBack() throws Exception {
    var path = "slow/asyncfailing/async-failing";
    SlowResource.meeting("async-failing").end.countDown();
    assertThat(caller().get(path).statusCode()).isEqualTo(500);
    awaitPlace(path, 500);
  }

  @ParameterizedTest
  @ValueSource(strings = {"held", "stream", "async"})
  void place_ofAClientThatLeft_comesBack(String kind) throws Exception {
    var path = "slow/" + kind + "/left-" + kind;
    var meeting = SlowResource.meeting("left-" + kind);
    try (var socket = caller().open(/* from= */ 1, path)) {
      meeting.awaitBegin();
      socket.setSoLinger(true, 0); // Resets the connection instead of closing it in order.
    }
    meeting.end.countDown();
    awaitPlace(path, 200);
  }
}
