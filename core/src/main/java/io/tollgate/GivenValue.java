package io.tollgate;

import java.util.Locale;

/**
 * What one source says about one name.
 *
 * @param origin the kind of source
 * @param name the name of the setting, the same for every source
 * @param namePlace where the name stands, in the words of that source and naming it
 * @param valuePlace where the value stands, likewise
 * @param raw the value
 */
record GivenValue(Origin origin, String name, String namePlace, String valuePlace, RawValue raw) {

  /** Where settings come from, those that go before others first. */
  enum Origin {
    /** A map that the program passes. */
    PROGRAM("property "),
    SYSTEM("system property "),
    ENVIRONMENT("environment variable "),
    FILE("");

    private final String title;

    Origin(String title) {
      this.title = title;
    }

    /** Returns how this kind of source writes a name. */
    String spell(String name) {
      return this == ENVIRONMENT ? name.toUpperCase(Locale.ROOT).replace('.', '_') : name;
    }
  }

  /** Returns where a rule stands of which this is a part, likewise. */
  String placeOf(String rule) {
    int before = valuePlace.length() - Problems.shown(name).length();
    return valuePlace.substring(0, before)
        + Problems.shown(origin.spell(SettingNames.RULES + "." + rule));
  }

  /** Returns a value of a source without lines and columns. */
  static GivenValue of(Origin origin, String name, String spelled, RawValue raw) {
    String place = origin.title + Problems.shown(spelled);
    return new GivenValue(origin, name, place, place, raw);
  }

  /** Returns a value that stands in a file. */
  static GivenValue ofFile(
      String file, String name, YamlNode.Mark nameMark, YamlNode.Mark valueMark, RawValue raw) {
    String shown = Problems.shown(name);
    return new GivenValue(
        Origin.FILE,
        name,
        file + " " + nameMark + ": " + shown,
        file + " " + valueMark + ": " + shown,
        raw);
  }
}
