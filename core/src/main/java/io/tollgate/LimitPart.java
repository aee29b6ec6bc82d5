package io.tollgate;

import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A part of a limit that is given part by part: {@code tollgate.limits.NAME.burst}. */
enum LimitPart {
  LIMIT,
  PER,
  EVERY,
  BURST,
  ALGORITHM,
  GAP,
  COUNTREFUSED,
  LEASE;

  /** What stands beside the parts: the limits of callers who have a plan. */
  static final String PLANS = "plans";

  private static final ValueKind<Long> COUNT = new ValueKind.Whole(0, Long.MAX_VALUE);
  private static final ValueKind<Long> POSITIVE = new ValueKind.Whole(1, Long.MAX_VALUE);
  private static final ValueKind<Duration> UNIT = new ValueKind.Choice<>(units());
  private static final ValueKind<Algorithm> WAY = ValueKind.Choice.of(Algorithm.class);

  /** More than can be counted; the limit itself knows the bound that holds for it. */
  private static final ValueKind<Duration> SPAN =
      new ValueKind.Span(Duration.ZERO, Duration.ofDays(36_500));

  private static final ValueKind<Boolean> FLAG = new ValueKind.Flag();

  private static final List<String> NAMES =
      Arrays.stream(values()).map(LimitPart::spelled).toList();

  private static final List<String> NAMES_BELOW_A_LIMIT =
      Stream.concat(NAMES.stream(), Stream.of(PLANS)).toList();

  private static Map<String, Duration> units() {
    var units = new LinkedHashMap<String, Duration>();
    for (var per : Per.values()) {
      units.put(per.name().toLowerCase(Locale.ROOT), per.duration());
    }
    return units;
  }

  /** Returns the names of the parts, as settings write them. */
  static Collection<String> names() {
    return NAMES;
  }

  /** Returns the names of the parts and {@link #PLANS}. */
  static Collection<String> namesBelowALimit() {
    return NAMES_BELOW_A_LIMIT;
  }

  /** Returns the name of this part, as settings write it. */
  String spelled() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the part of that name, or nothing if there is none. */
  static Optional<LimitPart> named(String name) {
    int index = NAMES.indexOf(name);
    return index < 0 ? Optional.empty() : Optional.of(values()[index]);
  }

  /**
   * Reads a value into a limit.
   *
   * @throws IllegalArgumentException if the value does not fit, saying what to write instead
   */
  void read(RawValue raw, LimitDraft limit) {
    switch (this) {
      case LIMIT -> limit.tokens(parse(raw, COUNT));
      case PER -> limit.unit(parse(raw, UNIT));
      case EVERY -> limit.every(parse(raw, POSITIVE));
      case BURST -> limit.burst(parse(raw, POSITIVE));
      case ALGORITHM -> limit.algorithm(parse(raw, WAY));
      case GAP -> limit.gap(parse(raw, SPAN));
      case COUNTREFUSED -> limit.countsRefused(parse(raw, FLAG));
      case LEASE -> limit.lease(parse(raw, SPAN));
    }
  }

  private static <T> T parse(RawValue raw, ValueKind<T> kind) {
    return raw.parse(kind, /* secret= */ false);
  }
}
