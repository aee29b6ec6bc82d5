package io.tollgate.bench;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What was decided over Redis, round by round. */
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

  private final Map<Case, Map<RedisPeer, List<Slice>>> slices = new HashMap<>();

  void add(Case which, RedisPeer peer, Slice slice) {
    slices
        .computeIfAbsent(which, first -> new EnumMap<>(RedisPeer.class))
        .computeIfAbsent(peer, first -> new ArrayList<>())
        .add(slice);
  }

  private List<Slice> rounds(Case which, RedisPeer peer) {
    return slices.getOrDefault(which, Map.of()).getOrDefault(peer, List.of());
  }

  Optional<Spread> perSecond(Case which, RedisPeer peer) {
    return spread(rounds(which, peer).stream().mapToDouble(Slice::perSecond).toArray());
  }

  Optional<Spread> p99Millis(Case which, RedisPeer peer) {
    return spread(
        rounds(which, peer).stream().mapToDouble(slice -> slice.p99Micros / 1e3).toArray());
  }

  Optional<Spread> scriptsPerDecision(Case which, RedisPeer peer) {
    return spread(rounds(which, peer).stream().mapToDouble(Slice::scriptsPerDecision).toArray());
  }

  /** Returns how many times as many decisions one makes as the other, within rounds. */
  Optional<Spread> ratio(Case which, RedisPeer one, RedisPeer other) {
    var ours = rounds(which, one);
    var theirs = rounds(which, other);
    var ratios = new double[Math.min(ours.size(), theirs.size())];
    for (int i = 0; i < ratios.length; i++) {
      ratios[i] = ours.get(i).perSecond() / theirs.get(i).perSecond();
    }
    return spread(ratios);
  }

  private static Optional<Spread> spread(double... rounds) {
    return rounds.length == 0 ? Optional.empty() : Optional.of(Spread.of(rounds));
  }
}
