package io.tollgate.samples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class PageTest {

  private static final Path MAIN = Path.of("src/main");

  @Test
  void page_showsDeclarations_thatStandInTheSources() {
    String sources = text(MAIN.resolve("java")).replaceAll("\\s+", " ").replace("( ", "(");
    List<String> shown =
        Pattern.compile("<code>(@[^<]+)</code>")
            .matcher(text(MAIN.resolve("resources/page/index.html")))
            .results()
            .map(found -> found.group(1))
            .toList();

    assertThat(shown)
        .hasSize(8)
        .allSatisfy(declaration -> assertThat(sources).contains(declaration));
  }

  @Test
  void page_anyFile_namesNoOtherHost() {
    String page = text(MAIN.resolve("resources/page"));

    assertThat(page.replace("xmlns=\"http://www.w3.org/2000/svg\"", ""))
        .doesNotContainPattern("(https?:)?//[a-z]+\\.");
  }

  private static String text(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).map(PageTest::read).collect(Collectors.joining());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
