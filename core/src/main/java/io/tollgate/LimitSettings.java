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
   *      tollgate.limits.search.plans.gold       the limit search for callers of the plan gold
   *
   * What follows .plans. is taken apart by the same rule, with the plan in place of the limit. A
   * limit may therefore have dots in its name, but not end in a dot and the name of a part, nor have
   * .plans. inside. In YAML, whatever is nested below a limit is a part; Flattening sees to that.
   */

  private static final String PLANS = "." + LimitPart.PLANS + ".";

  private static final Pattern NOT_IN_VARIABLES = Pattern.compile("[^A-Z0-9]");

  private static final ValueKind<String> TEXT = new ValueKind.Text();

  private final Problems problems;

  private LimitSettings(Problems problems) {
    this.problems = problems;
  }

  /**
   * The limits by name, and by name and plan those that callers of a plan have instead.
   *
   * @param unspelled the names that only the environment gives, by how it writes them
   */
  record Limits(
      Map<String, Limit> limits,
      Map<String, Map<String, Limit>> plans,
      Map<String, String> unspelled) {

    static final Limits NONE = new Limits(Map.of(), Map.of(), Map.of());

    /** Returns by which name the limit of a bucket is given. */
    String nameOf(String bucket) {
      boolean isGiven = limits.containsKey(bucket) || plans.containsKey(bucket);
      return isGiven ? bucket : unspelled.getOrDefault(inEnvironment(bucket), bucket);
    }
  }

  /** What the name of a setting below the limits stands for: a limit, or a part of it. */
  private record Name(String limit, Optional<String> plan, Optional<LimitPart> part) {

    static Name of(String setting) {
      String free = SettingNames.freePart(setting);
      int plans = free.lastIndexOf(PLANS);
      int begin = plans + PLANS.length();
      if (plans <= 0 || begin == free.length()) {
        var part = part(free);
        return new Name(withoutPart(free, part), Optional.empty(), part);
      }
      String below = free.substring(begin);
      var part = part(below);
      return new Name(free.substring(0, plans), Optional.of(withoutPart(below, part)), part);
    }

    private static Optional<LimitPart> part(String name) {
      int dot = name.lastIndexOf('.');
      return dot > 0 ? LimitPart.named(name.substring(dot + 1)) : Optional.empty();
    }

    private static String withoutPart(String name, Optional<LimitPart> part) {
      return part.isPresent() ? name.substring(0, name.lastIndexOf('.')) : name;
    }
  }

  /** What is given for one limit, or for one plan of it. */
  private static final class Given {
    private @Nullable GivenValue text;
    private final Map<LimitPart, GivenValue> parts = new EnumMap<>(LimitPart.class);
    private final Map<String, Given> plans = new TreeMap<>();

    private Given plan(Optional<String> plan) {
      return plan.isEmpty() ? this : plans.computeIfAbsent(plan.get(), name -> new Given());
    }

    private void put(Optional<LimitPart> part, GivenValue value) {
      if (part.isPresent()) {
        parts.put(part.get(), value);
      } else {
        text = value;
      }
    }

    private boolean isEmpty() {
      return text == null && parts.isEmpty();
    }

    private GivenValue first() {
      if (text != null) {
        return text;
      }
      return parts.isEmpty()
          ? plans.values().iterator().next().first()
          : parts.values().iterator().next();
    }
  }

  /**
   * Returns the limits by name; those that cannot be made become problems.
   *
   * @param spelled the settings of sources other than the environment
   */
  static Limits read(Map<String, GivenValue> settings, Set<String> spelled, Problems problems) {
    var byLimit = new TreeMap<String, Given>();
    settings.forEach(
        (setting, value) -> {
          var name = Name.of(setting);
          byLimit
              .computeIfAbsent(name.limit(), limit -> new Given())
              .plan(name.plan())
              .put(name.part(), value);
        });
    var reading = new LimitSettings(problems);
    var limits = new TreeMap<String, Limit>();
    var plans = new TreeMap<String, Map<String, Limit>>();
    byLimit.forEach(
        (name, given) -> {
          var limit = reading.base(name, given);
          limit.ifPresent(base -> limits.put(name, base));
          var ofLimit = new TreeMap<String, Limit>();
          given.plans.forEach(
              (plan, ofPlan) ->
                  reading
                      .plan(name, plan, ofPlan, limit)
                      .ifPresent(made -> ofLimit.put(plan, made)));
          if (!ofLimit.isEmpty()) {
            plans.put(name, Collections.unmodifiableMap(ofLimit));
          }
        });
    var unspelled = new TreeMap<String, String>();
    byLimit.keySet().forEach(name -> unspelled.put(inEnvironment(name), name));
    spelled.forEach(setting -> unspelled.remove(inEnvironment(Name.of(setting).limit())));
    return new Limits(
        Collections.unmodifiableMap(limits),
        Collections.unmodifiableMap(plans),
        Collections.unmodifiableMap(unspelled));
  }

  private Optional<Limit> base(String name, Given given) {
    String setting = SettingNames.LIMITS + '.' + name;
    if (SettingNames.isPlans(setting)) {
      problems.add(
          String.format(
              "%s: plans are given one by one; write %s.NAME",
              given.first().valuePlace(), Problems.shown(setting)));
      return Optional.empty();
    }
    // With plans alone, an annotation or a rule states what all others have.
    return given.isEmpty() ? Optional.empty() : limit(name, name, given);
  }

  /** A plan's limit has the name of the limit, so that a user who changes plan keeps his bucket. */
  private Optional<Limit> plan(String name, String plan, Given given, Optional<Limit> base) {
    var limit = limit(name, name + PLANS + plan, given);
    boolean contradicts =
        limit.isPresent()
            && base.isPresent()
            && isConcurrent(limit.get()) != isConcurrent(base.get());
    if (contradicts) {
      problems.add(
          given.first().valuePlace()
              + ": a rate and a number of calls under way cannot stand for each other; write the"
              + " kind of limit that callers without a plan have");
      return Optional.empty();
    }
    return limit;
  }

  private static boolean isConcurrent(Limit limit) {
    return limit.algorithm() == Algorithm.CONCURRENCY;
  }

  /**
   * Makes a limit.
   *
   * @param free what settings call it below {@code tollgate.limits}
   */
  private Optional<Limit> limit(String name, String free, Given given) {
    if (given.text == null) {
      return fromParts(name, free, given.parts);
    }
    if (!given.parts.isEmpty()) {
      problems.add(
          String.format(
              "%s: the limit is given as text here and by parts at %s; use one of the two",
              given.text.valuePlace(), first(given.parts).valuePlace()));
      return Optional.empty();
    }
    return fromText(name, free, given.text);
  }

  private Optional<Limit> fromText(String name, String free, GivenValue given) {
    try {
      var text = given.raw().parse(TEXT, /* secret= */ false);
      return Optional.of(LimitText.parse(text).named(name));
    } catch (IllegalArgumentException e) {
      problems.add(given.valuePlace() + ": " + e.getMessage() + misspelledPart(free));
      return Optional.empty();
    }
  }

  /** {@code search.brust} may be meant as the part {@code burst} of the limit {@code search}. */
  private static String misspelledPart(String name) {
    int dot = name.lastIndexOf('.');
    return dot < 0 ? "" : Nearest.hint(name.substring(dot + 1), LimitPart.namesBelowALimit());
  }

  private Optional<Limit> fromParts(String name, String free, Map<LimitPart, GivenValue> parts) {
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
      return Optional.of(limit.named(name, free));
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
    var plans = new TreeMap<String, Set<String>>();
    for (var other : others.keySet()) {
      var name = Name.of(other);
      spellings(limits, name.limit()).add(name.limit());
      name.plan().ifPresent(plan -> spellings(plans, plan).add(plan));
    }
    var matched = new LinkedHashMap<String, GivenValue>();
    environment.forEach(
        (setting, given) -> {
          var name = Name.of(setting);
          var spelled = new StringBuilder(SettingNames.LIMITS).append('.');
          spelled.append(meant("limits", limits, name.limit(), given, problems));
          name.plan()
              .ifPresent(
                  plan ->
                      spelled.append(PLANS).append(meant("plans", plans, plan, given, problems)));
          name.part().ifPresent(part -> spelled.append('.').append(part.spelled()));
          matched.put(spelled.toString(), given);
        });
    return matched;
  }

  private static Set<String> spellings(Map<String, Set<String>> names, String name) {
    return names.computeIfAbsent(inEnvironment(name), variable -> new TreeSet<>());
  }

  private static String meant(
      String what,
      Map<String, Set<String>> names,
      String name,
      GivenValue given,
      Problems problems) {
    var meant = names.getOrDefault(inEnvironment(name), Set.of(name));
    if (meant.size() > 1) {
      problems.add(
          String.format(
              "%s can mean each of the %s %s; use a system property",
              given.namePlace(), what, Problems.shown(String.join(", ", meant))));
    }
    return meant.iterator().next();
  }

  private static String inEnvironment(String name) {
    return NOT_IN_VARIABLES.matcher(name.toUpperCase(Locale.ROOT)).replaceAll("_");
  }
}
