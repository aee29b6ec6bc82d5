package io.tollgate.jaxrs.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
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

  /** The end of a call may come shortly after its response. All calls of a name have one place. */
  private void awaitPlace(String name) {
    await()
        .atMost(Duration.ofSeconds(20))
        .pollInterval(Duration.ofMillis(20))
        .untilAsserted(
            () -> assertThat(caller().get("slow/text/" + name).statusCode()).isEqualTo(200));
  }

  @ParameterizedTest
  @ValueSource(strings = {"held", "stream", "events", "async", "stage"})
  void call_whileAnotherIsUnderWay_isRefused(String kind) throws Exception {
    // Meetings outlive an application, and another one may run in this process after it.
    var name = "refused-" + kind + "-" + UUID.randomUUID();
    var meeting = SlowResource.meeting(name);
    var first = caller().start("slow/" + kind + "/" + name);
    meeting.awaitBegin();
    var second = caller().get("slow/text/" + name);
    assertThat(second.statusCode()).isEqualTo(429);
    assertThat(second.headers().firstValue("Retry-After")).isPresent();
    meeting.end.countDown();
    var answer = first.get(20, TimeUnit.SECONDS);
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("RateLimit")).contains("\"slow\";r=0");
    awaitPlace(name);
  }

  @ParameterizedTest
  @CsvSource({"text, 200", "empty, 204", "mapped, 409", "unmapped, 500", "number, 404"})
  void place_afterTheCall_comesBack(String kind, int status) {
    var name = "back-" + kind;
    assertThat(caller().get("slow/" + kind + "/" + name).statusCode()).isEqualTo(status);
    awaitPlace(name);
  }

  @Test
  void place_afterATimeOut_comesBack() throws Exception {
    // CXF forgets one time-out in some hundreds, with or without limits: one of three will do.
    var answered = new ArrayList<String>();
    for (var name : List.of("time-out-1", "time-out-2", "time-out-3")) {
      if (isTimedOut(name)) {
        answered.add(name);
      }
    }
    assertThat(answered).isNotEmpty().allSatisfy(this::awaitPlace);
  }

  private boolean isTimedOut(String name) throws IOException {
    try (var socket = caller().open(/* from= */ 1, "slow/timeout/" + name)) {
      socket.setSoTimeout(3000);
      socket.getInputStream().readAllBytes();
      return true;
    } catch (SocketTimeoutException e) {
      return false;
    }
  }

  @Test
  void place_afterHead_comesBack() {
    assertThat(caller().send("HEAD", "slow/text/head").statusCode()).isEqualTo(200);
    awaitPlace("head");
  }

  @Test
  void place_afterHeadOfEvents_comesBack() {
    SlowResource.meeting("head-events").end.countDown();
    assertThat(caller().send("HEAD", "slow/events/head-events").statusCode()).isEqualTo(200);
    awaitPlace("head-events");
  }

  @Test
  void place_afterAnAsynchronousFailure_comesBack() {
    SlowResource.meeting("async-failing").end.countDown();
    assertThat(caller().get("slow/asyncfailing/async-failing").statusCode()).isEqualTo(500);
    awaitPlace("async-failing");
  }

  @ParameterizedTest
  @ValueSource(strings = {"held", "stream", "async"})
  void place_ofAClientThatLeft_comesBack(String kind) throws Exception {
    var name = "left-" + kind;
    var meeting = SlowResource.meeting(name);
    try (var socket = caller().open(/* from= */ 1, "slow/" + kind + "/" + name)) {
      meeting.awaitBegin();
      socket.setSoLinger(true, 0); // Resets the connection instead of closing it in order.
    }
    meeting.end.countDown();
    awaitPlace(name);
  }
}
