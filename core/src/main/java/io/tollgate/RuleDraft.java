package io.tollgate;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A rule while it is being read, part by part. */
final class RuleDraft {

  // Each is set by the RulePart of its name, and read here.
  List<String> paths = List.of();
  Condition methods = Condition.NONE;
  Condition endpoint = Condition.NONE;
  Condition user = Condition.NONE;
  Condition address = Condition.NONE;
  Condition plan = Condition.NONE;
  Condition country = Condition.NONE;
  Map<String, Condition> headers = Map.of();
  @Nullable String bucket;
  @Nullable LimitDraft limit;
  Map<String, LimitDraft> plans = Map.of();
  @Nullable Long times;
  List<Key> keys = List.of();
  List<String> by = List.of();
  @Nullable Long cost;
  @Nullable Mode mode;
  @Nullable OnLimit onLimit;
  @Nullable Duration maxWait;
  @Nullable Boolean refundErrors;
  boolean allow;
  boolean deny;
  @Nullable Instant from;
  @Nullable Instant until;

  /**
   * Returns the rule.
   *
   * @throws IllegalArgumentException if something is missing or contradicts
   */
  Rule named(String name) {
    Names.check(name);
    var match = new RuleMatch(paths, methods, endpoint, user, address, plan, country, headers);
    checkPurpose(match);
    checkWait();
    checkKey();
    checkTime();
    var ofBucket =
        bucket == null ? (limit != null || !plans.isEmpty() ? name : Rule.SHARED) : bucket;
    if (bucket != null) {
      Names.check(bucket);
    }
    var numbers = limit == null ? null : limit.named(ofBucket);
    var byPlan = new TreeMap<String, Limit>();
    plans.forEach((plan, draft) -> byPlan.put(plan, ofPlan(plan, draft, ofBucket, numbers)));
    checkShared(match, ofBucket);
    checkCost(numbers, byPlan);
    return new Rule(
        name,
        match,
        Optional.ofNullable(bucket),
        Optional.ofNullable(numbers),
        byPlan,
        Optional.ofNullable(times),
        keys,
        by,
        Optional.ofNullable(cost),
        Optional.ofNullable(mode),
        Optional.ofNullable(onLimit),
        Optional.ofNullable(maxWait),
        Optional.ofNullable(refundErrors),
        allow,
        deny,
        Optional.ofNullable(from),
        Optional.ofNullable(until));
  }

  private void checkPurpose(RuleMatch match) {
    if (allow && deny) {
      throw new IllegalArgumentException("the rule allows and denies; leave one of the two out");
    }
    boolean pays =
        limit != null || bucket != null || cost != null || times != null || !plans.isEmpty();
    boolean details =
        !keys.isEmpty()
            || !by.isEmpty()
            || onLimit != null
            || maxWait != null
            || refundErrors != null;
    if ((allow || deny) && (pays || details)) {
      throw new IllegalArgumentException(
          (allow ? "the rule lets its calls pay nothing" : "the rule denies its calls")
              + " and says what they pay; leave one of the two out");
    }
    if ((allow || deny) && match.equals(RuleMatch.ALL)) {
      throw new IllegalArgumentException(
          "the rule does not say for which calls it is; add a condition, or path: /* for all");
    }
    if (times != null && (limit != null || !plans.isEmpty())) {
      throw new IllegalArgumentException(
          "the rule states a limit and multiplies another; leave limit or times out");
    }
    if (times != null && bucket == null) {
      throw new IllegalArgumentException(
          "times multiplies the limit of a bucket, and none is named; add bucket");
    }
    if (!allow && !deny && !pays && !details && mode == null && !match.hasPlace()) {
      throw new IllegalArgumentException("the rule does nothing; add limit, bucket, allow or deny");
    }
  }

  private void checkWait() {
    if (onLimit == OnLimit.WAIT && maxWait == null) {
      throw new IllegalArgumentException(
          "nobody says how long calls may wait; add maxwait, for example 2s");
    }
    if (onLimit != OnLimit.WAIT && maxWait != null) {
      throw new IllegalArgumentException("maxwait says nothing without onlimit; add onlimit: wait");
    }
  }

  private void checkKey() {
    if (keys.contains(Key.GLOBAL) && keys.size() + by.size() > 1) {
      throw new IllegalArgumentException(
          "global is everybody together, so no other key stands beside it; leave one of them out");
    }
  }

  private void checkTime() {
    if (from != null && until != null && !from.isBefore(until)) {
      throw new IllegalArgumentException("the rule ends before it begins; correct from or until");
    }
  }

  private static Limit ofPlan(
      String plan, LimitDraft draft, String bucket, @Nullable Limit numbers) {
    var limit = draft.named(bucket);
    boolean underWay = limit.algorithm() == Algorithm.CONCURRENCY;
    if (numbers != null && underWay != (numbers.algorithm() == Algorithm.CONCURRENCY)) {
      throw new IllegalArgumentException(
          "plans."
              + Problems.shown(plan)
              + ": a rate and a number of calls under way cannot stand for each other; write the"
              + " kind of limit that callers without a plan have");
    }
    return limit;
  }

  /** The shared budget has one size, which this rule would change for some of its calls only. */
  private void checkShared(RuleMatch match, String ofBucket) {
    if (ofBucket.equals(Rule.SHARED)
        && limit != null
        && match.hasPlace()
        && !match.hasConditions()) {
      throw new IllegalArgumentException(
          "the shared budget \"default\" is sized by tollgate.limits.default; leave limit out, or"
              + " choose another name or bucket");
    }
  }

  private void checkCost(@Nullable Limit numbers, Map<String, Limit> byPlan) {
    if (cost == null) {
      return;
    }
    if (numbers != null && numbers.tokens() > 0 && cost > numbers.maxCost()) {
      throw new IllegalArgumentException(
          "cost exceeds the burst of " + numbers.maxCost() + "; raise burst or lower cost");
    }
    byPlan.forEach(
        (plan, limit) -> {
          if (limit.tokens() > 0 && cost > limit.maxCost()) {
            throw new IllegalArgumentException(
                String.format(
                    "cost exceeds the burst of %d of plan %s; raise burst or lower cost",
                    limit.maxCost(), Problems.shown(plan)));
          }
        });
  }

  /** What rules and buckets may be called: both go where names of limits go. */
  private static final class Names {

    private Names() {}

    static void check(String name) {
      Limit.checkName(name);
    }
  }
}
