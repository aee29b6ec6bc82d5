package io.tollgate.rules.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import io.tollgate.BackendProvider;
import io.tollgate.RuleSource;
import io.tollgate.Setting;
import io.tollgate.Settings;
import io.tollgate.SettingsProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Holds the schema against real files, as an editor does. */
final class SchemaTest {

  private static final Path ROOT = Path.of("../..");

  private static final JsonSchema SCHEMA =
      JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V7)
          .getSchema(Tollgate.class.getResourceAsStream("tollgate.schema.json"));

  static List<Path> filesOfTheHouse() throws IOException {
    try (Stream<Path> files = Files.walk(ROOT.resolve("samples"))) {
      return files
          .filter(file -> file.endsWith("tollgate.yaml") && !file.toString().contains("target"))
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("filesOfTheHouse")
  void schema_filesOfTheSamples_areGood(Path file) throws IOException {
    assertThat(complaints(Files.readString(file))).isEmpty();
  }

  @Test
  void schema_examplesOfTheGuide_areGood() throws IOException {
    var examples =
        Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(ROOT.resolve("docs/settings.md")))
            .results()
            .map(found -> found.group(1))
            .toList();

    assertThat(examples)
        .hasSizeGreaterThan(3)
        .allSatisfy(example -> assertThat(complaints(example)).isEmpty());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "search: {path: /search, methods: GET, limit: 100/min, key: user}",
        "acme: {bucket: search, user: acme, limit: 1000/min}",
        "abroad: {path: '/*', country: '!DE', limit: 20/min, key: ip}",
        "bad: {address: [203.0.113.0/24, '2001:db8::/32'], deny: true}",
        "office: {address: 10.0.0.0/8, allow: true}",
        "friday: {bucket: search, user: acme, times: 10, until: '2026-11-20T18:00:00Z'}",
        "reports: {endpoint: Reports.list, limit: 5/min, plans: {gold: 50/min}, mode: shadow}",
        "mobile: {path: '/items/{id}', header: {X-App: [ios, android]}, cost: 3, bucket: default}",
        "slow: {path: /slow, limit: 5 at a time, onlimit: wait, maxwait: 2s, refunderrors: true}",
        "by: {path: [/a, /b/*], limit: 2 per 3s burst 4 sliding_window, by: ['header:X-Api-Key']}",
        "watch: false",
      })
  void schema_goodRules_areGood(String rule) {
    assertThat(complaints("rules:\n  " + rule)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a: {path: search, limit: 1/s}",
        "a: {path: /search, limt: 1/s}",
        "a: {path: /search, limit: five}",
        "a: {path: /search, limit: 5}",
        "a: {path: /search, limit: 5/fortnight}",
        "a: {path: '/a*b', limit: 1/s}",
        "a: {path: '/a?b', limit: 1/s}",
        "a: {path: /a, methods: HEAD, limit: 1/s}",
        "a: {country: Germany, deny: true}",
        "a: {country: 'DE, !AT', deny: true}",
        "a: {user: x, allow: true, deny: true}",
        "a: {user: x, times: 10}",
        "a: {bucket: x, times: 0}",
        "a: {bucket: x, times: 2, limit: 1/s}",
        "a: {path: /a, cost: -1}",
        "a: {path: /a, key: nobody, limit: 1/s}",
        "a: {path: /a, by: 'body:x', limit: 1/s}",
        "a: {path: /a, mode: loud, limit: 1/s}",
        "a: {path: /a, limit: 1/s, maxwait: 2s}",
        "a: {path: /a, limit: 1/s, until: friday}",
        "a: {header: ios, limit: 1/s}",
        "a: {}",
        "a: 5/min",
      })
  void schema_badRules_areBad(String rule) {
    assertThat(complaints("rules:\n  " + rule)).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "timeuot: 5s",
        "timeout: fast",
        "limits: {a: 1/x}",
        "limits: {a: {limit: 2, pre: second}}",
        "redis: {url: x}",
        "mode: loud",
        "[]"
      })
  void schema_badSettings_areBad(String text) {
    assertThat(complaints(text)).isNotEmpty();
  }

  /** No setting of a module on the class path is missing, except the one that names the file. */
  @Test
  void schema_everySetting_isKnown() {
    var names =
        declared().map(Setting::name).filter(name -> !name.equals("tollgate.config")).toList();
    var schema = SCHEMA.getSchemaNode().at("/definitions/settings/properties");

    assertThat(names)
        .hasSizeGreaterThan(20)
        .allSatisfy(
            name -> {
              var place = schema;
              for (var part : name.substring("tollgate.".length()).split("\\.", -1)) {
                place = place.has(part) ? place.get(part) : place.path("properties").path(part);
              }
              assertThat(place.isMissingNode()).as(name).isFalse();
            });
  }

  private static Stream<Setting<?>> declared() {
    var core =
        Stream.<Setting<?>>of(
            Settings.BACKEND,
            Settings.FAILURE,
            Settings.LOCAL_MAX_KEYS,
            Settings.TIMEOUT,
            Settings.RULES_WATCH);
    return Stream.of(
            core,
            all(SettingsProvider.class, SettingsProvider::settings),
            all(BackendProvider.class, BackendProvider::settings),
            all(RuleSource.class, RuleSource::settings))
        .flatMap(each -> each);
  }

  private static <T> Stream<Setting<?>> all(
      Class<T> type, Function<T, Collection<Setting<?>>> settings) {
    return ServiceLoader.load(type).stream()
        .flatMap(provider -> settings.apply(provider.get()).stream());
  }

  private static Set<String> complaints(String yaml) {
    var document = new Load(LoadSettings.builder().build()).loadFromString(yaml);
    return SCHEMA.validate(new ObjectMapper().valueToTree(document)).stream()
        .map(ValidationMessage::getMessage)
        .collect(Collectors.toSet());
  }
}
