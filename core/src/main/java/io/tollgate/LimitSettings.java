package io.tollgate;

import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Makes limits of the settings below {@code tollgate.limits}. */
final class LimitSettings {

  /*
   * The name of a limit is free, so the settings below it cannot be declared. One rule takes their
   * names apart: if the last word is the name of a part and something stands before it, this is
   * that part of the limit before it; otherwise all of it is the name of a limit.
   *
   *      tollgate.limits.search                  the limit search, as one text
   *      tollgate.limits.search.burst            a part of the limit search
   *      tollgate.limits.OrdersResource.list     the limit OrdersResource.list, as one text
   *
   * A limit may therefore have dots in its name, but not end in a dot and the name of a part. In
   * YAML, whatever is nested below a limit is a part; Flattening sees to that.
   */

  private static final Pattern NOT_IN_VARIABLES = Pattern.compile("[^A-Z0-9]");

  private static final ValueKind<String> TEXT = new ValueKind.Text();

  private final Problems problems;

  private LimitSettings(Problems problems) {
    this.problems = problems;
  }

  /** What the name of a setting below the limits stands for: a limit, or a part of it. */
  private record Name(String limit, Optional<LimitPart> part) {

    static Name of(String setting) {
      String free = SettingNames.freePart(setting);
      int dot = free.lastIndexOf('.');
      var part = LimitPart.named(free.substring(dot + 1));
      return dot > 0 && part.isPresent()
          ? new Name(free.substring(0, dot), part)
          : new Name(free, Optional.empty());
    }
  }

  /** What is given for one limit. */
  private static final class Given {
    private @Nullable GivenValue text;
    private final Map<LimitPart, GivenValue> parts = new EnumMap<>(LimitPart.class);
  }

  /** Returns the limits by name; those that cannot be made become problems. */
  static Map<String, Limit> read(Map<String, GivenValue> settings, Problems problems) {
    var byLimit = new TreeMap<String, Given>();
    settings.forEach(
        (setting, value) -> {
          var name = Name.of(setting);
          var given = byLimit.computeIfAbsent(name.limit(), limit -> new Given());
          if (name.part().isPresent()) {
            given.parts.put(name.part().get(), value);
          } else {
            given.text = value;
          }
        });
    var reading = new LimitSettings(problems);
    var limits = new TreeMap<String, Limit>();
    byLimit.forEach(
        (name, given) -> reading.limit(name, given).ifPresent(limit -> limits.put(name, limit)));
    return Collections.unmodifiableMap(limits);
  }

  private Optional<Limit> limit(String name, Given given) {
    if (given.text == null) {
      return fromParts(name, given.parts);
    }
    if (!given.parts.isEmpty()) {
      problems.add(
          String.format(
              "%s: the limit is given as text here and by parts at %s; use one of the two",
              given.text.valuePlace(), first(given.parts).valuePlace()));
      return Optional.empty();
    }
    return fromText(name, given.text);
  }

  private Optional<Limit> fromText(String name, GivenValue given) {
    try {
      var text = given.raw().parse(TEXT, /* secret= */ false);
      return Optional.of(LimitText.parse(text).named(name));
    } catch (IllegalArgumentException e) {
      problems.add(given.valuePlace() + ": " + e.getMessage() + misspelledPart(name));
      return Optional.empty();
    }
  }

  /** {@code search.brust} may be meant as the part {@code burst} of the limit {@code search}. */
  private static String misspelledPart(String name) {
    int dot = name.lastIndexOf('.');
    return dot < 0 ? "" : Nearest.hint(name.substring(dot + 1), LimitPart.names());
  }

  private Optional<Limit> fromParts(String name, Map<LimitPart, GivenValue> parts) {
    var limit = new LimitDraft();
    boolean complete = true;
    for (var part : parts.entrySet()) {
      try {
        part.getKey().read(part.getValue().raw(), limit);
      } catch (IllegalArgumentException e) {
        problems.add(part.getValue().valuePlace() + ": " + e.getMessage());
        complete = false;
      }
    }
    if (!complete) {
      return Optional.empty();
    }
    try {
      return Optional.of(limit.named(name));
    } catch (IllegalArgumentException e) {
      problems.add(first(parts).valuePlace() + ": " + e.getMessage());
      return Optional.empty();
    }
  }

  private static GivenValue first(Map<LimitPart, GivenValue> parts) {
    return parts.values().iterator().next();
  }

  /**
   * Puts what the environment says about limits under the names that other sources use for them.
   *
   * <p>The environment has only upper-case letters, digits and underscores: {@code
   * TOLLGATE_LIMITS_ORDERSEARCH} is meant for {@code orderSearch}, if there is such a limit.
   */
  static Map<String, GivenValue> matchEnvironment(
      Map<String, GivenValue> environment, Map<String, GivenValue> others, Problems problems) {
    var limits = new TreeMap<String, Set<String>>();
    for (var other : others.keySet()) {
      String limit = Name.of(other).limit();
      limits.computeIfAbsent(inEnvironment(limit), variable -> new TreeSet<>()).add(limit);
    }
    var matched = new LinkedHashMap<String, GivenValue>();
    environment.forEach(
        (name, given) -> {
          String limit = Name.of(name).limit();
          var meant = limits.getOrDefault(inEnvironment(limit), Set.of(limit));
          if (meant.size() > 1) {
            problems.add(
                String.format(
                    "%s can mean each of the limits %s; use a system property",
                    given.namePlace(), Problems.shown(String.join(", ", meant))));
          }
          String part = SettingNames.freePart(name).substring(limit.length());
          matched.put(SettingNames.LIMITS + '.' + meant.iterator().next() + part, given);
        });
    return matched;
  }

  private static String inEnvironment(String limit) {
    return NOT_IN_VARIABLES.matcher(limit.toUpperCase(Locale.ROOT)).replaceAll("_");
  }
}
