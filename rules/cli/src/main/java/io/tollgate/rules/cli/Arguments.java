package io.tollgate.rules.cli;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * What the command line says.
 *
 * @param files the files it names
 * @param isEnvoy whether they are Envoy's
 * @param isMerged whether several of them may be about one domain
 * @param maps what keys of descriptors stand for
 */
record Arguments(
    Command command, List<String> files, boolean isEnvoy, boolean isMerged, List<String> maps) {

  /** What can be asked for. */
  enum Command {
    CHECK,
    IMPORT,
    SCHEMA,
    HELP
  }

  /** Says that the command was not used as it can be. */
  static final class Misuse extends IllegalArgumentException {

    private static final long serialVersionUID = 1;

    Misuse(String message) {
      super(message);
    }
  }

  static Arguments of(List<String> words) {
    var rest = words.iterator();
    var command = rest.hasNext() ? command(rest.next()) : Command.HELP;
    var files = new ArrayList<String>();
    var maps = new ArrayList<String>();
    boolean isEnvoy = command == Command.IMPORT;
    boolean isMerged = false;
    while (rest.hasNext()) {
      var word = rest.next();
      switch (word) {
        case "--envoy" -> isEnvoy = true;
        case "--merge" -> isMerged = true;
        case "--map" -> maps.add(next(rest));
        default -> files.add(file(word));
      }
    }
    boolean takesFiles = command == Command.CHECK || command == Command.IMPORT;
    if (takesFiles == files.isEmpty()) {
      throw new Misuse(
          takesFiles ? "which file? name at least one" : "no file is needed: " + files.get(0));
    }
    if (!isEnvoy && (isMerged || !maps.isEmpty())) {
      throw new Misuse("--map and --merge are about Envoy's files; add --envoy");
    }
    return new Arguments(command, List.copyOf(files), isEnvoy, isMerged, List.copyOf(maps));
  }

  private static Command command(String word) {
    return switch (word) {
      case "check" -> Command.CHECK;
      case "import" -> Command.IMPORT;
      case "schema" -> Command.SCHEMA;
      case "help", "-h", "--help" -> Command.HELP;
      default -> throw new Misuse("there is no command " + word);
    };
  }

  private static String next(Iterator<String> rest) {
    if (!rest.hasNext()) {
      throw new Misuse("--map needs KEY=PART behind it");
    }
    return rest.next();
  }

  private static String file(String word) {
    if (word.startsWith("--")) {
      throw new Misuse("there is no option " + word);
    }
    return word;
  }
}
