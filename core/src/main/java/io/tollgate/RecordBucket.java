package io.tollgate;

import io.tollgate.Decision.Outcome;
import io.tollgate.algorithm.BucketAlgorithm;
import io.tollgate.algorithm.Concurrency;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A bucket whose state is an immutable record: the windows, the log, and calls under way. */
final class RecordBucket<S> extends Bucket {

  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(RecordBucket.class, "state", Object.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  final BucketAlgorithm<S> algorithm;

  /** When this bucket was made, in eighths of a second: as much as fits in beside the rest. */
  private final int madeAt;

  /** Null once retired. */
  private volatile @Nullable S state;

  private RecordBucket(
      int hash, Limit limit, String key, BucketAlgorithm<S> algorithm, int madeAt, S state) {
    super(hash, limit, key);
    this.algorithm = algorithm;
    this.madeAt = madeAt;
    this.state = state;
  }

  private static int eighths(long nanos) {
    return (int) (nanos >> SLACK_BITS);
  }

  static <S> Bucket usedUp(
      int hash, Limit limit, String key, BucketAlgorithm<S> algorithm, long now, long until) {
    var state = algorithm.usedUpUntil(now, until);
    return new RecordBucket<>(hash, limit, key, algorithm, eighths(now), state);
  }

  static <S> Bucket charged(
      int hash, Limit limit, String key, BucketAlgorithm<S> algorithm, long now, long taken) {
    var state = algorithm.charged(now, taken);
    return new RecordBucket<>(hash, limit, key, algorithm, eighths(now), state);
  }

  /**
   * It gives nothing back to calls before it, so it counts as made by more than the slack later.
   */
  static <S> Bucket changed(
      int hash, Limit limit, String key, BucketAlgorithm<S> algorithm, long now, long taken) {
    var state = algorithm.charged(now, taken);
    return new RecordBucket<>(hash, limit, key, algorithm, eighths(now) + 2, state);
  }

  @Override
  @Nullable Decision tryTake(long now, long cost) {
    while (true) {
      var seen = state;
      if (seen == null) {
        return null;
      }
      if (algorithm.waitNanos(seen, now, cost) > 0) {
        var refused = algorithm.refuse(seen, now, cost);
        if (replace(seen, refused)) {
          return new RecordDecision<>(Outcome.REFUSED, this, refused, now, cost);
        }
      } else {
        var taken = cost == 0 ? seen : algorithm.take(seen, now, cost);
        if (replace(seen, taken)) {
          return new RecordDecision<>(Outcome.ALLOWED, this, taken, now, cost);
        }
      }
    }
  }

  @Override
  boolean admits(long now, long cost) {
    var seen = state;
    return seen == null || algorithm.waitNanos(seen, now, cost) == 0;
  }

  @Override
  @Nullable Decision peek(long now, long cost) {
    var seen = state;
    if (seen == null) {
      return null;
    }
    long wait = algorithm.waitNanos(seen, now, cost);
    return new PlainDecision(
        wait == 0 ? Outcome.ALLOWED : Outcome.REFUSED,
        limit,
        cost,
        algorithm.remaining(seen, now),
        algorithm.freshAfterNanos(seen, now),
        wait,
        List.of());
  }

  @Override
  boolean tryGiveBack(Decision taken, long now) {
    // A decision of this bucket: the backend pairs the two.
    @SuppressWarnings("unchecked")
    var decision = (RecordDecision<S>) taken;
    while (true) {
      var seen = state;
      if (seen == null) {
        return false;
      }
      if (replace(seen, algorithm.giveBack(seen, decision.state(), taken.cost()))) {
        return true;
      }
    }
  }

  @Override
  boolean tryCharge(long now, long more) {
    while (true) {
      var seen = state;
      if (seen == null) {
        return false;
      }
      if (replace(seen, algorithm.charge(seen, now, more))) {
        return true;
      }
    }
  }

  @Override
  boolean tryRefund(Settlement settlement, long now) {
    long takenAt = now - settlement.elapsedNanos();
    long until = takenAt + settlement.resetNanos();
    while (true) {
      var seen = state;
      if (seen == null) {
        return false;
      }
      // One that was made after the call has nothing of what that took.
      if (eighths(takenAt) - madeAt < -1
          || replace(
              seen,
              algorithm.refund(seen, now, until, settlement.taken(), -settlement.difference()))) {
        return true;
      }
    }
  }

  @Override
  void countRefusal(long now, long cost) {
    while (true) {
      var seen = state;
      if (seen == null || replace(seen, algorithm.refuse(seen, now, cost))) {
        return;
      }
    }
  }

  /** Ends a lease, if it has not ended before; false once retired. */
  boolean tryEnd(long lease) {
    while (true) {
      var seen = state;
      if (seen == null) {
        return false;
      }
      if (!(seen instanceof Concurrency.Leases leases)) {
        return true;
      }
      // The state of a bucket of leases is leases, so S is too.
      @SuppressWarnings("unchecked")
      var without = (S) ((Concurrency) algorithm).end(leases, lease);
      if (replace(seen, without)) {
        return true;
      }
    }
  }

  @Override
  boolean isRetired() {
    return state == null;
  }

  @Override
  boolean tryRetireFresh(long now) {
    var seen = state;
    return seen != null
        && algorithm.freshAfterNanos(seen, now) == 0
        && !isHeld(seen, now)
        && STATE.compareAndSet(this, seen, null);
  }

  @Override
  long retireUnlessHeld(long now) {
    while (true) {
      var seen = state;
      if (seen == null || isHeld(seen, now)) {
        return 0;
      }
      if (STATE.compareAndSet(this, seen, null)) {
        return usedUpNanos(seen, now);
      }
    }
  }

  @Override
  void retire() {
    state = null;
  }

  @Override
  Bucket retireFor(Limit changed, Ticker clock) {
    var last = retired();
    long now = clock.read();
    if (last == null) {
      return changed(hash, changed, key, now, /* taken= */ 0);
    }
    var successor = Optional.ofNullable(changed.bucketAlgorithm()).flatMap(algorithm::continuedBy);
    if (successor.isPresent()) {
      return new RecordBucket<>(hash, changed, key, successor.get(), madeAt, last);
    }
    return changed(hash, changed, key, now, algorithm.taken(last, now));
  }

  @Override
  Bucket retireGivingBack(long cost, long now) {
    var last = retired();
    var left = last == null ? algorithm.fresh(now) : algorithm.giveBackLast(last, now, cost);
    return new RecordBucket<>(hash, limit, key, algorithm, madeAt, left);
  }

  @Override
  long usedUpNanos(long now) {
    return usedUpNanos(state, now);
  }

  private long usedUpNanos(@Nullable S seen, long now) {
    return seen == null || algorithm.maxCost() == 0
        ? 0
        : algorithm.waitNanos(seen, now, /* cost= */ 1);
  }

  @Override
  long freshAfterNanos(long now) {
    var seen = state;
    return seen == null ? 0 : algorithm.freshAfterNanos(seen, now);
  }

  @Override
  boolean isHeld(long now) {
    return isHeld(state, now);
  }

  /** A bucket made anew at the same reading would give the same number out again. */
  private static boolean isHeld(@Nullable Object seen, long now) {
    return seen instanceof Concurrency.Leases leases
        && (leases.isHeld() || leases.newest() - now >= 0);
  }

  // The handle is typed by erasure.
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private @Nullable S retired() {
    return (S) STATE.getAndSet(this, null);
  }

  // Identity is meant: an unchanged state needs no write.
  @SuppressWarnings("ReferenceEquality")
  private boolean replace(S seen, S changed) {
    return Objects.requireNonNull(changed) == seen || STATE.compareAndSet(this, seen, changed);
  }
}
