package io.tollgate.redis;

import io.tollgate.Claim;
import io.tollgate.Decision;
import java.util.ArrayList;
import java.util.List;

/** Reads what {@code decide.lua} returns. */
final class ScriptAnswer {

  private static final int NUMBERS = 5;
  private static final long NANOS_PER_MICRO = 1_000;
  private static final long MOST_MICROS = Long.MAX_VALUE / NANOS_PER_MICRO;

  private ScriptAnswer() {}

  /** Tells whether the script lacks the algorithm that a bucket was counted by before. */
  static boolean isIncomplete(List<Long> numbers) {
    return numbers.size() == 1;
  }

  /** Returns the answer to each claim. */
  static List<Decision> each(List<Claim> claims, List<Long> numbers) {
    if (numbers.size() != NUMBERS * claims.size()) {
      throw new IllegalStateException(
          "Redis answered " + numbers.size() + " numbers to " + claims.size() + " claims");
    }
    var each = new ArrayList<Decision>(claims.size());
    for (int i = 0; i < claims.size(); i++) {
      each.add(one(claims.get(i), numbers, NUMBERS * i));
    }
    return each;
  }

  private static Decision one(Claim claim, List<Long> numbers, int place) {
    long remaining = numbers.get(place + 1);
    long reset = nanos(numbers.get(place + 2));
    long wait = nanos(numbers.get(place + 3));
    long lease = numbers.get(place + 4);
    int outcome = Math.toIntExact(numbers.get(place));
    return switch (outcome) {
      case 0 ->
          lease == 0
              ? Decision.delayed(claim, remaining, reset, wait)
              : Decision.leased(claim, remaining, reset, lease);
      case 1 -> Decision.refused(claim, remaining, reset, wait);
      case 2 -> Decision.neverFits(claim, remaining, reset);
      default -> throw new IllegalStateException("Redis answered an unknown outcome " + outcome);
    };
  }

  private static long nanos(long micros) {
    return Math.min(micros, MOST_MICROS) * NANOS_PER_MICRO;
  }
}
