package io.tollgate.http;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** Opens a database of countries, if the library that reads it is there. */
final class CountryDatabase {

  private static final String LIBRARY = "com.maxmind.db.Reader";

  private CountryDatabase() {}

  /**
   * Checks that there is a library and a database with countries.
   *
   * @throws IllegalArgumentException if not, saying what to do about it
   */
  static void check(String path) {
    MaxMindCountry.check(file(path, CountryDatabase.class.getClassLoader()));
  }

  /** Opens the database. */
  static CallerCountry open(String path) {
    return MaxMindCountry.open(file(path, CountryDatabase.class.getClassLoader()));
  }

  /** Says what is missing before any class is touched that needs it. */
  static File file(String path, ClassLoader loader) {
    try {
      Class.forName(LIBRARY, /* initialize= */ false, loader);
    } catch (ClassNotFoundException e) {
      throw new IllegalArgumentException(
          "a database is read by com.maxmind.db:maxmind-db, which is not on the class path; add"
              + " that dependency",
          e);
    }
    Path file;
    try {
      file = Path.of(path).toAbsolutePath();
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException("\"" + path + "\" is not a path", e);
    }
    if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
      throw new IllegalArgumentException(
          "there is no readable file \"" + file + "\"; correct the path");
    }
    return file.toFile();
  }
}
