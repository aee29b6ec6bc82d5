package io.tollgate.redis;

import io.tollgate.Algorithm;
import io.tollgate.Claim;
import io.tollgate.Decision.Outcome;
import io.tollgate.Limit;
import io.tollgate.Limiter;
import io.tollgate.Per;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * One host of several, a process of its own: reads calls, a line each with a time and a cost, makes
 * each at its time, and at the end writes a line for each that a limit admitted.
 */
final class ReplayHost {

  /** Tokens of a language model, for all callers together. */
  static final List<Limit> LIMITS =
      List.of(
          Limit.of(60_000).per(Per.SECOND).burst(120_000).named("token"),
          Limit.of(60_000).per(Per.SECOND).algorithm(Algorithm.FIXED_WINDOW).named("fixed"),
          Limit.of(60_000).per(Per.SECOND).algorithm(Algorithm.SLIDING_LOG).named("log"));

  /**
   * A call that was admitted: somewhere between two times, in microseconds since 1970.
   *
   * @param limit by which limit
   */
  record Admitted(String limit, long sent, long answered, long cost) {

    static Admitted parse(String line) {
      var parts = line.split(" ", -1);
      return new Admitted(
          parts[0], Long.parseLong(parts[1]), Long.parseLong(parts[2]), Long.parseLong(parts[3]));
    }

    @Override
    public String toString() {
      return limit + " " + sent + " " + answered + " " + cost;
    }
  }

  private ReplayHost() {}

  public static void main(String[] arguments) throws IOException {
    var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    var settings = Watched.settings(arguments[0], "tollgate.failure", "deny", "tollgate.timeout", "5s");
    var admitted = new ArrayList<Admitted>();
    int failed = 0;
    try (var limiter = Limiter.of(settings)) {
      System.out.println("ready");
      long begin = Long.parseLong(in.readLine());
      // All is read before and written after, so that no call waits for a pipe.
      for (var line : in.lines().toList()) {
        var parts = line.split(" ", -1);
        awaitMicros(begin + Long.parseLong(parts[0]));
        failed += call(limiter, Long.parseLong(parts[1]), admitted);
      }
    }
    admitted.forEach(System.out::println);
    System.out.println("failed " + failed);
  }

  private static int call(Limiter limiter, long cost, List<Admitted> admitted) {
    int failed = 0;
    for (var limit : LIMITS) {
      long sent = micros();
      var decision = limiter.decide(List.of(new Claim(limit, "everybody", cost)));
      long answered = micros();
      if (decision.allowed()) {
        admitted.add(new Admitted(limit.name(), sent, answered, cost));
      }
      failed += decision.outcome() == Outcome.UNAVAILABLE ? 1 : 0;
    }
    return failed;
  }

  static long micros() {
    return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
  }

  private static void awaitMicros(long micros) {
    for (long left = micros - micros(); left > 0; left = micros - micros()) {
      LockSupport.parkNanos(1_000 * left);
    }
  }
}
