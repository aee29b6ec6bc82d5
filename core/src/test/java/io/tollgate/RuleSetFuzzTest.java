package io.tollgate;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.code_intelligence.jazzer.junit.FuzzTest;

/**
 * Whatever stands in a text, there are rules afterwards that can be written and read again, or a
 * {@link RulesException} with places and words.
 *
 * <p>In the build this runs the inputs that are kept beside the test. To look for new ones:
 *
 * <pre>
 *   JAZZER_FUZZ=1 mvn -pl core test-compile surefire:test@default-test -Dfuzz=true \
 *       -Dtest=RuleSetFuzzTest#read_anyText_isReadOrExplained
 * </pre>
 */
class RuleSetFuzzTest {

  @FuzzTest(maxDuration = "5m")
  void read_anyText_isReadOrExplained(byte[] text) {
    read(new String(text, UTF_8));
  }

  /** The text stands where a rule does, so that parts are reached sooner. */
  @FuzzTest(maxDuration = "5m")
  void read_anyRule_isReadOrExplained(byte[] text) {
    read("rules: {r: {" + new String(text, UTF_8) + "}}");
  }

  private static void read(String text) {
    try {
      var set = RuleSet.read(text, "fuzz");
      if (!RuleSet.read(set.toYaml(), "yaml").equals(set)
          || !RuleSet.read(set.toJson(), "json").equals(set)) {
        throw new AssertionError("what was written is read as something else: " + set.toJson());
      }
      for (var rule : set.rules()) {
        if (rule.describe().isBlank()) {
          throw new AssertionError("a rule without words");
        }
      }
    } catch (RulesException e) {
      for (var problem : e.problems()) {
        if (problem.message().isBlank() || problem.toString().lines().count() != 1) {
          throw new AssertionError("a problem without words, or of several lines", e);
        }
      }
    }
  }
}
