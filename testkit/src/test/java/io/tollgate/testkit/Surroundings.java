package io.tollgate.testkit;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** What lies in the folders above the one in which the tests run. */
final class Surroundings {

  private Surroundings() {}

  /** Returns the nearest {@code path} in this folder or one above it. */
  static Optional<Path> find(String path) {
    return Stream.iterate(Path.of("").toAbsolutePath(), above -> above != null, Path::getParent)
        .map(above -> above.resolve(path))
        .filter(Files::exists)
        .findFirst();
  }
}
