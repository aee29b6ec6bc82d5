package io.tollgate.rule;

import io.tollgate.Condition;
import io.tollgate.Rule;
import io.tollgate.RuleMatch;
import io.tollgate.address.Cidr;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A rule in force, ready to be asked whether it holds for a call. */
public final class IndexedRule {

  private final int id;
  private final LayeredRule origin;
  private final Rule rule;
  private final Set<String> methods;
  private final Set<String> endpoints;
  private final Set<String> users;
  private final Set<String> plans;
  private final Set<String> countries;
  private final Map<String, Set<String>> headers = new HashMap<>();
  private final AddressTree<Boolean> addresses = new AddressTree<>();
  private final boolean isTimed;
  private final boolean needsUser;
  private final long fromMillis;
  private final long untilMillis;

  /** What changes the calls that draw on the bucket of this rule; set once, by the index. */
  @Nullable Conditions changing;

  IndexedRule(int id, LayeredRule origin) {
    this.id = id;
    this.origin = origin;
    this.rule = origin.rule();
    var match = rule.match();
    this.methods = Set.copyOf(match.methods().values());
    this.endpoints = Set.copyOf(match.endpoint().values());
    this.users = Set.copyOf(match.user().values());
    this.plans = Set.copyOf(match.plan().values());
    this.countries = Set.copyOf(match.country().values());
    match.headers().forEach((name, values) -> headers.put(name, Set.copyOf(values.values())));
    match.address().values().forEach(block -> addresses.add(Cidr.parse(block), true));
    this.isTimed = rule.from().isPresent() || rule.until().isPresent();
    this.fromMillis = rule.from().map(from -> from.toEpochMilli()).orElse(Long.MIN_VALUE);
    this.untilMillis = rule.until().map(until -> until.toEpochMilli()).orElse(Long.MAX_VALUE);
    this.needsUser = match.user().isStated() || match.plan().isStated();
  }

  /** Returns its rank among all rules in force: 0 goes before all others. */
  public int id() {
    return id;
  }

  /** Returns the rule. */
  public Rule rule() {
    return rule;
  }

  /** Returns the rule and its layer. */
  public LayeredRule origin() {
    return origin;
  }

  /** Tells whether the time of a call is between the rule's beginning and its end. */
  public boolean isValid(Call call) {
    if (!isTimed) {
      return true;
    }
    long now = call.epochMillis();
    return fromMillis <= now && now < untilMillis;
  }

  /** Tells whether all but paths and time holds for a call. */
  public boolean fits(Call call) {
    if (needsUser && call.isBeforeAuthentication()) {
      return false;
    }
    RuleMatch match = rule.match();
    return fits(match.methods(), methods, call.method())
        && fits(match.endpoint(), endpoints, call.endpoint())
        && (!match.user().isStated() || fits(match.user(), users, call.user()))
        && (!match.address().isStated() || fitsAddress(match.address(), call))
        && (!match.plan().isStated() || fits(match.plan(), plans, call.plan()))
        && (!match.country().isStated() || fits(match.country(), countries, call.country()))
        && (headers.isEmpty() || fitsHeaders(match, call));
  }

  /** What is unknown is none of the stated ones. */
  private static boolean fits(Condition condition, Set<String> values, @Nullable String value) {
    return !condition.isStated() || (value != null && values.contains(value)) != condition.not();
  }

  private boolean fitsAddress(Condition condition, Call call) {
    var address = call.address();
    return (address != null && addresses.contains(address)) != condition.not();
  }

  private boolean fitsHeaders(RuleMatch match, Call call) {
    for (var stated : match.headers().entrySet()) {
      var values = headers.getOrDefault(stated.getKey(), Set.of());
      if (!fits(stated.getValue(), values, call.header(stated.getKey()))) {
        return false;
      }
    }
    return true;
  }

  @Override
  public String toString() {
    return origin.layer() + " " + rule.name();
  }
}
