package io.tollgate;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Which limit, key and cost apply to which calls.
 *
 * <p>What a rule leaves open is said by the next rule or annotation that holds for a call and draws
 * on the same bucket.
 *
 * @param name what it is called; also its bucket, if it states a limit and no bucket
 * @param match which calls it is for
 * @param bucket the bucket that it shares, if it does
 * @param limit the numbers, if it states them, under the name of the bucket
 * @param plans the numbers for callers who have a plan, under the name of the bucket
 * @param times by how much it multiplies the limit that holds without it
 * @param keys who pays, by the kinds that are built in
 * @param by who pays, by parts of the request
 * @param cost how many tokens a call takes
 * @param mode whether it refuses, only counts, or is switched off
 * @param onLimit what becomes of calls beyond the limit
 * @param maxWait how long a call may wait for its turn
 * @param refundErrors whether a call that fails with a server error gets its tokens back
 * @param allow whether its calls pay nothing
 * @param deny whether its calls are turned away
 * @param from when it begins to hold
 * @param until when it ends
 */
public record Rule(
    String name,
    RuleMatch match,
    Optional<String> bucket,
    Optional<Limit> limit,
    Map<String, Limit> plans,
    Optional<Long> times,
    List<Key> keys,
    List<String> by,
    Optional<Long> cost,
    Optional<Mode> mode,
    Optional<OnLimit> onLimit,
    Optional<Duration> maxWait,
    Optional<Boolean> refundErrors,
    boolean allow,
    boolean deny,
    Optional<Instant> from,
    Optional<Instant> until) {

  /** The budget that a rule without limit and bucket draws on. */
  public static final String SHARED = "default";

  /** Keeps lists and maps as they are now. */
  public Rule {
    plans = Collections.unmodifiableMap(new TreeMap<>(plans));
    keys = List.copyOf(keys);
    by = List.copyOf(by);
  }

  /** Returns the bucket that its calls draw on. */
  public String bucketName() {
    return bucket.orElse(statesLimit() ? name : SHARED);
  }

  /** Tells whether it states numbers. */
  public boolean statesLimit() {
    return limit.isPresent() || !plans.isEmpty();
  }

  /** Tells whether it makes calls pay, or turns them away or lets them through. */
  public boolean isVerdict() {
    return allow || deny;
  }

  /**
   * Tells whether the rule states the limit of everybody, always: the size of its bucket. Rules of
   * one set that draw on a bucket by certain paths state the same, or the set would not be read.
   */
  public boolean isSize() {
    return limit.isPresent()
        && (draws() || !match.methods().isStated())
        && from.isEmpty()
        && until.isEmpty()
        && !match.user().isStated()
        && !match.address().isStated()
        && !match.plan().isStated()
        && !match.country().isStated()
        && match.headers().isEmpty();
  }

  /**
   * Tells whether its calls draw on its bucket because of it. Otherwise it changes what those pay
   * that draw on the bucket anyway.
   */
  public boolean draws() {
    return !isVerdict() && (match.hasPlace() || (bucket.isEmpty() && statesLimit()));
  }

  /** Returns what it does, in one sentence of plain language. */
  public String describe() {
    return new RuleWords(this).toString();
  }

  /** Returns it in JSON as {@link RuleSet#readRule} reads it, always the same for the same rule. */
  public String toJson() {
    return RuleWriter.json(this, /* withName= */ true);
  }
}
