package io.tollgate.rules.cli;

import io.tollgate.Settings;
import io.tollgate.SettingsException;
import io.tollgate.rules.envoy.DescriptorKeys;
import io.tollgate.rules.envoy.EnvoyException;
import io.tollgate.rules.envoy.EnvoyRules;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The command {@code tollgate}: checks files of settings and rules, and takes in Envoy's. */
public final class Tollgate {

  static final int GOOD = 0;
  static final int BAD = 1;
  static final int MISUSED = 2;

  /** More than any file may have that is accepted; the reader says so. */
  private static final int MAX_BYTES = (1 << 20) + 1;

  private final PrintStream out;
  private final PrintStream err;

  private Tollgate(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  /** Runs one command and ends the process: 0 if all is well, 1 if a file is not, 2 if misused. */
  public static void main(String[] args) {
    var out = new PrintStream(System.out, /* autoFlush= */ true, StandardCharsets.UTF_8);
    var err = new PrintStream(System.err, /* autoFlush= */ true, StandardCharsets.UTF_8);
    System.exit(run(List.of(args), out, err));
  }

  /** Runs one command and returns how the process should end. */
  static int run(List<String> arguments, PrintStream out, PrintStream err) {
    return new Tollgate(out, err).run(arguments);
  }

  private int run(List<String> arguments) {
    try {
      var given = Arguments.of(arguments);
      return switch (given.command()) {
        case HELP -> print("usage.txt");
        case SCHEMA -> print("tollgate.schema.json");
        case CHECK -> given.isEnvoy() ? importEnvoy(given, /* print= */ false) : check(given);
        case IMPORT -> importEnvoy(given, /* print= */ true);
      };
    } catch (Arguments.Misuse e) {
      err.println(e.getMessage());
      err.println(resource("usage.txt"));
      return MISUSED;
    } catch (EnvoyException e) {
      return complain(e.problems());
    } catch (IOException e) {
      err.println(e.getMessage());
      return BAD;
    }
  }

  private int check(Arguments given) {
    int result = GOOD;
    for (var file : given.files()) {
      try {
        var settings = Settings.load(Map.of(Settings.CONFIG.name(), file));
        out.printf(
            "%s is good: %s, %s%n",
            file,
            counted(settings.limits().size(), "limit"),
            counted(settings.rules().rules().size(), "rule"));
        settings
            .rules()
            .rules()
            .forEach(rule -> out.printf("  %s: %s%n", rule.name(), rule.describe()));
      } catch (SettingsException e) {
        result = complain(e.problems());
      }
    }
    return result;
  }

  private int importEnvoy(Arguments given, boolean print) throws IOException {
    var keys = new DescriptorKeys();
    try {
      given.maps().forEach(keys::state);
    } catch (IllegalArgumentException e) {
      throw new Arguments.Misuse("--map " + e.getMessage());
    }
    var files = new LinkedHashMap<String, byte[]>();
    for (var file : given.files()) {
      files.put(file, read(file));
    }
    var imported = EnvoyRules.of(files, keys, given.isMerged());
    if (print) {
      out.print(imported.toYaml());
    } else {
      imported.notes().forEach(note -> err.println("note: " + note));
      out.printf("good: makes %s%n", counted(imported.rules().rules().size(), "rule"));
    }
    return GOOD;
  }

  private static byte[] read(String file) throws IOException {
    try (var in = Files.newInputStream(Path.of(file))) {
      return in.readNBytes(MAX_BYTES);
    } catch (IOException | RuntimeException e) {
      // The message of an IOException is often nothing but the path.
      throw new IOException(
          file + " cannot be read (" + e.getClass().getSimpleName() + "); check the path", e);
    }
  }

  private int complain(List<String> problems) {
    problems.forEach(err::println);
    err.println(counted(problems.size(), "problem"));
    return BAD;
  }

  private static String counted(int number, String what) {
    return number + " " + what + (number == 1 ? "" : "s");
  }

  private int print(String resource) {
    out.print(resource(resource));
    return GOOD;
  }

  private static String resource(String name) {
    try (InputStream in = Tollgate.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is missing beside " + Tollgate.class);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
