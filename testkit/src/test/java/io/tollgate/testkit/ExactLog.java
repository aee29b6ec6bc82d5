package io.tollgate.testkit;

import io.tollgate.testkit.Trace.Call;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/** At most so many tokens in any window, by looking at every call of the window, every time. */
final class ExactLog {

  private final long limit;
  private final long windowNanos;
  private final Map<String, Deque<Call>> logs = new HashMap<>();

  private ExactLog(long limit, long windowNanos) {
    this.limit = limit;
    this.windowNanos = windowNanos;
  }

  /** Decides a trace where admitted calls are counted. */
  static String decided(Trace trace, long limit, long windowNanos) {
    return row(trace, new ExactLog(limit, windowNanos), /* countsRefused= */ false);
  }

  /** Decides a trace where every call is counted. */
  static String estimated(Trace trace, long limit, long windowNanos) {
    return row(trace, new ExactLog(limit, windowNanos), /* countsRefused= */ true);
  }

  private static String row(Trace trace, ExactLog log, boolean countsRefused) {
    var row = new StringBuilder();
    for (var call : trace.calls()) {
      boolean admits = log.admits(call);
      if (admits || countsRefused) {
        log.calls(call.key()).addLast(call);
      }
      row.append(admits ? 'A' : 'R');
    }
    return row.toString();
  }

  private boolean admits(Call call) {
    var calls = calls(call.key());
    calls.removeIf(earlier -> call.nanos() - earlier.nanos() >= windowNanos);
    return calls.stream().mapToLong(Call::cost).sum() + call.cost() <= limit;
  }

  private Deque<Call> calls(String key) {
    return logs.computeIfAbsent(key, any -> new ArrayDeque<>());
  }
}
