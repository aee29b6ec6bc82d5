package io.tollgate;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A file of settings in YAML. */
final class SettingsFile {

  static final String NAME = "tollgate.yaml";

  private final String label;
  private final byte[] content;
  private final Optional<Path> path;

  /**
   * Takes a file.
   *
   * @param label what messages call it
   */
  SettingsFile(String label, byte[] content) {
    this(label, content, Optional.empty());
  }

  private SettingsFile(String label, byte[] content, Optional<Path> path) {
    this.label = label;
    this.content = content;
    this.path = path;
  }

  /** Knows where the file is. */
  @FunctionalInterface
  interface Finder {

    /**
     * Returns the file, or nothing if there is none.
     *
     * @param path where it must be, if that is configured
     * @throws IllegalArgumentException if it cannot be read, saying why
     */
    Optional<SettingsFile> find(Optional<String> path);
  }

  /** Looks into {@code directory}, then on the class path. */
  static Finder finder(Path directory, ClassLoader classPath) {
    return path -> {
      if (path.isPresent()) {
        return Optional.of(configured(directory, path.get()));
      }
      var file = directory.resolve(NAME);
      return Files.exists(file) ? Optional.of(of(file, NAME)) : resource(classPath);
    };
  }

  private static SettingsFile configured(Path directory, String path) {
    Path file;
    try {
      file = directory.resolve(path).toAbsolutePath();
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException(Problems.quoted(path) + " is not a path", e);
    }
    if (!Files.exists(file)) {
      throw new IllegalArgumentException(
          "there is no file "
              + Problems.quoted(file.toString())
              + "; correct the path or remove the setting");
    }
    return of(file, Problems.shown(path));
  }

  private static SettingsFile of(Path file, String label) {
    try (var in = Files.newInputStream(file)) {
      return of(in, label, Optional.of(file.toAbsolutePath()));
    } catch (IOException e) {
      throw unreadable(Problems.quoted(file.toString()), e);
    }
  }

  private static Optional<SettingsFile> resource(ClassLoader classPath) {
    String label = "class path " + NAME;
    try (var in = classPath.getResourceAsStream(NAME)) {
      return in == null ? Optional.empty() : Optional.of(of(in, label, Optional.empty()));
    } catch (IOException e) {
      throw unreadable(label, e);
    }
  }

  private static SettingsFile of(InputStream in, String label, Optional<Path> path)
      throws IOException {
    // One byte more than is accepted is enough to tell that there are too many.
    return new SettingsFile(label, in.readNBytes(Yaml.MAX_BYTES + 1), path);
  }

  private static IllegalArgumentException unreadable(String file, IOException cause) {
    // The message of an IOException is often nothing but the path.
    return new IllegalArgumentException(
        String.format(
            "%s cannot be read (%s); check that it is a file and who may read it",
            file, cause.getClass().getSimpleName()),
        cause);
  }

  String label() {
    return label;
  }

  /** Returns where the file is, if it is on disk. */
  Optional<Path> path() {
    return path;
  }

  /** Returns what this file says, nested names joined by dots. */
  List<GivenValue> read(SettingNames names, Problems problems) throws YamlException {
    var root = Yaml.read(content);
    if (root.isEmpty() || root.get() instanceof YamlNode.Nothing) {
      return List.of();
    }
    if (!(root.get() instanceof YamlNode.Mapping mapping)) {
      throw new YamlException(root.get().mark(), "settings are expected here; write name: value");
    }
    return Flattening.of(mapping, label, names, problems);
  }
}
