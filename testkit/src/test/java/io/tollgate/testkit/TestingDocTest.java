package io.tollgate.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The guide says what compiles, and leaves nothing out. */
final class TestingDocTest {

  private static final Path GUIDE = Path.of("../docs/testing.md");
  private static final Path EXAMPLES = Path.of("src/test/java/io/tollgate/testkit/example");
  private static final Pattern JAVA = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

  @Test
  void guide_everyBlockOfJava_isPartOfAnExampleThatRuns() throws IOException {
    var sources = new ArrayList<String>();
    try (var files = Files.list(EXAMPLES)) {
      for (var file : files.toList()) {
        sources.add(withoutMargins(Files.readString(file)));
      }
    }
    var blocks = JAVA.matcher(Files.readString(GUIDE)).results().map(r -> r.group(1)).toList();

    assertThat(blocks).hasSizeGreaterThan(3);
    assertThat(blocks)
        .map(TestingDocTest::withoutMargins)
        .allSatisfy(
            block -> assertThat(sources).as(block).anyMatch(source -> source.contains(block)));
  }

  /** Drops what the place in a file adds to a line: indentation, and empty lines. */
  private static String withoutMargins(String text) {
    return String.join("\n", text.lines().map(String::strip).filter(s -> !s.isEmpty()).toList());
  }

  @Test
  void guide_everyAssertion_isExplained() throws IOException {
    var guide = Files.readString(GUIDE);

    assertThat(publicMethods(CallerAssert.class))
        .isNotEmpty()
        .allSatisfy(method -> assertThat(guide).contains("`" + method + "("));
  }

  private static List<String> publicMethods(Class<?> type) {
    return Arrays.stream(type.getDeclaredMethods())
        .filter(method -> Modifier.isPublic(method.getModifiers()))
        .map(Method::getName)
        .toList();
  }

  @Test
  void guide_everyChapterOfTheContract_isListed() throws IOException {
    var guide = Files.readString(GUIDE);

    assertThat(BackendContract.class.getDeclaredClasses())
        .hasSizeGreaterThan(5)
        .allSatisfy(chapter -> assertThat(guide).contains("| `" + chapter.getSimpleName() + "` |"));
  }
}
