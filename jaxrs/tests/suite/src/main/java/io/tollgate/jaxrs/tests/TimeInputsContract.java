package io.tollgate.jaxrs.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.Algorithm;
import io.tollgate.Key;
import io.tollgate.Limiter;
import io.tollgate.LocalBackend;
import io.tollgate.Per;
import io.tollgate.RateLimited;
import io.tollgate.jaxrs.TollgateFeature;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bad inputs: time, which goes on when a test says so. */
abstract class TimeInputsContract extends InputsContract {

  /** 40 s into a minute, for windows that are aligned to the clock. */
  private static final Instant BEGIN = Instant.parse("2026-01-01T12:00:40Z");

  private final AtomicLong time = new AtomicLong();
  private final AtomicLong wallSeconds = new AtomicLong(BEGIN.getEpochSecond());

  TimeInputsContract(Host host) {
    super(host);
  }

  /** Limits that count in different ways. */
  @Path("timed")
  public static class Timed {

    /** A bucket that is empty for milliseconds only. */
    @GET
    @Path("short")
    @RateLimited(limit = 100, per = Per.SECOND, burst = 1, key = Key.GLOBAL)
    public String brief() {
      return "ok";
    }

    /** A bucket that refills. */
    @GET
    @Path("bucket")
    @RateLimited(limit = 5, per = Per.MINUTE, key = Key.GLOBAL)
    public String bucket() {
      return "ok";
    }

    /** A window of the clock. */
    @GET
    @Path("fixed")
    @RateLimited(limit = 5, per = Per.MINUTE, key = Key.GLOBAL, algorithm = Algorithm.FIXED_WINDOW)
    public String fixed() {
      return "ok";
    }

    /** Two counters. */
    @GET
    @Path("sliding")
    @RateLimited(
        limit = 5,
        per = Per.MINUTE,
        key = Key.GLOBAL,
        algorithm = Algorithm.SLIDING_WINDOW)
    public String sliding() {
      return "ok";
    }

    /** A log. */
    @GET
    @Path("log")
    @RateLimited(limit = 5, per = Per.MINUTE, key = Key.GLOBAL, algorithm = Algorithm.SLIDING_LOG)
    public String log() {
      return "ok";
    }
  }

  private Wire wire() throws Exception {
    var local =
        new LocalBackend(
            /* maxKeys= */ 10, time::get, () -> Instant.ofEpochSecond(wallSeconds.get()));
    var limiter = closing(Limiter.builder().local(local).build());
    return wire(new App(Timed.class).with(new TollgateFeature(limiter)));
  }

  private void advance(Duration duration) {
    time.addAndGet(duration.toNanos());
    wallSeconds.addAndGet(duration.toSeconds());
  }

  @Test
  void d31_callerWhoWaitsAsLongAsStated_isAdmitted() throws Exception {
    var wire = wire();
    for (int i = 0; i < 1_000; i++) {
      time.addAndGet(i * 9_973L); // Anywhere within the ten milliseconds in which a token comes.
      var answer = wire.call("GET", "/timed/short");
      while (answer.status() == 200) {
        answer = wire.call("GET", "/timed/short");
      }
      assertThat(answer.status()).isEqualTo(429);
      assertThat(answer.header("Retry-After")).isEqualTo("1");

      advance(Duration.ofSeconds(1));
      assertThat(wire.call("GET", "/timed/short").status()).isEqualTo(200);
    }
  }

  @Test
  void d33_endOfOneWindowAndBeginOfTheNext_stayWithinTheBoundOfTheAlgorithm() throws Exception {
    var wire = wire();
    advance(Duration.ofSeconds(19));
    assertThat(row(6, () -> wire.call("GET", "/timed/fixed"))).isEqualTo("AAAAAR");
    assertThat(row(6, () -> wire.call("GET", "/timed/sliding"))).isEqualTo("AAAAAR");
    assertThat(row(6, () -> wire.call("GET", "/timed/log"))).isEqualTo("AAAAAR");
    assertThat(row(6, () -> wire.call("GET", "/timed/bucket"))).isEqualTo("AAAAAR");

    advance(Duration.ofSeconds(2));

    assertThat(row(6, () -> wire.call("GET", "/timed/fixed")))
        .as("up to twice the limit across two")
        .isEqualTo("AAAAAR");
    assertThat(row(6, () -> wire.call("GET", "/timed/sliding"))).isEqualTo("RRRRRR");
    assertThat(row(6, () -> wire.call("GET", "/timed/log"))).isEqualTo("RRRRRR");
    assertThat(row(6, () -> wire.call("GET", "/timed/bucket"))).isEqualTo("RRRRRR");
  }

  @ParameterizedTest
  @ValueSource(longs = {3_600, -3_600})
  void d34_wallClockThatJumps_changesNoDecision(long seconds) throws Exception {
    var wire = wire();
    assertThat(row(6, () -> wire.call("GET", "/timed/bucket"))).isEqualTo("AAAAAR");
    assertThat(row(6, () -> wire.call("GET", "/timed/fixed"))).isEqualTo("AAAAAR");

    wallSeconds.addAndGet(seconds);

    assertThat(row(1, () -> wire.call("GET", "/timed/bucket"))).isEqualTo("R");
    assertThat(row(1, () -> wire.call("GET", "/timed/fixed"))).isEqualTo("R");
    advance(Duration.ofSeconds(12));
    assertThat(row(2, () -> wire.call("GET", "/timed/bucket"))).isEqualTo("AR");
  }
}
