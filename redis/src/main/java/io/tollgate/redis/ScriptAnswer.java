package io.tollgate.redis;

import io.tollgate.Claim;
import io.tollgate.Decision;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** Makes decisions of what the scripts reply. */
final class ScriptAnswer {

  private static final int NUMBERS = 5;
  private static final long NANOS_PER_MICRO = 1_000;
  private static final long MOST_MICROS = Long.MAX_VALUE / NANOS_PER_MICRO;

  private ScriptAnswer() {}

  /** Returns what {@code decide.lua} answers to each claim. */
  static List<Decision> each(List<Claim> claims, byte[] reply) {
    var numbers = doubles(reply);
    if (reply.length != NUMBERS * Double.BYTES * claims.size()) {
      throw new IllegalStateException(
          "Redis answered " + reply.length + " bytes to " + claims.size() + " claims");
    }
    var each = new ArrayList<Decision>(claims.size());
    for (var claim : claims) {
      each.add(one(claim, numbers));
    }
    return each;
  }

  private static Decision one(Claim claim, ByteBuffer numbers) {
    int outcome = (int) numbers.getDouble();
    long remaining = (long) numbers.getDouble();
    long reset = nanos((long) numbers.getDouble());
    long wait = nanos((long) numbers.getDouble());
    long lease = (long) numbers.getDouble();
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

  /**
   * Returns what {@code quick.lua} answers to each claim.
   *
   * @param limits those of the claims
   * @param taking whether claims that were allowed were taken as well
   */
  static List<Decision> quick(
      List<Claim> claims, LimitNumbers[] limits, boolean taking, byte[] reply) {
    var numbers = doubles(reply);
    var states = new QuickState[limits.length];
    boolean allowed = true;
    for (int i = 0; i < limits.length; i++) {
      allowed = numbers.getDouble() == 1;
      states[i] = limits[i].read(numbers, /* now= */ (long) numbers.getDouble());
    }
    var each = new ArrayList<Decision>(claims.size());
    for (int i = 0; i < limits.length; i++) {
      each.add(quick(claims.get(i), limits[i], states[i], allowed && taking));
    }
    return each;
  }

  private static Decision quick(Claim claim, LimitNumbers limit, QuickState state, boolean taken) {
    if (taken) {
      var after = state.after(claim.cost());
      return Decision.delayed(
          claim, after.remaining(), nanos(after.reset()), nanos(state.delay(claim.cost())));
    }
    long remaining = state.remaining();
    long reset = nanos(state.reset());
    if (claim.cost() > limit.maxCost()) {
      return Decision.neverFits(claim, remaining, reset);
    }
    long wait = nanos(state.waitFor(claim.cost()));
    return wait == 0
        ? Decision.allowed(claim, remaining, reset)
        : Decision.refused(claim, remaining, reset, wait);
  }

  private static ByteBuffer doubles(byte[] reply) {
    return ByteBuffer.wrap(reply).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static long nanos(long micros) {
    return Math.min(micros, MOST_MICROS) * NANOS_PER_MICRO;
  }
}
