package io.tollgate.bench;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * What the variants did under load, slice by slice.
 *
 * <p>Slices of one round stand beside each other and are compared; rounds of the same JVMs make a
 * fleet. A JVM may be lucky with what it compiles, for as long as it lives, so the rounds of a
 * fleet count as one figure, and the spread is that of fleets.
 *
 * @param <V> the variants
 */
final class LoadFigures<V> {

  /** What one variant did in one slice of time. */
  record Slice(long requests, long nanos, long cpuNanos) {

    double requestsPerSecond() {
      return requests * 1e9 / nanos;
    }

    private Slice plus(Slice other) {
      return new Slice(requests + other.requests, nanos + other.nanos, cpuNanos + other.cpuNanos);
    }

    /** Over several slices only: some processes tell their CPU time in hundredths of a second. */
    private double cpuMicros() {
      return cpuNanos / 1e3 / requests;
    }
  }

  /** Rounds of each variant of each fleet. */
  private final List<Map<V, List<Slice>>> fleets = new ArrayList<>();

  void beginFleet() {
    fleets.add(new HashMap<>());
  }

  void add(V variant, Slice slice) {
    fleets.get(fleets.size() - 1).computeIfAbsent(variant, first -> new ArrayList<>()).add(slice);
  }

  /** Returns how many requests a second a variant answered. */
  Optional<Spread> requestsPerSecond(V variant) {
    return spread(
        variant, rounds -> median(rounds.stream().map(Slice::requestsPerSecond).toList()));
  }

  /** Returns how many microseconds of CPU time the server took for a request. */
  Optional<Spread> cpuMicros(V variant) {
    return spread(variant, LoadFigures::cpuMicros);
  }

  /** Returns the requests a second of a variant in percent of another's, within rounds. */
  Optional<Spread> percent(V variant, V other) {
    return compared(
        variant,
        other,
        (ours, theirs) -> {
          var ratios = new ArrayList<Double>();
          for (int i = 0; i < Math.min(ours.size(), theirs.size()); i++) {
            ratios.add(100 * ours.get(i).requestsPerSecond() / theirs.get(i).requestsPerSecond());
          }
          return median(ratios);
        });
  }

  /** Returns the CPU time per request of a variant in percent of another's. */
  Optional<Spread> cpuPercent(V variant, V other) {
    return compared(variant, other, (ours, theirs) -> 100 * cpuMicros(ours) / cpuMicros(theirs));
  }

  /** Returns how many microseconds of CPU time a request takes more than another's. */
  Optional<Spread> cpuMicrosBeyond(V variant, V other) {
    return compared(variant, other, (ours, theirs) -> cpuMicros(ours) - cpuMicros(theirs));
  }

  private static double cpuMicros(List<Slice> rounds) {
    return rounds.stream().reduce(Slice::plus).orElseThrow().cpuMicros();
  }

  private Optional<Spread> spread(V variant, Function<List<Slice>, Double> figure) {
    return compared(variant, variant, (rounds, same) -> figure.apply(rounds));
  }

  private Optional<Spread> compared(
      V variant, V other, BiFunction<List<Slice>, List<Slice>, Double> comparison) {
    var figures =
        fleets.stream()
            .filter(fleet -> fleet.containsKey(variant) && fleet.containsKey(other))
            .mapToDouble(fleet -> comparison.apply(fleet.get(variant), fleet.get(other)))
            .toArray();
    return figures.length == 0 ? Optional.empty() : Optional.of(Spread.of(figures));
  }

  private static double median(List<Double> figures) {
    return Spread.of(figures.stream().mapToDouble(Double::doubleValue).toArray()).median();
  }

  /**
   * Returns how likely it is, in percent and rounded down to tenths, that the median of all fleets
   * there could be lies within the lowest and the highest of so many: it does unless all are on the
   * same side of it.
   */
  static double confidencePercent(int fleets) {
    return Math.floor(1_000 * (1 - Math.pow(0.5, fleets - 1.0))) / 10;
  }
}
