package io.tollgate.rules;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;

/**
 * What rules did in the last minutes, second by second, on all hosts together.
 *
 * <p>Bounded: so many rules are told apart, and calls of further ones are one series.
 */
final class Live {

  static final int SECONDS = 300;
  private static final int MAX_SERIES = 500;
  private static final int MAX_SHOWN = 50;
  private static final String OTHERS = "(others)";

  private final Map<String, Series> series = new HashMap<>();

  /** Adds calls that were decided about now. */
  synchronized void add(String rule, long second, long allowed, long refused, long shadowed) {
    if (allowed == 0 && refused == 0 && shadowed == 0) {
      return;
    }
    if (series.size() >= MAX_SERIES && !series.containsKey(rule)) {
      series.values().removeIf(one -> one.last <= second - SECONDS);
    }
    boolean full = series.size() >= MAX_SERIES && !series.containsKey(rule);
    var one = series.computeIfAbsent(full ? OTHERS : rule, name -> new Series());
    one.at(second);
    int slot = slot(second);
    one.allowed[slot] += allowed;
    one.refused[slot] += refused;
    one.shadowed[slot] += shadowed;
  }

  /** Puts the busiest series into JSON, the oldest second first, up to {@code now}. */
  synchronized void write(ObjectNode json, long now, int seconds) {
    var rules = json.putObject("rules");
    series.values().forEach(one -> one.at(now));
    series.entrySet().stream()
        .filter(entry -> entry.getValue().sum() > 0)
        .sorted(
            Comparator.comparing((Map.Entry<String, Series> entry) -> -entry.getValue().sum())
                .thenComparing(Map.Entry::getKey))
        .limit(MAX_SHOWN)
        .forEach(
            entry -> {
              var one = rules.putObject(entry.getKey());
              write(one.putArray("allowed"), entry.getValue().allowed, now, seconds);
              write(one.putArray("refused"), entry.getValue().refused, now, seconds);
              write(one.putArray("shadowed"), entry.getValue().shadowed, now, seconds);
            });
  }

  private static void write(ArrayNode array, long[] counts, long now, int seconds) {
    for (long second = now - seconds + 1; second <= now; second++) {
      array.add(counts[slot(second)]);
    }
  }

  private static int slot(long second) {
    return Math.floorMod(second, SECONDS);
  }

  /** A ring of seconds. */
  private static final class Series {

    private final long[] allowed = new long[SECONDS];
    private final long[] refused = new long[SECONDS];
    private final long[] shadowed = new long[SECONDS];
    private long last = Long.MIN_VALUE;

    /** Forgets what the ring held for the seconds that have begun since. */
    void at(long second) {
      long from = last == Long.MIN_VALUE ? second : Math.max(last + 1, second - SECONDS + 1);
      for (long begun = from; begun <= second; begun++) {
        allowed[slot(begun)] = 0;
        refused[slot(begun)] = 0;
        shadowed[slot(begun)] = 0;
      }
      last = Math.max(last, second);
    }

    long sum() {
      long sum = 0;
      for (int i = 0; i < SECONDS; i++) {
        sum += allowed[i] + refused[i] + shadowed[i];
      }
      return sum;
    }
  }
}
