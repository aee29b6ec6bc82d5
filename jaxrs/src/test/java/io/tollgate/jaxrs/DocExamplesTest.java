package io.tollgate.jaxrs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.JavaFileObject.Kind;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compiles what README and guide show, with the compiler that runs the build. */
final class DocExamplesTest {

  private static final Pattern JAVA_BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

  private static final String IMPORTS =
      """
      import io.tollgate.*;
      import static io.tollgate.Key.*;
      import static io.tollgate.OnLimit.*;
      import static io.tollgate.Per.*;
      import io.tollgate.jaxrs.*;
      import jakarta.inject.Inject;
      import jakarta.ws.rs.*;
      import jakarta.ws.rs.container.*;
      import jakarta.ws.rs.core.*;
      import jakarta.ws.rs.ext.*;
      import java.util.*;
      """;

  /** What the examples take from an application. */
  private static final String APPLICATION =
      """
      class Order {}
      class Report {}
      class Row {}
      class Tenants { String of(String user) { return user; } }
      class Rows { List<Row> query() { return List.of(); } }
      """;

  @ParameterizedTest
  @ValueSource(strings = {"README.md", "docs/annotations.md"})
  void javaBlocks_ofEachPage_compile(String page, @TempDir Path classes) throws IOException {
    var text = Files.readString(Path.of("..").resolve(page), UTF_8);
    var blocks = JAVA_BLOCK.matcher(text).results().map(match -> match.group(1)).toList();
    assertThat(blocks).isNotEmpty();

    for (var block : blocks) {
      assertThat(problems(block, classes)).isEmpty();
    }
  }

  @Test
  void problems_wrongBlock_areFound(@TempDir Path classes) {
    assertThat(problems("Limit limit = Limit.off(3);", classes)).isNotEmpty();
    assertThat(problems("@RateLimited(limits = 20)", classes)).isNotEmpty();
    assertThat(problems("@GET\npublic Lost list() { … }", classes)).isNotEmpty();
    assertThat(problems("public class Api { @Get void list() { … } }", classes)).isNotEmpty();
  }

  private static List<?> problems(String block, Path classes) {
    var source = IMPORTS + APPLICATION + wrapped(block).replace("{ … }", "{ throw null; }");
    var unit =
        new SimpleJavaFileObject(URI.create("string:///Example.java"), Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return source;
          }
        };
    var diagnostics = new DiagnosticCollector<JavaFileObject>();
    var options = List.of("-d", classes.toString(), "-proc:none");
    ToolProvider.getSystemJavaCompiler()
        .getTask(null, null, diagnostics, options, null, List.of(unit))
        .call();
    return diagnostics.getDiagnostics().stream()
        .filter(diagnostic -> diagnostic.getKind() == javax.tools.Diagnostic.Kind.ERROR)
        .toList();
  }

  /** A block is a class, a method, an annotation that stands on one, or statements. */
  private static String wrapped(String block) {
    if (block.contains("class ")) {
      return block.replace("public class", "class");
    }
    if (!block.startsWith("@")) {
      return "class Example { void example() { " + block + " } }";
    }
    var method =
        block.contains("{\n") || block.contains("{ …") ? block : block + "void example() {}";
    return "class Example extends Rows { " + method + " }";
  }
}
