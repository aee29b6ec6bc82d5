package io.tollgate.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.RuleSet;
import java.util.LinkedHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LayersTest {

  private static Layers layers(String file, String service) {
    var byLayer = new LinkedHashMap<String, RuleSet>();
    byLayer.put("file", RuleSet.read(file, "file"));
    byLayer.put("service", RuleSet.read(service, "service"));
    return Layers.of(byLayer);
  }

  private static Iterable<String> names(Layers layers) {
    return layers.rules().stream().map(one -> one.layer() + " " + one.rule().name()).toList();
  }

  @Test
  void of_sameName_theLaterReplacesTheEarlier() {
    var layers = layers("{a: {limit: 1/s}, b: {limit: 1/s}}", "{a: {path: /x, limit: 2/s}}");

    assertThat(names(layers)).containsExactly("file b", "service a");
    assertThat(layers.replaced())
        .singleElement()
        .extracting(Layers.Replaced::why)
        .isEqualTo("replaced by a of layer service, which has the same name");
  }

  @Test
  void of_sameCallsAndBucket_theLaterReplacesTheEarlier() {
    var layers =
        layers(
            "{a: {bucket: s, user: u, limit: 1/s}}",
            "{z: {bucket: s, user: u, cost: 2}, y: {limit: 1/s}}");

    assertThat(names(layers)).containsExactly("service z", "service y");
  }

  @Test
  void of_grantForTheSameCalls_standsBesideTheLimit() {
    var layers =
        layers("{a: {bucket: s, user: u, limit: 1/s}}", "{g: {bucket: s, user: u, times: 9}}");

    assertThat(names(layers)).containsExactly("file a", "service g");
  }

  @Test
  void of_ruleThatIsOff_replacesAndDoesNothing() {
    var layers = layers("{a: {limit: 1/s}}", "{a: {limit: 1/s, mode: off}}");

    assertThat(layers.rules()).isEmpty();
    assertThat(layers.replaced()).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"from: 2026-11-20", "until: 2026-11-20", "from: 2026-11-20, until: 2027-01-01"})
  void of_ruleThatBeginsOrEnds_goesBeforeTheEarlierAndReplacesNone(String time) {
    var rule = "{path: /x, limit: 1/s}";
    var timed = rule.replace("}", ", " + time + "}");
    var layers = layers("{a: " + rule + ", b: " + rule + "}", "{a: " + timed + "}");

    assertThat(names(layers)).containsExactly("file a", "file b", "service a");
    assertThat(layers.replaced()).isEmpty();
    assertThat(new RuleIndex(layers.rules()).rules())
        .extracting(IndexedRule::toString)
        .startsWith("service a");
  }
}
