package io.tollgate.http;

import io.tollgate.Mode;
import io.tollgate.Rule;
import io.tollgate.rule.Call;
import io.tollgate.rule.EndpointRules;
import io.tollgate.rule.IndexedRule;
import io.tollgate.rule.Layers;
import io.tollgate.rule.RuleIndex;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The plans of all endpoints and the rules in force, which go together.
 *
 * <p>Replaced as a whole: a request goes by one set from its beginning to its end.
 */
final class PlanSet {

  private static final Logger LOG = LoggerFactory.getLogger("io.tollgate");

  /**
   * More combinations than usually occur; whoever makes up more makes others be worked out again.
   */
  private static final int MAX_COMBINATIONS = 16_384;

  /** What is known of one endpoint. */
  static final class OfEndpoint {
    private final Plan base;
    private final EndpointRules rules;
    private final boolean isRuled;
    private final @Nullable RecentPaths recent;

    private OfEndpoint(Plan base, EndpointRules rules, boolean isRuled) {
      this.base = base;
      this.rules = rules;
      this.isRuled = isRuled;
      this.recent = isRuled && rules.goByPathAlone() ? new RecentPaths() : null;
    }

    /** Returns the plan of calls for which no rule holds. */
    Plan base() {
      return base;
    }

    EndpointRules rules() {
      return rules;
    }

    private boolean isCharged() {
      return !base.charges().isEmpty();
    }

    /** Tells whether any rule may hold for a call. */
    boolean isRuled() {
      return isRuled;
    }

    /** Returns the plan of a call like one that came lately; null if that is not known. */
    @Nullable Plan findRecent(Caller caller) {
      return recent == null ? null : recent.find(caller.request().path(), caller.method());
    }
  }

  /** Rules that hold together at an endpoint. */
  @SuppressWarnings("ArrayRecordComponent") // Never handed out, and compared by its content.
  private record Combination(int endpoint, int[] rules) {

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Combination that
          && endpoint == that.endpoint
          && Arrays.equals(rules, that.rules);
    }

    @Override
    public int hashCode() {
      return 31 * endpoint + Arrays.hashCode(rules);
    }
  }

  private final Mode mode;
  private final Layers layers;
  private final RuleIndex index;
  private final RuledCharges ruled;
  private final RuleCounts counts;
  private final OfEndpoint[] byEndpoint;
  private final boolean tellsEndpointsApart;
  private final ConcurrentMap<Combination, Plan> combined = new ConcurrentHashMap<>();

  PlanSet(
      Mode mode,
      Layers layers,
      RuleIndex index,
      RuledCharges ruled,
      RuleCounts counts,
      Map<Endpoint, List<Charge>> charges) {
    this(mode, layers, index, ruled, counts, new OfEndpoint[0], charges);
  }

  private PlanSet(
      Mode mode,
      Layers layers,
      RuleIndex index,
      RuledCharges ruled,
      RuleCounts counts,
      OfEndpoint[] known,
      Map<Endpoint, List<Charge>> more) {
    this.mode = mode;
    this.layers = layers;
    this.index = index;
    this.ruled = ruled;
    this.counts = counts;
    int size = more.keySet().stream().mapToInt(endpoint -> endpoint.index() + 1).max().orElse(0);
    this.byEndpoint = Arrays.copyOf(known, Math.max(size, known.length));
    more.forEach((endpoint, charges) -> byEndpoint[endpoint.index()] = of(endpoint, charges));
    this.tellsEndpointsApart =
        mode == Mode.SHADOW
            || index.rules().stream().map(IndexedRule::rule).anyMatch(PlanSet::isToldByEndpoint)
            || Arrays.stream(byEndpoint).anyMatch(one -> one != null && one.isCharged());
  }

  /** Rules in shadow mode tell in the log which endpoint they would have refused. */
  private static boolean isToldByEndpoint(Rule rule) {
    return rule.match().endpoint().isStated() || rule.mode().orElse(Mode.ENFORCE) == Mode.SHADOW;
  }

  /** Returns this set with the plan of one more endpoint. */
  PlanSet with(Endpoint endpoint, List<Charge> charges) {
    return new PlanSet(mode, layers, index, ruled, counts, byEndpoint, Map.of(endpoint, charges));
  }

  private OfEndpoint of(Endpoint endpoint, List<Charge> charges) {
    var buckets = charges.stream().map(charge -> charge.limit().name()).toList();
    var rules = index.of(endpoint.name(), endpoint.template(), buckets);
    return new OfEndpoint(
        new Plan(charges, mode), rules, /* isRuled= */ mode != Mode.OFF && !rules.isEmpty());
  }

  /**
   * Tells whether it matters to which endpoint a call goes: because one has limits of its own, or a
   * rule speaks of one.
   */
  boolean tellsEndpointsApart() {
    return tellsEndpointsApart;
  }

  /** Returns what is known of an endpoint; null if it came later than this set. */
  @Nullable OfEndpoint find(Endpoint endpoint) {
    return endpoint.index() < byEndpoint.length ? byEndpoint[endpoint.index()] : null;
  }

  /** Returns the plan of a call, by the rules that hold for it. */
  Plan plan(Endpoint endpoint, OfEndpoint of, Call call) {
    var plan = found(endpoint, of, call);
    if (of.recent != null) {
      of.recent.keep(call.path(), call.method(), plan);
    }
    return plan;
  }

  private Plan found(Endpoint endpoint, OfEndpoint of, Call call) {
    var found = of.rules.find(call);
    if (found.isEmpty()) {
      return of.base;
    }
    var combination = new Combination(endpoint.index(), found.ids());
    var known = combined.get(combination);
    if (known != null) {
      return known;
    }
    if (combined.size() >= MAX_COMBINATIONS) {
      combined.clear();
    }
    var made = made(of, found.rules());
    combined.put(combination, made);
    return made;
  }

  private Plan made(OfEndpoint of, List<IndexedRule> rules) {
    var verdict = Plan.Verdict.of(rules, mode, counts);
    try {
      return new Plan(ruled.of(of.base.charges(), rules), verdict, mode);
    } catch (IllegalArgumentException e) {
      // Each of them was tried alone when it was put in force.
      LOG.error("The rules {} do not go together; only annotations count", rules, e);
      return new Plan(of.base.charges(), verdict, mode);
    }
  }

  Mode mode() {
    return mode;
  }

  Layers layers() {
    return layers;
  }

  RuleIndex index() {
    return index;
  }

  RuledCharges ruled() {
    return ruled;
  }
}
