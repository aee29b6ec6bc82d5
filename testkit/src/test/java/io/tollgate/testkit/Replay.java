package io.tollgate.testkit;

import io.tollgate.Limit;
import io.tollgate.Limiter;
import io.tollgate.LocalBackend;
import io.tollgate.algorithm.BucketAlgorithm;
import io.tollgate.testkit.Trace.Call;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/** Traces decided again on virtual time, as rows of admitted and refused calls: {@code "AAARR"}. */
final class Replay {

  private Replay() {}

  /** Decides a trace by Tollgate, with windows where they were when the calls came. */
  static String decided(Trace trace, Limit limit) {
    var time = new AtomicLong(trace.calls().get(0).nanos());
    var backend =
        new LocalBackend(
            /* maxKeys= */ 100_000, time::get, () -> Instant.ofEpochSecond(0, time.get()));
    var row = new StringBuilder();
    try (var limiter = Limiter.builder().local(backend).build()) {
      for (var call : trace.calls()) {
        time.set(call.nanos());
        row.append(limiter.decide(limit, call.key(), call.cost()).allowed() ? 'A' : 'R');
      }
    }
    return row.toString();
  }

  /** Decides a trace where every call is counted, so that each decision stands by itself. */
  static <S> String estimated(Trace trace, BucketAlgorithm<S> algorithm) {
    var states = new HashMap<String, S>();
    var row = new StringBuilder();
    for (var call : trace.calls()) {
      var state = states.computeIfAbsent(call.key(), key -> algorithm.fresh(call.nanos()));
      row.append(algorithm.waitNanos(state, call.nanos(), call.cost()) == 0 ? 'A' : 'R');
      states.put(call.key(), algorithm.take(state, call.nanos(), call.cost()));
    }
    return row.toString();
  }

  static long admitted(String row) {
    return row.chars().filter(decision -> decision == 'A').count();
  }

  /** Returns the calls that were decided differently. */
  static List<Call> differences(Trace trace, String one, String other) {
    return IntStream.range(0, trace.calls().size())
        .filter(i -> one.charAt(i) != other.charAt(i))
        .mapToObj(trace.calls()::get)
        .toList();
  }
}
