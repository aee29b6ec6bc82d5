package io.tollgate.rules.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TollgateTest {

  private static final String ENVOY =
      "domain: edge\ndescriptors:\n  - {key: remote_address, rate_limit: {unit: second,"
          + " requests_per_unit: 10}}\n";

  @TempDir private Path folder;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void check_goodFile_saysWhatItsRulesDo() throws IOException {
    var file =
        write(
            """
            backend: redis
            redis: {uri: 'redis://localhost'}
            limits: {default: 100/min}
            rules:
              search: {path: /search, methods: GET, limit: 100/min, key: user}
            """);

    assertThat(run("check", file)).isEqualTo(Tollgate.GOOD);
    assertThat(out.toString(UTF_8))
        .startsWith(file + " is good: 1 limit, 1 rule")
        .contains("\n  search: ");
    assertThat(err.toString(UTF_8)).isEmpty();
  }

  @Test
  void check_badFile_saysWhereWhatAndTheFix() throws IOException {
    var file =
        write(
            """
            timeuot: 5s
            rules:
              search:
                path: search
                limt: 5/min
            """);

    assertThat(run("check", file)).isEqualTo(Tollgate.BAD);
    assertThat(err.toString(UTF_8))
        .contains("line 1, column 1", "did you mean tollgate.timeout?")
        .contains("line 4, column 11", "beginning with a slash")
        .contains("line 5, column 5", "did you mean tollgate.rules.search.limit?")
        .endsWith("3 problems\n");
    assertThat(out.toString(UTF_8)).isEmpty();
  }

  @Test
  void check_severalFiles_looksAtAll() throws IOException {
    var good = write("limits: {a: 1/s}");
    var bad = Files.writeString(folder.resolve("bad.yaml"), "limits: {a: 1/x}").toString();

    assertThat(run("check", bad, good)).isEqualTo(Tollgate.BAD);
    assertThat(out.toString(UTF_8)).startsWith(good + " is good");
  }

  @Test
  void check_noSuchFile_saysSo() {
    assertThat(run("check", folder.resolve("none.yaml").toString())).isEqualTo(Tollgate.BAD);
    assertThat(err.toString(UTF_8)).contains("there is no file");
  }

  @Test
  void checkEnvoy_goodFile_countsRulesAndTellsNotes() throws IOException {
    var file = write(ENVOY + "  - {key: tenant, rate_limit: {unit: day, requests_per_unit: 1}}");

    assertThat(run("check", "--envoy", file)).isEqualTo(Tollgate.GOOD);
    assertThat(out.toString(UTF_8)).isEqualTo("good: makes 2 rules\n");
    assertThat(err.toString(UTF_8)).startsWith("note: the key \"tenant\" is taken for");
  }

  @Test
  void checkEnvoy_badFile_saysWhere() throws IOException {
    var file = write("domain: edge\ndescriptors:\n  - {kye: a}");

    assertThat(run("check", "--envoy", file)).isEqualTo(Tollgate.BAD);
    assertThat(err.toString(UTF_8)).contains(file + " line 3, column 6: \"kye\"", "problems\n");
  }

  @Test
  void import_envoy_printsAFileThatIsGood() throws IOException {
    assertThat(run("import", write(ENVOY))).isEqualTo(Tollgate.GOOD);
    var printed = out.toString(UTF_8);
    assertThat(printed).contains("edge.remote_address: {limit: 10/s fixed_window, key: ip}");

    out.reset();
    assertThat(run("check", write(printed))).isEqualTo(Tollgate.GOOD);
    assertThat(out.toString(UTF_8)).contains("0 limits, 1 rule");
  }

  @Test
  void import_withMap_takesItsWord() throws IOException {
    var file =
        write(
            "domain: a\ndescriptors:\n  - {key: t, rate_limit: {unit: day, requests_per_unit: 1}}");

    assertThat(run("import", "--map", "t=user", file)).isEqualTo(Tollgate.GOOD);
    assertThat(out.toString(UTF_8)).contains("key: user");
  }

  @Test
  void import_noSuchFile_saysSo() {
    assertThat(run("import", folder.resolve("none.yaml").toString())).isEqualTo(Tollgate.BAD);
    assertThat(err.toString(UTF_8)).contains("cannot be read (NoSuchFileException)");
  }

  @Test
  void schema_isPrinted() {
    assertThat(run("schema")).isEqualTo(Tollgate.GOOD);
    assertThat(out.toString(UTF_8)).startsWith("{\n  \"$schema\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "chek a.yaml",
        "check",
        "check --fast a.yaml",
        "check --merge a.yaml",
        "import --map",
        "import --map nonsense a.yaml",
        "schema a.yaml"
      })
  void run_misused_saysHowItIsUsed(String words) {
    assertThat(run(words.split(" ", -1))).isEqualTo(Tollgate.MISUSED);
    assertThat(err.toString(UTF_8)).contains("Usage: tollgate COMMAND");
  }

  private String write(String text) throws IOException {
    return Files.writeString(folder.resolve("tollgate.yaml"), text).toString();
  }

  private int run(String... words) {
    return Tollgate.run(
        List.of(words), new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8));
  }
}
