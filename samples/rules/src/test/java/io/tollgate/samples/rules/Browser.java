package io.tollgate.samples.rules;

import io.tollgate.samples.shared.Chromium;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.openqa.selenium.chrome.ChromeDriver;

/** Hands all classes of tests the same browser, which is started for the first of them. */
final class Browser implements ParameterResolver {

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == ChromeDriver.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context
        .getRoot()
        .getStore(Namespace.GLOBAL)
        .getOrComputeIfAbsent(Started.class, key -> Started.now(), Started.class)
        .driver();
  }

  /** Closed by JUnit after the last class. */
  private record Started(Path profile, ChromeDriver driver) implements AutoCloseable {

    static Started now() {
      try {
        Path profile = Files.createTempDirectory("tollgate-chromium");
        return new Started(profile, Chromium.start(profile));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void close() throws IOException {
      driver.quit();
      try (Stream<Path> files = Files.walk(profile)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(file);
        }
      }
    }
  }
}
