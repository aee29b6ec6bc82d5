package io.tollgate.rules.envoy;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A unit of time of Envoy's limits, and how Tollgate's limits write it. */
enum EnvoyUnit {
  SECOND("s"),
  MINUTE("min"),
  HOUR("h"),
  DAY("day"),
  WEEK("7 days"),
  /** Thirty days, as Envoy's service counts. */
  MONTH("30 days"),
  YEAR("365 days");

  private final String text;

  EnvoyUnit(String text) {
    this.text = text;
  }

  /** Returns the unit of this name, in upper or lower case. */
  static Optional<EnvoyUnit> named(String name) {
    var upper = name.toUpperCase(Locale.ROOT);
    return Arrays.stream(values()).filter(unit -> unit.name().equals(upper)).findFirst();
  }

  static List<String> names() {
    return Arrays.stream(values()).map(unit -> unit.name().toLowerCase(Locale.ROOT)).toList();
  }

  /** Returns a limit that counts as Envoy's service does: in windows aligned to the clock. */
  String limit(long requests) {
    return requests + (text.contains(" ") ? " per " : "/") + text + " fixed_window";
  }
}
