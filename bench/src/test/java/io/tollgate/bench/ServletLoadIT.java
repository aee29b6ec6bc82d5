package io.tollgate.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.Limiter;
import io.tollgate.bench.LoadFigures.Slice;
import io.tollgate.bench.servlet.ServletApp;
import io.tollgate.bench.servlet.ServletVariant;
import io.tollgate.jaxrs.TollgateFeature;
import io.tollgate.servlet.TollgateFilter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ServletLoadIT {

  @TempDir Path output;

  @ParameterizedTest
  @EnumSource(names = {"NONE", "FIELDS", "COUNT", "BUCKET4J", "FILTER"})
  void run_aMoment_countsCallsAndCpuTime(ServletVariant variant) throws Exception {
    // Where Tollgate limits nothing it is not there, and elsewhere without Jakarta REST.
    List<Class<?>> absent =
        variant == ServletVariant.FILTER
            ? List.of(TollgateFeature.class)
            : List.of(Limiter.class, TollgateFilter.class);
    var names = List.of(variant.name());
    var server = new ServerProcess(ServletApp.class, names, absent, output.resolve("log"));
    run(server, server.paths().get(0));
  }

  @Test
  void times_ofATimedFilter_areTold() throws Exception {
    var arguments = List.of(ServletApp.TIMED + ServletVariant.FILTER);
    var threads = Executors.newFixedThreadPool(LoadClient.CONNECTIONS);
    try (var server =
            new ServerProcess(
                ServletApp.class,
                arguments,
                List.of(TollgateFeature.class),
                output.resolve("log"));
        var client = new LoadClient(server.port())) {
      var calls = new Calls("it", server.paths().get(0), 200);
      client.run(calls, TimeUnit.MILLISECONDS.toNanos(50), threads);

      assertThat(Long.parseLong(server.ask(ServletApp.TIMES))).isPositive();
    } finally {
      threads.shutdownNow();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"NGINX", "NGINX_LIMITED"})
  void run_nginxForAMoment_countsCalls(ServletVariant variant) throws Exception {
    var nginx = NginxProcess.find();
    Assumptions.assumeTrue(
        nginx.isPresent() || System.getenv("CI") != null,
        "Skipped: no nginx on this machine; install the package nginx-light");
    run(NginxProcess.start(nginx.orElseThrow(), variant.isLimited()), /* path= */ "");
  }

  private static void run(LoadedServer started, String path) throws Exception {
    var threads = Executors.newFixedThreadPool(LoadClient.CONNECTIONS);
    try (var server = started;
        var client = new LoadClient(server.port())) {
      var calls = new Calls("it", path, 200);
      assertThat(client.run(calls, TimeUnit.MILLISECONDS.toNanos(100), threads)).isPositive();
      assertThat(server.cpuNanos()).isNotNegative();
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void of_figures_saysWhetherTheTargetIsMet() {
    var figures = new LoadFigures<ServletVariant>();
    figures.beginFleet();
    figures.add(ServletVariant.NONE, new Slice(1_000, 1_000_000_000, 1_000_000_000));
    figures.add(ServletVariant.FILTER, new Slice(980, 1_000_000_000, 1_000_000_000));

    var inside = new LoadFigures<ServletVariant>();
    inside.beginFleet();
    inside.add(ServletVariant.FIELDS, new Slice(1_000, 300_000, 300_000));

    assertThat(ServletPage.of("Today.", figures, inside))
        .startsWith("Today.\n")
        .contains("at least % of no limiter: 97.0 | 98.0 | met |")
        .contains("| nginx, no limiter | – | – | – | – |")
        .contains("| the stopwatch itself | – |")
        .contains("| Jetty, a filter that sets two fields | 0.30 |");
  }

  @Test
  void section_ofThePublishedPage_isThere() throws IOException {
    var page = Files.readString(Path.of("..", "docs", "benchmarks.md"));

    assertThat(ServletPage.SECTION.replace(page, "new figures\n")).contains("\n\nnew figures\n\n");
  }
}
