package io.tollgate.redis;

import io.tollgate.Limit;
import io.tollgate.Limiter;
import io.tollgate.Per;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * One host of several, as a process of its own: makes its part of the calls of a trace, ten times
 * as fast as they came, and writes down which were admitted.
 */
final class ReplayHost {

  static final long PER_SECOND = 40;
  static final long BURST = 300;
  static final Limit LIMIT = Limit.of(PER_SECOND).per(Per.SECOND).burst(BURST).named("replay");

  /** The busiest minutes. */
  static final LocalDateTime FROM = LocalDateTime.of(2023, 11, 16, 18, 42);

  static final Duration LENGTH = Duration.ofMinutes(4);
  static final int SPEED = 10;

  private ReplayHost() {}

  /** Arguments: URI, trace, number of this host, of how many. */
  public static void main(String[] arguments) throws IOException {
    int number = Integer.parseInt(arguments[2]);
    int hosts = Integer.parseInt(arguments[3]);
    var calls = ReplayedTrace.calls(Path.of(arguments[1]), FROM, LENGTH);
    try (var exact = limiter(arguments[0], "exact");
        var leased = limiter(arguments[0], "leased")) {
      exact.decide(LIMIT, "warm");
      System.out.println("ready");
      long start = Long.parseLong(new BufferedReader(input()).readLine());
      for (int i = number; i < calls.size(); i += hosts) {
        sleepUntil(start + calls.get(i).toNanos() / SPEED);
        call(exact, "exact");
        call(leased, "leased");
      }
      System.out.println("overshoot " + leased.gauges().get("leased.overshoot"));
    }
  }

  private static InputStreamReader input() {
    return new InputStreamReader(System.in, StandardCharsets.US_ASCII);
  }

  private static Limiter limiter(String uri, String mode) {
    var settings =
        Watched.settings(
            uri,
            "tollgate.redis.mode",
            mode,
            "tollgate.redis.prefix",
            mode,
            "tollgate.timeout",
            "10s");
    return Limiter.of(settings);
  }

  private static void call(Limiter limiter, String mode) {
    long before = nanos();
    boolean allowed = limiter.decide(LIMIT, "everybody").allowed();
    System.out.println(mode + (allowed ? " A " : " R ") + before + " " + nanos());
  }

  /** The clock that all processes of this machine share. */
  static long nanos() {
    var now = Instant.now();
    return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
  }

  private static void sleepUntil(long nanos) {
    for (long left = nanos - nanos(); left > 0; left = nanos - nanos()) {
      LockSupport.parkNanos(left);
    }
  }
}
