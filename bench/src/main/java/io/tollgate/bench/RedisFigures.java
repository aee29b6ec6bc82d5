package io.tollgate.bench;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * What was decided over Redis.
 *
 * <p>Everybody has many short slices of time. Those of one round stand beside each other and are
 * compared, so that a slow moment of the machine hits all alike; rounds of the same JVMs make a
 * fleet and count as one figure, their median.
 */
final class RedisFigures {

  /** How many callers there are, and how many threads call for them. */
  record Case(Crowd crowd, int threads) {}

  /** Who calls. */
  enum Crowd {
    ONE("one hot key", 1),
    MANY("100,000 keys", 100_000);

    private final String label;
    private final int callers;

    Crowd(String label, int callers) {
      this.label = label;
      this.callers = callers;
    }

    String label() {
      return label;
    }

    int callers() {
      return callers;
    }
  }

  /**
   * What one peer did in one slice of time.
   *
   * @param p99Micros how long the slowest hundredth of the calls took at least
   * @param scripts how many scripts Redis ran
   */
  record Slice(long decisions, long nanos, double p99Micros, long scripts) {

    double perSecond() {
      return decisions * 1e9 / nanos;
    }

    double scriptsPerDecision() {
      return (double) scripts / decisions;
    }
  }

  /** Rounds of each peer in each case, of each fleet. */
  private final List<Map<Case, Map<RedisPeer, List<Slice>>>> fleets = new ArrayList<>();

  void beginFleet() {
    fleets.add(new HashMap<>());
  }

  void add(Case which, RedisPeer peer, Slice slice) {
    fleets
        .get(fleets.size() - 1)
        .computeIfAbsent(which, first -> new EnumMap<>(RedisPeer.class))
        .computeIfAbsent(peer, first -> new ArrayList<>())
        .add(slice);
  }

  Optional<Spread> perSecond(Case which, RedisPeer peer) {
    return spread(which, peer, Slice::perSecond);
  }

  Optional<Spread> p99Millis(Case which, RedisPeer peer) {
    return spread(which, peer, slice -> slice.p99Micros / 1e3);
  }

  Optional<Spread> scriptsPerDecision(Case which, RedisPeer peer) {
    return spread(which, peer, Slice::scriptsPerDecision);
  }

  private Optional<Spread> spread(Case which, RedisPeer peer, ToDoubleFunction<Slice> figure) {
    return spread(
        which,
        rounds -> rounds.getOrDefault(peer, List.of()).stream().mapToDouble(figure).toArray());
  }

  /** Returns how many times as many decisions one makes as the other, within rounds. */
  Optional<Spread> ratio(Case which, RedisPeer one, RedisPeer other) {
    return spread(
        which,
        rounds -> {
          var ours = rounds.getOrDefault(one, List.of());
          var theirs = rounds.getOrDefault(other, List.of());
          return IntStream.range(0, Math.min(ours.size(), theirs.size()))
              .mapToDouble(i -> ours.get(i).perSecond() / theirs.get(i).perSecond())
              .toArray();
        });
  }

  /** Rerounds the medians of the rounds of each fleet. */
  private Optional<Spread> spread(Case which, Function<Map<RedisPeer, List<Slice>>, double[]> of) {
    var medians =
        fleets.stream()
            .map(fleet -> of.apply(fleet.getOrDefault(which, Map.of())))
            .filter(rounds -> rounds.length > 0)
            .mapToDouble(rounds -> Spread.of(rounds).median())
            .toArray();
    return medians.length == 0 ? Optional.empty() : Optional.of(Spread.of(medians));
  }
}
