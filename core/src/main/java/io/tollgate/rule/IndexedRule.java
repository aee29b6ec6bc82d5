package io.tollgate.rule;

import io.tollgate.Condition;
import io.tollgate.Mode;
import io.tollgate.Rule;
import io.tollgate.RuleMatch;
import io.tollgate.address.Cidr;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A rule in force, ready to be asked whether it holds for a call. */
public final class IndexedRule {

  private final int id;
  private final LayeredRule origin;
  private final Rule rule;
  private final Values methods;
  private final Values endpoints;
  private final Values users;
  private final Values plans;
  private final Values countries;
  private final Map<String, Values> headers = new HashMap<>();
  private final AddressTree<Boolean> addresses = new AddressTree<>();
  private final boolean isTimed;
  private final boolean isShadow;
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
    this.methods = Values.exactly(match.methods());
    this.endpoints = Values.exactly(match.endpoint());
    this.users = Values.withWildcards(match.user());
    this.plans = Values.withWildcards(match.plan());
    this.countries = Values.exactly(match.country());
    match.headers().forEach((name, values) -> headers.put(name, Values.withWildcards(values)));
    match.address().values().forEach(block -> addresses.add(Cidr.parse(block), true));
    this.isTimed = rule.from().isPresent() || rule.until().isPresent();
    this.isShadow = rule.mode().filter(mode -> mode == Mode.SHADOW).isPresent();
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

  /** Tells whether the rule begins or ends at some time. */
  boolean isTimed() {
    return isTimed;
  }

  /** Tells whether the rule itself is in shadow mode, whatever {@code tollgate.mode} says. */
  public boolean isShadow() {
    return isShadow;
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
    return methods.fit(call.method())
        && endpoints.fit(call.endpoint())
        && (!match.user().isStated() || users.fit(call.user()))
        && (!match.address().isStated() || fitsAddress(match.address(), call))
        && (!match.plan().isStated() || plans.fit(call.plan()))
        && (!match.country().isStated() || countries.fit(call.country()))
        && (headers.isEmpty() || fitsHeaders(call));
  }

  private boolean fitsAddress(Condition condition, Call call) {
    var address = call.address();
    return (address != null && addresses.contains(address)) != condition.not();
  }

  private boolean fitsHeaders(Call call) {
    for (var stated : headers.entrySet()) {
      if (!stated.getValue().fit(call.header(stated.getKey()))) {
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
