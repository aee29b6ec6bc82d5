package io.tollgate.bench;

import io.tollgate.bench.HotBucketBenchmark.Path;
import io.tollgate.bench.Traffic.Population;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.DoubleBinaryOperator;
import java.util.function.ToDoubleFunction;
import org.openjdk.jmh.results.RunResult;

/** All that was measured, round by round. */
final class Figures {

  /** One thing that is measured once in each round. */
  record Subject(String benchmark, String peer, String variant, int threads) {

    static Subject hot(HotPeer peer, Path path, int threads) {
      return new Subject(
          HotBucketBenchmark.class.getName() + ".decide", peer.name(), path.name(), threads);
    }

    static Subject keyed(KeyedPeer peer, Population population, int threads) {
      return new Subject(
          KeyedBenchmark.class.getName() + ".decide", peer.name(), population.name(), threads);
    }

    static Subject clock(int threads) {
      return new Subject(BaselineBenchmark.class.getName() + ".clock", "", "", threads);
    }

    static Subject key(Population population, int threads) {
      return new Subject(
          BaselineBenchmark.class.getName() + ".key", "", population.name(), threads);
    }

    private static Subject of(RunResult result) {
      var params = result.getParams();
      var variant = param(result, "path") + param(result, "population");
      return new Subject(
          params.getBenchmark(), param(result, "peer"), variant, params.getThreads());
    }

    private static String param(RunResult result, String name) {
      var value = result.getParams().getParam(name);
      return value == null ? "" : value;
    }
  }

  private record Figure(double callsPerMicro, double bytesPerCall) {}

  private final Map<Subject, List<Figure>> rounds = new HashMap<>();

  void add(RunResult result) {
    var allocated =
        Objects.requireNonNull(
            result.getSecondaryResults().get("gc.alloc.rate.norm"), "run with JMH's GC profiler");
    add(Subject.of(result), result.getPrimaryResult().getScore(), allocated.getScore());
  }

  void add(Subject subject, double callsPerMicro, double bytesPerCall) {
    rounds
        .computeIfAbsent(subject, first -> new ArrayList<>())
        .add(new Figure(callsPerMicro, bytesPerCall));
  }

  /** Returns how many millions of calls a second all threads together made. */
  Optional<Spread> millionsPerSecond(Subject subject) {
    return spread(subject, Figure::callsPerMicro);
  }

  /** Returns how many bytes a call allocated. */
  Optional<Spread> bytesPerCall(Subject subject) {
    return spread(subject, Figure::bytesPerCall);
  }

  private Optional<Spread> spread(Subject subject, ToDoubleFunction<Figure> figure) {
    return Optional.ofNullable(rounds.get(subject))
        .map(all -> Spread.of(all.stream().mapToDouble(figure).toArray()));
  }

  /** Returns how many times as fast as the other a subject was, compared round by round. */
  Optional<Spread> ratio(Subject subject, Subject other) {
    return ratioToFastest(subject, List.of(other));
  }

  /** Returns how many times as fast a subject was as whoever was fastest in each round. */
  Optional<Spread> ratioToFastest(Subject subject, List<Subject> others) {
    return others.stream()
        .map(other -> compared(subject, other, Figure::callsPerMicro, (a, b) -> a / b))
        .flatMap(Optional::stream)
        .reduce(Figures::least)
        .map(Spread::of);
  }

  /** Returns how many bytes more than the other a subject allocated, compared round by round. */
  Optional<Spread> bytesBeyond(Subject subject, Subject other) {
    return compared(subject, other, Figure::bytesPerCall, (a, b) -> a - b).map(Spread::of);
  }

  private Optional<double[]> compared(
      Subject subject,
      Subject other,
      ToDoubleFunction<Figure> figure,
      DoubleBinaryOperator comparison) {
    var ours = rounds.getOrDefault(subject, List.of());
    var theirs = rounds.getOrDefault(other, List.of());
    var compared = new double[Math.min(ours.size(), theirs.size())];
    for (int i = 0; i < compared.length; i++) {
      compared[i] =
          comparison.applyAsDouble(
              figure.applyAsDouble(ours.get(i)), figure.applyAsDouble(theirs.get(i)));
    }
    return compared.length == 0 ? Optional.empty() : Optional.of(compared);
  }

  private static double[] least(double[] some, double[] others) {
    var least = new double[Math.min(some.length, others.length)];
    for (int i = 0; i < least.length; i++) {
      least[i] = Math.min(some[i], others[i]);
    }
    return least;
  }
}
