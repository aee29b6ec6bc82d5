package io.tollgate;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A limit while it is being read, from one text or from several parts. */
final class LimitDraft {

  private @Nullable Long tokens;
  private @Nullable Duration unit;
  private @Nullable Long every;
  private @Nullable Long burst;
  private @Nullable Algorithm algorithm;
  private @Nullable Duration gap;
  private boolean countsRefused;
  private @Nullable Duration lease;

  void tokens(long tokens) {
    this.tokens = tokens;
  }

  /** States the unit of the period, of which there is one unless {@link #every} says more. */
  void unit(Duration unit) {
    this.unit = unit;
  }

  void every(long every) {
    this.every = every;
  }

  void burst(long burst) {
    this.burst = burst;
  }

  void algorithm(Algorithm algorithm) {
    this.algorithm = algorithm;
  }

  void gap(Duration gap) {
    this.gap = gap;
  }

  void countsRefused(boolean countsRefused) {
    this.countsRefused = countsRefused;
  }

  void lease(Duration lease) {
    this.lease = lease;
  }

  /**
   * Returns the limit.
   *
   * @throws IllegalArgumentException if something is missing, contradicts or cannot be kept
   */
  Limit named(String name) {
    return named(name, name);
  }

  /**
   * Returns the limit.
   *
   * @param setting what settings call it below {@code tollgate.limits}
   * @throws IllegalArgumentException if something is missing, contradicts or cannot be kept
   */
  Limit named(String name, String setting) {
    if (tokens == null) {
      throw missing(setting, "limit");
    }
    var limit = algorithm == Algorithm.CONCURRENCY ? concurrent(tokens) : rate(setting, tokens);
    if (burst != null) {
      limit = limit.burst(burst);
    }
    if (gap != null) {
      limit = limit.minimumGap(gap);
    }
    if (countsRefused) {
      limit = limit.countingRefused();
    }
    if (lease != null) {
      limit = limit.lease(lease);
    }
    return limit.named(name);
  }

  private Limit concurrent(long max) {
    if (unit != null || every != null) {
      throw new IllegalArgumentException(
          "concurrency counts calls under way and has no period; leave the period out");
    }
    return Limit.concurrent(max);
  }

  private Limit rate(String setting, long tokens) {
    if (unit == null) {
      throw missing(setting, "per");
    }
    var limit = Limit.of(tokens).per(period(unit, every == null ? 1 : every));
    return algorithm == null ? limit : limit.algorithm(algorithm);
  }

  private static Duration period(Duration unit, long count) {
    try {
      return unit.multipliedBy(count);
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException("the period is too long to be counted", e);
    }
  }

  private static IllegalArgumentException missing(String setting, String part) {
    return new IllegalArgumentException(
        String.format(
            "the limit is incomplete; add %s.%s.%s",
            SettingNames.LIMITS, Problems.shown(setting), part));
  }
}
