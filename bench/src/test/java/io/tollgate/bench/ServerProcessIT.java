package io.tollgate.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.bench.rest.Variant;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ServerProcessIT {

  @TempDir Path output;

  /** With limits and without. */
  @ParameterizedTest
  @EnumSource(names = {"NONE", "REFUSED"})
  void run_aMoment_countsCallsAndCpuTime(Variant variant) throws Exception {
    var threads = Executors.newFixedThreadPool(LoadClient.CONNECTIONS);
    try (var server = new ServerProcess(List.of(Variant.BUCKET4J, variant), output.resolve("log"));
        var client = new LoadClient(server.port())) {
      var calls = new Calls(variant.name(), server.paths().get(1), variant.status());
      client.introduce(calls);
      long before = server.cpuNanos();

      assertThat(client.run(calls, TimeUnit.MILLISECONDS.toNanos(100), threads)).isPositive();
      assertThat(before).isPositive();
      assertThat(server.cpuNanos()).isGreaterThan(before);
    } finally {
      threads.shutdownNow();
    }
  }
}
