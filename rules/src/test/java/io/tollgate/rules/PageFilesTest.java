package io.tollgate.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the files of the page may not have, whatever the policy of the server says. */
final class PageFilesTest {

  private static final Path PAGE = Path.of("src/main/resources/io/tollgate/rules/page");

  @Test
  void files_any_nameNoOtherHost() throws IOException {
    var page = text("").replace("http://www.w3.org/2000/svg", "");

    assertThat(page).doesNotContainPattern("(https?:)?//[a-z]+\\.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("})
  void scripts_any_putInTextAlone(String word) throws IOException {
    assertThat(text(".js")).isNotEmpty().doesNotContain(word);
  }

  @Test
  void html_any_hasNothingInline() throws IOException {
    assertThat(text(".html"))
        .doesNotContainPattern("<style|\\sstyle=|\\son[a-z]+=|javascript:")
        .doesNotContainPattern("<script(?![^>]*\\ssrc=)");
  }

  /** A view that is forgotten would only be missed by who opens it. */
  @Test
  void scripts_imports_areThere() throws IOException {
    var imported =
        Pattern.compile("from \"\\./([a-z]+\\.js)\"")
            .matcher(text(".js"))
            .results()
            .map(found -> found.group(1))
            .collect(Collectors.toSet());

    assertThat(imported).hasSizeGreaterThan(10).allMatch(name -> Files.exists(PAGE.resolve(name)));
    assertThat(names(".js")).containsAll(imported).hasSize(imported.size() + 1);
  }

  private static String text(String ending) throws IOException {
    var text = new StringBuilder();
    for (var name : names(ending)) {
      text.append(Files.readString(PAGE.resolve(name)));
    }
    return text.toString();
  }

  private static List<String> names(String ending) throws IOException {
    try (Stream<Path> files = Files.list(PAGE)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(ending))
          .toList();
    }
  }
}
