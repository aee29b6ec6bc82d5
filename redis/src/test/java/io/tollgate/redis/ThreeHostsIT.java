package io.tollgate.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.tollgate.Limit;
import io.tollgate.redis.ReplayHost.Admitted;
import io.tollgate.redis.server.RedisServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/**
 * Three processes replay an hour of conversations with a language model at ten times its speed,
 * each every third call, and no limit admits more than it promises over all of them together.
 *
 * <p>The busiest five minutes, which take thirty seconds; the whole hour where the environment has
 * {@code REPLAY=hour}.
 */
final class ThreeHostsIT {

  private static final int HOSTS = 3;
  private static final int SPEED = 10;
  private static final Duration BUSIEST = Duration.ofMinutes(27);
  private static final Duration PART = Duration.ofMinutes(5);

  /** Before the first call, so that all hosts have heard of each other and may take in advance. */
  private static final long HEAD_START_MICROS = 5_000_000;

  /** By how much of a burst leased mode may exceed a limit. */
  private static final double TOLERANCE = 0.05;

  /** A call of the trace: when, in microseconds from its beginning, and how many tokens. */
  private record Call(long micros, long cost) {}

  @Test
  void decide_threeHostsReplayATrace_admitNoMoreThanTheLimits() throws Exception {
    var calls = calls();
    var admitted = new ArrayList<Admitted>();
    double overshoot = 0;
    try (var redis = RedisServer.start()) {
      for (var lines : replay(redis.uri(), calls)) {
        assertThat(lines.get(lines.size() - 1)).isEqualTo("failed 0");
        overshoot += overshoot(lines.get(lines.size() - 2));
        lines.stream().limit(lines.size() - 2L).map(Admitted::parse).forEach(admitted::add);
      }
    }

    for (var limit : ReplayHost.LIMITS) {
      var ofLimit = admitted.stream().filter(one -> one.limit().equals(limit.name())).toList();
      // Some is refused, some not, or there would be nothing to see.
      assertThat(ofLimit).hasSizeBetween(calls.size() / 10, calls.size() * 99 / 100);
      assertThat(violations(limit, ofLimit)).as(limit.toString()).isZero();
    }
    assertThat(overshoot).isPositive().isLessThanOrEqualTo(TOLERANCE);
    assertLeased(calls, admitted.stream().filter(one -> one.limit().equals("leased")).toList());
  }

  private static double overshoot(String line) {
    assertThat(line).startsWith("overshoot ");
    return Double.parseDouble(line.substring(line.indexOf(' ')));
  }

  /** What is tolerated is a larger burst: all hosts together keep to that. */
  private static void assertLeased(List<Call> calls, List<Admitted> admitted) {
    var limit = ReplayHost.LEASED;
    long tolerated = (long) (TOLERANCE * limit.burst());
    var larger = limit.burst(limit.burst() + tolerated);

    assertThat(violations(larger, admitted)).as(limit.toString()).isZero();
    // Not many less than one bucket admits: the trace wants more all the time.
    long seconds = (calls.get(calls.size() - 1).micros - calls.get(0).micros) / 1_000_000;
    long most = limit.burst() + limit.tokens() * seconds;
    assertThat((long) admitted.size())
        .isBetween(most * 9 / 10, Math.min(most * 11 / 10, calls.size() - 1L));
    System.out.printf(
        "leased: admitted %d of %d, about %d are allowed%n", admitted.size(), calls.size(), most);
  }

  private static List<Call> calls() throws IOException {
    boolean all = "hour".equals(System.getenv("REPLAY"));
    var rows = Files.readAllLines(trace());
    var begin = stamp(rows.get(1)).plus(all ? Duration.ZERO : BUSIEST);
    var end = begin.plus(all ? Duration.ofHours(2) : PART);
    var calls = new ArrayList<Call>();
    for (var row : rows.subList(1, rows.size())) {
      var at = stamp(row);
      if (!at.isBefore(begin) && at.isBefore(end)) {
        var columns = row.split(",", -1);
        long cost = Long.parseLong(columns[1]) + Long.parseLong(columns[2]);
        calls.add(new Call(ChronoUnit.MICROS.between(begin, at) / SPEED, cost));
      }
    }
    return calls;
  }

  private static LocalDateTime stamp(String row) {
    return LocalDateTime.parse(row.substring(0, row.indexOf(',')).replace(' ', 'T'));
  }

  /** The traces lie beside the repository, so a clone of it may be without them. */
  private static Path trace() {
    for (var folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
      var trace = folder.resolve("shared/traces/azure_llm_conv.csv");
      if (Files.exists(trace)) {
        return trace;
      }
    }
    assertThat(System.getenv("CI")).isNotEqualTo("true");
    return Assumptions.abort("there is no folder shared/traces beside the repository to replay");
  }

  private static List<List<String>> replay(String uri, List<Call> calls) throws Exception {
    var hosts = new ArrayList<Process>();
    try {
      for (int i = 0; i < HOSTS; i++) {
        hosts.add(host(uri));
      }
      var readers = new ArrayList<BufferedReader>();
      for (var host : hosts) {
        var reader = host.inputReader(StandardCharsets.US_ASCII);
        readers.add(reader);
        assertThat(reader.readLine()).isEqualTo("ready");
      }
      long begin = ReplayHost.micros() + HEAD_START_MICROS;
      for (int i = 0; i < HOSTS; i++) {
        try (var writer = hosts.get(i).outputWriter(StandardCharsets.US_ASCII)) {
          writer.write(begin + "\n");
          for (int j = i; j < calls.size(); j += HOSTS) {
            writer.write(calls.get(j).micros + " " + calls.get(j).cost + "\n");
          }
        }
      }
      var lines = new ArrayList<List<String>>();
      for (var reader : readers) {
        lines.add(reader.lines().toList());
      }
      return lines;
    } finally {
      hosts.forEach(Process::destroyForcibly);
    }
  }

  private static Process host(String uri) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx128m",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            ReplayHost.class.getName(),
            uri)
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  /*
   * When Redis decided is not known, only that it was between asking and answer, by the same clock. So
   * a stretch of time holds a call for sure if it holds both. What a stretch holds for sure must not be
   * more than the limit admits in it; stretches from one asking to one answer are all that matter.
   */
  private static int violations(Limit limit, List<Admitted> admitted) {
    return switch (limit.algorithm()) {
      case TOKEN_BUCKET -> overStretches(limit, admitted);
      case SLIDING_LOG -> overWindows(limit, admitted);
      case FIXED_WINDOW -> overAlignedWindows(limit, admitted);
      default -> fail("no bound is known of " + limit);
    };
  }

  private static int overStretches(Limit limit, List<Admitted> admitted) {
    var byAsking = admitted.stream().sorted(Comparator.comparingLong(Admitted::sent)).toList();
    long perSecond = limit.tokens();
    int violations = 0;
    for (int i = 0; i < byAsking.size(); i++) {
      var from = byAsking.get(i).sent();
      // Longer stretches follow from shorter ones once the bucket has been full.
      var held = new TreeMap<Long, Long>();
      for (int j = i; j < Math.min(byAsking.size(), i + 500); j++) {
        held.merge(byAsking.get(j).answered(), byAsking.get(j).cost(), Long::sum);
      }
      long sum = 0;
      for (var answer : held.entrySet()) {
        sum += answer.getValue();
        // In millionths of a token, so that nothing is rounded.
        long most = limit.burst() * 1_000_000 + perSecond * (answer.getKey() - from);
        violations += sum * 1_000_000 > most ? 1 : 0;
      }
    }
    return violations;
  }

  private static int overWindows(Limit limit, List<Admitted> admitted) {
    long window = limit.period().toNanos() / 1_000;
    int violations = 0;
    for (var first : admitted) {
      long sum = 0;
      for (var one : admitted) {
        boolean inside = one.sent() >= first.sent() && one.answered() < first.sent() + window;
        sum += inside ? one.cost() : 0;
      }
      violations += sum > limit.burst() ? 1 : 0;
    }
    return violations;
  }

  private static int overAlignedWindows(Limit limit, List<Admitted> admitted) {
    long window = limit.period().toNanos() / 1_000;
    var sums = new TreeMap<Long, Long>();
    for (var one : admitted) {
      if (one.sent() / window == one.answered() / window) {
        sums.merge(one.sent() / window, one.cost(), Long::sum);
      }
    }
    return (int) sums.values().stream().filter(sum -> sum > limit.burst()).count();
  }
}
