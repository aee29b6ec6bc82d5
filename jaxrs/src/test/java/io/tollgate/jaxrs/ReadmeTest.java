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

/** Compiles what the README shows, with the compiler that runs the build. */
final class ReadmeTest {

  private static final Pattern JAVA_BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

  @Test
  void readme_javaBlocks_compile(@TempDir Path classes) throws IOException {
    var readme = Files.readString(Path.of("..", "README.md"), UTF_8);
    var blocks = JAVA_BLOCK.matcher(readme).results().map(match -> match.group(1)).toList();
    assertThat(blocks).isNotEmpty();

    for (var block : blocks) {
      assertThat(problems(block, classes)).isEmpty();
    }
  }

  @Test
  void problems_wrongBlock_areFound(@TempDir Path classes) {
    assertThat(problems("Limit limit = Limit.off(3);", classes)).isNotEmpty();
  }

  private static List<?> problems(String block, Path classes) {
    var source =
        """
        import io.tollgate.*;
        import static io.tollgate.Key.*;
        import static io.tollgate.Per.*;
        import jakarta.ws.rs.*;
        import java.util.*;
        """
            + (block.contains("class ")
                ? block.replace("public class", "class")
                : "class Example { void example() { " + block + " } }");
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
}
