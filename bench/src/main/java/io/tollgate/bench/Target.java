package io.tollgate.bench;

import static java.util.stream.Collectors.toList;

import io.tollgate.bench.Figures.Subject;
import io.tollgate.bench.HotBucketBenchmark.Path;
import io.tollgate.bench.Traffic.Population;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What we want of Tollgate, and what was measured.
 *
 * @param wanted in words
 * @param verdict met, or what is missing
 */
record Target(String wanted, String measured, String verdict) {

  static final int[] THREADS = {1, 2};

  private static final double MANY_TIMES_BUCKET4J = 2.5;
  private static final double MANY_TIMES_BUCKET4J_WITHOUT_CACHE_HITS = 1.4;
  private static final double SHARE_OF_BYTES_PER_KEY = 0.4;
  private static final double BYTES_PER_DECISION = 64;

  static List<Target> judged(Figures figures, Map<Population, Map<KeyedPeer, BytesPerKey>> memory) {
    var targets = new ArrayList<Target>();
    for (int threads : THREADS) {
      targets.add(keyed(figures, Population.TEN_THOUSAND, threads, MANY_TIMES_BUCKET4J));
    }
    for (int threads : THREADS) {
      targets.add(
          keyed(figures, Population.MILLION, threads, MANY_TIMES_BUCKET4J_WITHOUT_CACHE_HITS));
    }
    for (var path : Path.values()) {
      for (int threads : THREADS) {
        targets.add(hot(figures, path, threads));
      }
    }
    memory.forEach((population, bytes) -> targets.add(memory(population, bytes)));
    targets.add(garbage(figures));
    return targets;
  }

  private static Target keyed(Figures figures, Population population, int threads, double atLeast) {
    return atLeast(
        population.label() + ", " + threads(threads) + ": × Bucket4j in Caffeine",
        atLeast,
        figures.ratio(
            Subject.keyed(KeyedPeer.TOLLGATE, population, threads),
            Subject.keyed(KeyedPeer.BUCKET4J, population, threads)));
  }

  private static Target hot(Figures figures, Path path, int threads) {
    var peers =
        Arrays.stream(HotPeer.values())
            .filter(peer -> peer.kind() == HotPeer.Kind.REFILLED_ON_CALL)
            .map(peer -> Subject.hot(peer, path, threads))
            .collect(toList());
    return atLeast(
        "hot bucket, "
            + path.name().toLowerCase(Locale.ROOT)
            + ", "
            + threads(threads)
            + ": × the fastest that refills on call",
        /* wanted= */ 1,
        figures.ratioToFastest(Subject.hot(HotPeer.TOLLGATE, path, threads), peers));
  }

  private static Target memory(Population population, Map<KeyedPeer, BytesPerKey> bytes) {
    var ours = bytes.get(KeyedPeer.TOLLGATE);
    var theirs = bytes.get(KeyedPeer.BUCKET4J);
    return atMost(
        population.label() + ": bytes per key ÷ those of Bucket4j in Caffeine",
        SHARE_OF_BYTES_PER_KEY,
        ours == null || theirs == null
            ? Optional.empty()
            : Optional.of(Spread.of(ours.withKey() / theirs.withKey())));
  }

  private static Target garbage(Figures figures) {
    return atMost(
        "bytes allocated per decision beyond the key",
        BYTES_PER_DECISION,
        figures.bytesBeyond(
            Subject.keyed(KeyedPeer.TOLLGATE, Population.TEN_THOUSAND, 1),
            Subject.key(Population.TEN_THOUSAND, 1)));
  }

  static String threads(int threads) {
    return threads == 1 ? "1 thread" : threads + " threads";
  }

  private static Target atLeast(String what, double wanted, Optional<Spread> measured) {
    return atLeast(what, wanted, measured, "round");
  }

  /**
   * Returns a target that is met from a figure on.
   *
   * @param each what the figures are of: a round, a fleet
   */
  static Target atLeast(String what, double wanted, Optional<Spread> measured, String each) {
    return new Target(
        what + ", at least " + Spread.number(wanted),
        measured.map(Spread::text).orElse(Page.NOT_MEASURED),
        measured
            .map(spread -> verdict(spread, figure -> figure >= wanted, each))
            .orElse(Page.NOT_MEASURED));
  }

  private static Target atMost(String what, double wanted, Optional<Spread> measured) {
    return new Target(
        what + ", at most " + Spread.number(wanted),
        measured.map(Spread::text).orElse(Page.NOT_MEASURED),
        measured
            .map(spread -> verdict(spread, figure -> figure <= wanted, "round"))
            .orElse(Page.NOT_MEASURED));
  }

  /** Returns whether a target is met, and if not always how often. */
  static String verdict(Spread spread, Predicate<Double> isMet, String each) {
    int all = spread.measured().size();
    long met = spread.measured().stream().filter(isMet).count();
    if (met == all) {
      return "met";
    }
    if (met == 0) {
      return "**missed**";
    }
    var often = "in " + met + " of " + all + " " + each + "s";
    return isMet.test(spread.median()) ? "met at the median, " + often : "**missed**, met " + often;
  }
}
