package io.tollgate.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tollgate.Algorithm;
import io.tollgate.Key;
import io.tollgate.Limiter;
import io.tollgate.LocalBackend;
import io.tollgate.Per;
import io.tollgate.Phase;
import io.tollgate.RateLimited;
import io.tollgate.Settings;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bad inputs that take a clock of our own, or more calls than a connection carries in a test. */
@SuppressWarnings({"UnusedMethod", "EffectivelyPrivate"}) // Resource methods, found by reflection.
final class NumbersAndTimeTest {

  private static final int MAX_KEYS = 100_000;

  private final AtomicLong time = new AtomicLong();
  private final AtomicLong wallSeconds = new AtomicLong(1_000_000);
  private final LocalBackend backend =
      new LocalBackend(MAX_KEYS, time::get, () -> Instant.ofEpochSecond(wallSeconds.get()));
  private final Gate gate =
      Endpoints.gate(Map.of(), Limiter.builder().local(backend).build(), time::get);

  private Endpoint endpoint(Class<?> type) {
    return gate.endpoint(type, Endpoints.method(type, "get"));
  }

  private Passage call(Endpoint endpoint, String apiKey) {
    var passage = gate.arrival(Request.from("5.5.5.5").header("X-Api-Key", apiKey)).passage();
    passage.ask(endpoint, Phase.AFTER_AUTHENTICATION);
    return passage;
  }

  private String calls(Endpoint endpoint, String apiKey, int count) {
    var row = new StringBuilder();
    for (int i = 0; i < count; i++) {
      row.append(call(endpoint, apiKey).isRefused() ? 'R' : 'A');
    }
    return row.toString();
  }

  static class ByApiKey {
    @RateLimited(limit = 2, per = Per.MINUTE, by = "header:X-Api-Key")
    public void get() {}
  }

  @Test
  void c25_millionKeys_areHeldInBoundsAndNewCallersAreServed() {
    var endpoint = endpoint(ByApiKey.class);
    assertThat(calls(endpoint, "used up", 3)).isEqualTo("AAR");

    for (int i = 0; i < 1_000_000; i++) {
      assertThat(call(endpoint, "stranger " + i).isRefused()).isFalse();
    }

    assertThat(backend.size()).isLessThanOrEqualTo(MAX_KEYS);
    assertThat(calls(endpoint, "used up", 1)).isEqualTo("R");
    assertThat(calls(endpoint, "new", 3)).isEqualTo("AAR");
  }

  static class TenMillis {
    @RateLimited(limit = 100, per = Per.SECOND, key = Key.GLOBAL)
    public void get() {}
  }

  @Test
  void d31_waitOfMilliseconds_isOneSecondAndThenEnough() {
    var endpoint = endpoint(TenMillis.class);
    var random = new Random(31);
    for (int i = 0; i < 1_000; i++) {
      var passage = call(endpoint, "");
      while (!passage.isRefused()) {
        time.addAndGet(random.nextInt(1_000_000));
        passage = call(endpoint, "");
      }
      var seconds = gate.answers().retryAfterSeconds(passage.refusal());

      assertThat(seconds).hasValue(1);
      time.addAndGet(Duration.ofSeconds(seconds.getAsLong()).toNanos());
      assertThat(call(endpoint, "").isRefused()).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\"b", "a\\b", "naïve", "a\nb"})
  void d32_nameThatAFieldCannotHold_isRefusedAtStartUp(String name) {
    var settings = Map.of("tollgate.limits.\"" + name + "\"", "5/min");

    var thrown = catchThrowableOfType(IllegalArgumentException.class, () -> Settings.of(settings));

    assertThat(thrown).hasMessageContaining("printable ASCII without quote and backslash");
  }

  static class InWindows {
    @RateLimited(limit = 5, per = Per.MINUTE, algorithm = Algorithm.FIXED_WINDOW)
    public void get() {}
  }

  static class InASlidingWindow {
    @RateLimited(limit = 5, per = Per.MINUTE, algorithm = Algorithm.SLIDING_WINDOW)
    public void get() {}
  }

  static class InALog {
    @RateLimited(limit = 5, per = Per.MINUTE, algorithm = Algorithm.SLIDING_LOG)
    public void get() {}
  }

  @Test
  void d33_endOfOneWindowAndBeginOfTheNext_stayWithinTheBoundOfTheAlgorithm() {
    // The clock begins 40 s into a minute since 1970.
    time.set(Duration.ofSeconds(19).toNanos());
    var fixed = endpoint(InWindows.class);
    var sliding = endpoint(InASlidingWindow.class);
    var log = endpoint(InALog.class);
    assertThat(calls(fixed, "", 6)).isEqualTo("AAAAAR");
    assertThat(calls(sliding, "", 6)).isEqualTo("AAAAAR");
    assertThat(calls(log, "", 6)).isEqualTo("AAAAAR");

    time.set(Duration.ofSeconds(21).toNanos());

    assertThat(calls(fixed, "", 6)).as("up to twice the limit across two").isEqualTo("AAAAAR");
    assertThat(calls(sliding, "", 6)).isEqualTo("RRRRRR");
    assertThat(calls(log, "", 6)).isEqualTo("RRRRRR");
  }

  @ParameterizedTest
  @ValueSource(longs = {3_600, -3_600})
  void d34_wallClockThatJumps_changesNoDecision(long seconds) {
    var endpoint = endpoint(ByApiKey.class);
    var windows = endpoint(InWindows.class);
    assertThat(calls(endpoint, "a", 3)).isEqualTo("AAR");
    assertThat(calls(windows, "", 6)).isEqualTo("AAAAAR");

    wallSeconds.addAndGet(seconds);

    assertThat(calls(endpoint, "a", 1)).isEqualTo("R");
    assertThat(calls(windows, "", 1)).isEqualTo("R");
    time.addAndGet(Duration.ofSeconds(30).toNanos());
    assertThat(calls(endpoint, "a", 2)).isEqualTo("AR");
  }
}
