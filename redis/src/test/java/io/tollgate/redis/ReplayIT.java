package io.tollgate.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.redis.Admissions.Admission;
import io.tollgate.redis.server.RedisServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Three processes share one bucket, and replay recorded calls at ten times their speed. */
@Timeout(180)
final class ReplayIT {

  private static final int HOSTS = 3;

  /** Long enough for hosts to have heard of each other, so that they take in advance. */
  private static final Duration SETTLING = Duration.ofSeconds(5);

  private static final double TOLERATED = 0.05 * ReplayHost.BURST;

  @Test
  void decide_threeProcesses_keepTheBoundTogether() throws IOException, InterruptedException {
    var trace = ReplayedTrace.file();
    var lines = new ArrayList<String>();
    try (var redis = RedisServer.start()) {
      var hosts = new ArrayList<Process>();
      try {
        for (int i = 0; i < HOSTS; i++) {
          hosts.add(start(redis, trace, i));
        }
        lines.addAll(replay(hosts));
      } finally {
        hosts.forEach(Process::destroyForcibly);
      }
    }

    var exact = admissions(lines, "exact");
    var leased = admissions(lines, "leased");
    double exactExcess = Admissions.worstExcess(exact, ReplayHost.PER_SECOND, ReplayHost.BURST);
    double leasedExcess = Admissions.worstExcess(leased, ReplayHost.PER_SECOND, ReplayHost.BURST);
    System.out.printf(
        "admitted %d exactly, worst excess %.1f; %d leased, worst excess %.1f of %.0f tolerated%n",
        exact.size(), exactExcess, leased.size(), leasedExcess, TOLERATED);

    assertThat(exactExcess).isLessThanOrEqualTo(0);
    assertThat(leasedExcess).isLessThanOrEqualTo(TOLERATED);
    assertThat(lines).filteredOn(line -> line.startsWith("exact R")).isNotEmpty();
    // About as many, or hosts would hold what others could use.
    assertThat((double) leased.size()).isBetween(0.9 * exact.size(), 1.1 * exact.size());
    assertThat(overshoot(lines)).isPositive().isLessThanOrEqualTo(0.05);
  }

  private static Process start(RedisServer redis, Path trace, int number) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Xmx128m",
            "-cp",
            System.getProperty("java.class.path"),
            ReplayHost.class.getName(),
            redis.uri(),
            trace.toString(),
            "" + number,
            "" + HOSTS)
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private static List<String> replay(List<Process> hosts) throws IOException, InterruptedException {
    var readers = hosts.stream().map(ReplayIT::reader).toList();
    for (var reader : readers) {
      assertThat(reader.readLine()).isEqualTo("ready");
    }
    long begin = ReplayHost.nanos() + SETTLING.toNanos();
    for (var host : hosts) {
      try (var output = host.outputWriter(StandardCharsets.US_ASCII)) {
        output.write(begin + "\n");
      }
    }
    var lines = new ArrayList<String>();
    // One after the other: the pipes have room for what the others write meanwhile.
    for (var reader : readers) {
      reader.lines().forEach(lines::add);
    }
    for (var host : hosts) {
      assertThat(host.waitFor(20, TimeUnit.SECONDS)).isTrue();
      assertThat(host.exitValue()).isZero();
    }
    return lines;
  }

  private static BufferedReader reader(Process host) {
    return new BufferedReader(
        new InputStreamReader(host.getInputStream(), StandardCharsets.US_ASCII));
  }

  private static List<Admission> admissions(List<String> lines, String mode) {
    return lines.stream()
        .filter(line -> line.startsWith(mode + " A "))
        .map(line -> line.split(" ", -1))
        .map(words -> new Admission(Long.parseLong(words[2]), Long.parseLong(words[3]), 1))
        .toList();
  }

  private static double overshoot(List<String> lines) {
    return lines.stream()
        .filter(line -> line.startsWith("overshoot "))
        .mapToDouble(line -> Double.parseDouble(line.substring("overshoot ".length())))
        .sum();
  }
}
