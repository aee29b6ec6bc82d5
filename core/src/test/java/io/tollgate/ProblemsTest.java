package io.tollgate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ProblemsTest {

  @Test
  void shown_plainText_staysAsItIs() {
    assertThat(Problems.shown("tollgate.timeout = 5 \u00e4\u20ac\ud83d\ude00\"'"))
        .isEqualTo("tollgate.timeout = 5 \u00e4\u20ac\ud83d\ude00\"'");
  }

  @Test
  void shown_whatATerminalObeys_isEscaped() {
    assertThat(Problems.shown("a\r\n\t\u001b[2J\u202e\u2028\ud800b"))
        .isEqualTo("a\\u000D\\u000A\\u0009\\u001B[2J\\u202E\\u2028\\uD800b");
  }

  @Test
  void shown_longText_isCut() {
    assertThat(Problems.shown("a".repeat(80))).isEqualTo("a".repeat(80));
    assertThat(Problems.shown("a".repeat(81))).isEqualTo("a".repeat(80) + "...");
    assertThat(Problems.shown("a".repeat(79) + "\ud83d\ude00b"))
        .isEqualTo("a".repeat(79) + "\ud83d\ude00...");
  }

  @Test
  void lines_moreThanAnybodyReads_areCounted() {
    var problems = new Problems();
    assertThat(problems.lines()).isEmpty();
    IntStream.range(0, 53).forEach(i -> problems.add("p" + i));

    assertThat(problems.lines()).hasSize(51).contains("p0", "p49").endsWith("and 3 more");
  }
}
