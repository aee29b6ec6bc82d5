package io.tollgate.samples.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ServletDemoIT {

  private final HttpClient client = HttpClient.newHttpClient();
  private ServletDemo demo;

  @TempDir private Path folder;

  @BeforeEach
  void start() throws Exception {
    demo = ServletDemo.start("localhost", 0);
  }

  @AfterEach
  void stop() {
    demo.close();
  }

  private HttpRequest request(String method, String path) {
    return HttpRequest.newBuilder(demo.uri().resolve(path))
        .method(method, HttpRequest.BodyPublishers.noBody())
        .build();
  }

  private HttpResponse<String> call(String method, String path)
      throws IOException, InterruptedException {
    return client.send(request(method, path), BodyHandlers.ofString());
  }

  private String calls(int count, String method, String path) throws Exception {
    var row = new StringBuilder();
    for (int i = 0; i < count; i++) {
      row.append(call(method, path).statusCode() == 429 ? 'R' : 'A');
    }
    return row.toString();
  }

  @Test
  void items_byRulesForPaths_areLimitedByMethod() throws Exception {
    assertThat(calls(6, "GET", "items/1")).isEqualTo("AAAAAR");
    assertThat(calls(3, "POST", "items/2")).isEqualTo("AAR");
    assertThat(call("GET", "items/3").body()).contains("quota-exceeded");
  }

  @Test
  void search_byItsAnnotation_isLimited() throws Exception {
    assertThat(calls(4, "GET", "search")).isEqualTo("AAAR");
  }

  @Test
  void file_ofAPrefix_isServedAndTellsWhatIsLeft() throws Exception {
    var answer = call("GET", "files/hello.txt");

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).startsWith("A file");
    assertThat(answer.headers().firstValue("RateLimit").orElse("")).startsWith("\"files\";r=19");
  }

  @Test
  void print_threeAtOnce_waitForTheirTurn() {
    var answers =
        IntStream.range(0, 3)
            .mapToObj(i -> client.sendAsync(request("GET", "print"), BodyHandlers.ofString()))
            .toList();

    assertThat(answers).extracting(answer -> answer.join().statusCode()).containsOnly(200);
  }

  @Test
  void main_fromItsJar_printsCurlLinesAndTheLimits() throws Exception {
    Path output = folder.resolve("output");
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var builder = new ProcessBuilder(java, "-jar", System.getProperty("jar"));
    builder.environment().put("PORT", "0");
    builder.environment().remove("HOST");
    var process = builder.redirectErrorStream(true).redirectOutput(output.toFile()).start();
    try {
      await().until(() -> Files.readString(output).contains("done; wait"));

      String printed = Files.readString(output);
      assertThat(printed.lines().filter(line -> line.contains("curl -i"))).hasSize(4);
      assertThat(printed).contains("GET /items/{id}", "SearchServlet.doGet", "/files/*");
    } finally {
      process.destroy();
      assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void main_onAPortInUse_saysSoAndEnds() throws Exception {
    Path output = folder.resolve("output");
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var builder = new ProcessBuilder(java, "-jar", System.getProperty("jar"));
    builder.environment().put("PORT", Integer.toString(demo.uri().getPort()));
    builder.environment().remove("HOST");
    var process = builder.redirectErrorStream(true).redirectOutput(output.toFile()).start();

    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(1);
    assertThat(Files.readString(output)).contains("cannot be had", "PORT=8081 ./demo servlet");
  }
}
