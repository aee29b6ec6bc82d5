package io.tollgate.http;

import io.tollgate.Algorithm;
import io.tollgate.Claim;
import io.tollgate.CostFunction;
import io.tollgate.Limit;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One limit of a plan: makes the claim of a request on it.
 *
 * @param declaration where it comes from
 * @param limit the limit of callers without a plan, or whose plan has none
 * @param isConfigured whether its numbers come from the settings
 * @param byPlan the limits of callers with a plan
 * @param key who pays
 * @param costFunction what works out the cost, unless it is constant
 * @param rule the rule that it goes by; empty where only annotations do
 */
record Charge(
    Declaration declaration,
    Limit limit,
    boolean isConfigured,
    Map<String, Limit> byPlan,
    KeySource key,
    Optional<CostFunction> costFunction,
    Optional<RuleCount> rule) {

  private static final Logger LOG = LoggerFactory.getLogger(CostFunction.class);

  /** Returns what a request asks of this limit. */
  Claim claim(Caller caller) {
    return new Claim(limitOf(caller), key.key(caller), cost(caller));
  }

  Limit limitOf(Caller caller) {
    return byPlan.isEmpty()
        ? limit
        : caller.plan().map(plan -> byPlan.getOrDefault(plan, limit)).orElse(limit);
  }

  long cost(Caller caller) {
    return costFunction.isEmpty() ? declaration.cost() : worked(costFunction.get(), caller);
  }

  /** A class of the application, whose failures must not become the request's. */
  private long worked(CostFunction function, Caller caller) {
    var type = function.getClass();
    try {
      long cost = function.cost(caller.request());
      if (cost >= 0) {
        return cost;
      }
      caller.failures().tell(LOG, type, "answered the negative cost " + cost, instead());
    } catch (Exception | AssertionError | LinkageError e) {
      caller.failures().tell(LOG, type, e, instead());
    }
    return declaration.cost();
  }

  private String instead() {
    return "the call pays " + declaration.cost();
  }

  /** Tells whether what was taken may be corrected after the call. */
  boolean isCorrectable() {
    return limit.algorithm() != Algorithm.CONCURRENCY
        && (declaration.settle() || declaration.refundErrors());
  }

  /** Tells whether calls that are admitted may have to wait for their turn. */
  boolean mayQueue() {
    return mayBe(Algorithm.LEAKY_BUCKET);
  }

  /** Tells whether calls that are admitted may get a right to be under way. */
  boolean mayHold() {
    return mayBe(Algorithm.CONCURRENCY);
  }

  /** Tells whether there are callers whose limit has this algorithm. */
  private boolean mayBe(Algorithm algorithm) {
    return limit.algorithm() == algorithm
        || byPlan.values().stream().anyMatch(one -> one.algorithm() == algorithm);
  }

  /** Tells whether calls that are not admitted may wait until they are. */
  boolean isWaitedFor() {
    return declaration.maxWait().isPresent();
  }
}
