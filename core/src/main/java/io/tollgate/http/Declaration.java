package io.tollgate.http;

import io.tollgate.Algorithm;
import io.tollgate.ConcurrencyLimited;
import io.tollgate.CostFunction;
import io.tollgate.Durations;
import io.tollgate.Limit;
import io.tollgate.OnLimit;
import io.tollgate.Phase;
import io.tollgate.RateLimited;
import io.tollgate.Rule;
import java.time.Duration;
import java.util.Optional;

/**
 * A limit as an annotation or a rule declares it, still without what settings say about its
 * numbers.
 *
 * @param spelling the annotation as it stands in the source: {@code @RateLimited(cost = 30)}; empty
 *     for a rule
 * @param place what it stands on
 * @param limit the numbers, if it states them
 * @param bucket the name of the bucket; none for a bucket of the endpoint's own
 * @param maxWait how long a call may wait for its turn; empty if it is refused instead
 */
record Declaration(
    String spelling,
    String place,
    Optional<Limit> limit,
    Optional<String> bucket,
    KeySpec key,
    long cost,
    Optional<Class<? extends CostFunction>> costFunction,
    boolean settle,
    boolean refundErrors,
    Phase phase,
    boolean shadow,
    Optional<Duration> maxWait) {

  /** What a thread, a connection and a caller's patience stand. */
  private static final Duration LONGEST_WAIT = Duration.ofHours(1);

  /** The budget that an annotation without limit and bucket draws on. */
  static final String SHARED = Rule.SHARED;

  /**
   * Reads an annotation.
   *
   * @throws IllegalArgumentException if it contradicts itself, saying what to change
   */
  static Declaration of(RateLimited annotation, String place) {
    boolean stated = annotation.limit() != RateLimited.UNSTATED;
    checkNumbers(annotation, stated);
    boolean function = annotation.costFunction() != CostFunction.class;
    var key = KeySpec.of(annotation.key(), annotation.by(), annotation.resolver());
    if (annotation.phase() == Phase.BEFORE_AUTHENTICATION && key.needsUser()) {
      throw new IllegalArgumentException(
          "the user is not known before authentication; use key = IP or GLOBAL, or leave phase out");
    }
    var bucket = annotation.bucket().isEmpty() && !stated ? SHARED : annotation.bucket();
    return new Declaration(
        Spelling.of(annotation),
        place,
        stated ? Optional.of(limit(annotation)) : Optional.empty(),
        bucket.isEmpty() ? Optional.empty() : Optional.of(bucket),
        key,
        annotation.cost(),
        function ? Optional.of(annotation.costFunction()) : Optional.empty(),
        annotation.settle(),
        annotation.refundErrors(),
        annotation.phase(),
        annotation.shadow(),
        maxWait(annotation));
  }

  private static Optional<Duration> maxWait(RateLimited annotation) {
    var text = annotation.maxWait();
    if (annotation.onLimit() == OnLimit.REFUSE) {
      if (!text.isEmpty()) {
        throw new IllegalArgumentException(
            "maxWait without onLimit says nothing; state onLimit = WAIT too");
      }
      return Optional.empty();
    }
    if (text.isEmpty()) {
      throw new IllegalArgumentException(
          "nobody says how long calls may wait; state maxWait, such as maxWait = \"2s\"");
    }
    var wait = Durations.parse(text);
    if (wait.isEmpty()) {
      throw new IllegalArgumentException("maxWait is not a duration; write 500ms, 2s or 1m");
    }
    boolean tooLong = wait.get().compareTo(LONGEST_WAIT) > 0;
    if (wait.get().isNegative() || wait.get().isZero() || tooLong) {
      throw new IllegalArgumentException(
          "maxWait is out of range; write more than 0 and at most 1h");
    }
    return wait;
  }

  private static void checkNumbers(RateLimited annotation, boolean stated) {
    if (annotation.cost() < 0) {
      throw new IllegalArgumentException(
          "cost is negative, and a call cannot put tokens in; state 0 or more");
    }
    if (annotation.limit() < 0 && stated) {
      throw new IllegalArgumentException("limit is negative; state 0 or more");
    }
    if (annotation.burst() < 0 && annotation.burst() != RateLimited.UNSTATED) {
      throw new IllegalArgumentException("burst is negative; state 1 or more, or leave it out");
    }
    if (!stated && annotation.burst() != RateLimited.UNSTATED) {
      throw new IllegalArgumentException(
          "burst without limit says nothing; state limit too, or burst in the settings");
    }
    if (!stated && annotation.every() != 1) {
      throw new IllegalArgumentException(
          "every without limit says nothing; state limit too, or every in the settings");
    }
    if (!stated && annotation.algorithm() != Algorithm.TOKEN_BUCKET) {
      throw new IllegalArgumentException(
          "algorithm without limit says nothing; state limit too, or algorithm in the settings");
    }
    if (annotation.algorithm() == Algorithm.CONCURRENCY) {
      throw new IllegalArgumentException(
          "calls under way have an annotation of their own;"
              + " use @ConcurrencyLimited(max = "
              + annotation.limit()
              + ")");
    }
    if (annotation.every() < 1) {
      throw new IllegalArgumentException("every is " + annotation.every() + "; state 1 or more");
    }
    if (annotation.bucket().equals(SHARED) && stated) {
      throw new IllegalArgumentException(
          "the shared budget \"default\" is sized by the settings; set tollgate.limits.default and"
              + " leave limit out, or choose another bucket");
    }
  }

  private static Limit limit(RateLimited annotation) {
    var limit =
        Limit.of(annotation.limit())
            .every(annotation.every(), annotation.per())
            .algorithm(annotation.algorithm());
    return annotation.burst() == RateLimited.UNSTATED ? limit : limit.burst(annotation.burst());
  }

  /**
   * Reads an annotation.
   *
   * @throws IllegalArgumentException if it contradicts itself, saying what to change
   */
  static Declaration of(ConcurrencyLimited annotation, String place) {
    if (annotation.leaseSeconds() < 1) {
      throw new IllegalArgumentException(
          "leaseSeconds is " + annotation.leaseSeconds() + "; state 1 or more, or leave it out");
    }
    return new Declaration(
        Spelling.of(annotation),
        place,
        Optional.of(
            Limit.concurrent(annotation.max())
                .lease(Duration.ofSeconds(annotation.leaseSeconds()))),
        annotation.bucket().isEmpty() ? Optional.empty() : Optional.of(annotation.bucket()),
        KeySpec.of(annotation.key(), annotation.by(), annotation.resolver()),
        /* cost= */ 1,
        /* costFunction= */ Optional.empty(),
        /* settle= */ false,
        /* refundErrors= */ false,
        Phase.AFTER_AUTHENTICATION,
        annotation.shadow(),
        /* maxWait= */ Optional.empty());
  }

  boolean isConcurrency() {
    return limit.isPresent() && limit.get().algorithm() == Algorithm.CONCURRENCY;
  }

  /**
   * Tells whether the other one, farther from the method, gives way to this one. A trial with a
   * bucket of its own takes nothing away that is in force; on a bucket with a name it says that the
   * charge on that is a trial, because a call is not charged twice there.
   */
  boolean replaces(Declaration farther) {
    boolean trial = shadow && !farther.shadow && bucket.isEmpty();
    return !trial
        && bucket.equals(farther.bucket)
        && isConcurrency() == farther.isConcurrency()
        && hasKeyOf(farther);
  }

  /** What is asked before authentication does not know a user whom the other one knows. */
  private boolean hasKeyOf(Declaration other) {
    return phase == other.phase ? key.paysAs(other.key) : key.equals(other.key);
  }

  /** Begins a message about this declaration. */
  String where() {
    return spelling.isEmpty() ? place + ": " : spelling + " on " + place + ": ";
  }
}
