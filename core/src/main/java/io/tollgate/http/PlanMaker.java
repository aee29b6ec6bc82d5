package io.tollgate.http;

import io.tollgate.Algorithm;
import io.tollgate.CostFunction;
import io.tollgate.Key;
import io.tollgate.Limit;
import io.tollgate.Phase;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Makes charges of declarations: finds each limit's numbers, and checks that all fits together. */
final class PlanMaker {

  private final BucketSizes settled;
  private final Optional<SourceText> planSource;
  private final Instances instances;

  /** Whether all settings were right, so that a size that nobody states is a mistake by itself. */
  private final boolean isComplete;

  /** Who states the numbers of a bucket that has a name. */
  private final Map<String, Declaration> sizes = new HashMap<>();

  /** Where buckets are named, and where endpoints have some of their own. */
  private final Map<String, String> named = new HashMap<>();

  private final Map<String, String> owned = new HashMap<>();

  /** Which bucket has its size by a name of the settings. */
  private final Map<String, String> sized = new HashMap<>();

  /** What annotations state about buckets, whoever has them. */
  private final Map<String, Limit> stated = new HashMap<>();

  private final Set<String> used = new TreeSet<>();

  /**
   * Makes charges.
   *
   * @param settled what goes before the numbers of annotations
   * @param planSource where a caller's plan is found
   */
  PlanMaker(
      BucketSizes settled,
      Optional<SourceText> planSource,
      Instances instances,
      boolean isComplete) {
    this.settled = settled;
    this.planSource = planSource;
    this.instances = instances;
    this.isComplete = isComplete;
  }

  /** Returns what annotations say about the size of a bucket. */
  Optional<Limit> stated(String bucket) {
    return Optional.ofNullable(stated.get(bucket));
  }

  /** Returns the names of all buckets that were asked for, as settings have them. */
  Set<String> used() {
    return used;
  }

  /** Takes note of the buckets whose numbers an endpoint states, before any charge is made. */
  void note(Endpoint endpoint, List<String> mistakes) {
    int own = 0;
    for (var declaration : endpoint.declarations()) {
      var name = declaration.bucket().orElse(ownName(endpoint, own));
      own += declaration.bucket().isEmpty() ? 1 : 0;
      noteName(declaration, name, mistakes);
      declaration.limit().ifPresent(limit -> stated.putIfAbsent(name, limit));
      if (declaration.bucket().isEmpty() || declaration.limit().isEmpty()) {
        continue;
      }
      var bucket = declaration.bucket().get();
      var first = sizes.putIfAbsent(bucket, declaration);
      boolean overridden = settled.of(bucket).isPresent();
      if (first != null && !overridden && !first.limit().equals(declaration.limit())) {
        mistakes.add(
            declaration.where()
                + "bucket \""
                + bucket
                + "\" is "
                + first.limit().get()
                + " on "
                + first.place()
                + "; give both the same numbers, or state them once");
      }
    }
  }

  /** A bucket that one endpoint has for itself must not be another's by its name. */
  private void noteName(Declaration declaration, String name, List<String> mistakes) {
    boolean own = declaration.bucket().isEmpty();
    (own ? owned : named).put(name, declaration.place());
    if (owned.containsKey(name) && named.containsKey(name)) {
      mistakes.add(
          declaration.where()
              + "bucket \""
              + name
              + "\" is "
              + owned.get(name)
              + "'s own and named on "
              + named.get(name)
              + "; choose another name");
    }
    var setting = settled.nameOf(name);
    var other = sized.putIfAbsent(setting, name);
    if (other != null && !other.equals(name)) {
      mistakes.add(
          declaration.where()
              + "what the environment says for "
              + setting
              + " can mean each of the buckets "
              + other
              + " and "
              + name
              + "; use a system property");
    }
  }

  /** Returns what a call of the endpoint is charged. */
  List<Charge> charges(Endpoint endpoint, List<String> mistakes) {
    var charges = new ArrayList<Charge>();
    int own = 0;
    for (var declaration : endpoint.declarations()) {
      var name = declaration.bucket().orElse(ownName(endpoint, own));
      own += declaration.bucket().isEmpty() ? 1 : 0;
      used.add(settled.nameOf(name));
      try {
        var limit = limit(declaration, name);
        var byPlan = settled.plansOf(name);
        checkPhase(declaration);
        check(declaration, limit, "");
        checkPath(endpoint, declaration);
        byPlan.forEach(
            (plan, planned) -> {
              checkKind(limit, plan, planned);
              check(declaration, planned, " of plan " + plan);
            });
        charges.add(charge(declaration, limit, byPlan));
      } catch (UnsizedException e) {
        if (isComplete) {
          mistakes.add(declaration.where() + e.getMessage());
        }
      } catch (IllegalArgumentException e) {
        mistakes.add(declaration.where() + e.getMessage());
      }
    }
    return charges;
  }

  private static String ownName(Endpoint endpoint, int before) {
    return before == 0 ? endpoint.name() : endpoint.name() + "#" + (before + 1);
  }

  private Charge charge(Declaration declaration, Limit limit, Map<String, Limit> byPlan) {
    Optional<CostFunction> function = declaration.costFunction().map(instances::of);
    var key = KeySource.of(declaration.key(), /* withPlan= */ !byPlan.isEmpty(), instances);
    return new Charge(
        declaration,
        limit,
        settled.of(limit.name()).isPresent(),
        byPlan,
        key,
        function,
        /* rule= */ Optional.empty());
  }

  private Limit limit(Declaration declaration, String name) {
    var configured = settled.of(name);
    if (configured.isPresent()) {
      checkKind(declaration, configured.get());
      return configured.get().limit();
    }
    var numbers = declaration.limit();
    if (numbers.isEmpty() && sizes.containsKey(name)) {
      numbers = sizes.get(name).limit();
    }
    if (numbers.isEmpty()) {
      throw new UnsizedException(
          name.equals(Declaration.SHARED)
              ? "draws on the shared budget \"default\", whose size nobody states; set"
                  + " tollgate.limits.default, for example to 100/min, or state limit here"
              : "nobody states the size of bucket \""
                  + name
                  + "\"; state limit on one of its endpoints, or set tollgate.limits."
                  + name);
    }
    try {
      return numbers.get().named(name);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "its bucket cannot be called " + name + ": " + e.getMessage() + "; state another bucket",
          e);
    }
  }

  /** Settings change the numbers of a limit, and not what it counts. */
  private static void checkKind(Declaration declaration, BucketSizes.Size configured) {
    boolean underWay = configured.limit().algorithm() == Algorithm.CONCURRENCY;
    if (declaration.limit().isPresent() && declaration.isConcurrency() != underWay) {
      throw new IllegalArgumentException(
          configured.origin()
              + configured.limit()
              + (underWay ? " counts calls under way" : " is a rate")
              + ", and this annotation is none; correct the setting, or state another bucket");
    }
  }

  /** A plan changes the numbers of a limit, and not what it counts. */
  private static void checkKind(Limit limit, String plan, Limit planned) {
    boolean underWay = planned.algorithm() == Algorithm.CONCURRENCY;
    if (underWay != (limit.algorithm() == Algorithm.CONCURRENCY)) {
      throw new IllegalArgumentException(
          "tollgate.limits."
              + limit.name()
              + ".plans."
              + plan
              + (underWay
                  ? " counts calls under way, and callers without a plan have a rate; write a rate"
                      + " here, too, such as 100/min"
                  : " is a rate, and for callers without a plan calls under way count; write a"
                      + " number of them here, too, such as 5 at a time"));
    }
  }

  /** Before authentication all would have one key. */
  private void checkPhase(Declaration declaration) {
    if (declaration.phase() == Phase.BEFORE_AUTHENTICATION
        && declaration.key().keys().contains(Key.PLAN)
        && planSource.filter(CallerPlan::needsUser).isPresent()) {
      throw new IllegalArgumentException(
          "the plan is not known before authentication, since tollgate.plan is "
              + planSource.get()
              + "; use key = IP or GLOBAL, or leave phase out");
    }
  }

  /** Checks that a call can ever pass a limit, and that the limit can do what is declared. */
  static void check(Declaration declaration, Limit limit, String ofPlan) {
    boolean constant = declaration.costFunction().isEmpty();
    // A limit of 0 is there to refuse every call.
    if (constant && limit.tokens() > 0 && declaration.cost() > limit.maxCost()) {
      throw new IllegalArgumentException(
          "cost exceeds the burst of " + limit.maxCost() + ofPlan + "; raise burst or lower cost");
    }
    if (declaration.maxWait().isPresent()) {
      checkWait(limit, ofPlan);
    }
    // The calls behind it keep their turns: one let into a turn given back would run beside
    // another.
    if (limit.algorithm() == Algorithm.LEAKY_BUCKET
        && (declaration.settle() || declaration.refundErrors())) {
      throw new IllegalArgumentException(
          "a turn of a leaky bucket"
              + ofPlan
              + " cannot be given back; leave settle and refundErrors out, or count another way");
    }
  }

  /** Where routes may be missing, this is only a doubt. */
  private static void checkPath(Endpoint endpoint, Declaration declaration) {
    var missing = endpoint.missingParameters(declaration);
    if (endpoint.hasAllRoutes() && !missing.isEmpty()) {
      throw new IllegalArgumentException(
          "its path has no parameter %1$s; add {%1$s} to the path, or state another part of the"
                  .formatted(missing.get(0))
              + " request");
    }
  }

  static void checkWait(Limit limit, String ofPlan) {
    if (limit.algorithm() == Algorithm.LEAKY_BUCKET) {
      throw new IllegalArgumentException(
          "calls of a leaky bucket" + ofPlan + " wait anyway; leave onLimit and maxWait out");
    }
    if (limit.algorithm() == Algorithm.CONCURRENCY) {
      throw new IllegalArgumentException(
          "nobody knows when a call under way"
              + ofPlan
              + " will end, so that nobody can wait for it; leave onLimit and maxWait out");
    }
  }
}
