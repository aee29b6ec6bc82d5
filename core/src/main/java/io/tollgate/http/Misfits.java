package io.tollgate.http;

import io.tollgate.Limit;
import io.tollgate.Rule;
import io.tollgate.rule.IndexedRule;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds rules that change a bucket so that calls which draw on it can never pass. */
final class Misfits {

  /*
   * A rule that draws is tried alone. One that only changes a bucket is tried with what draws on it:
   * with the charges of annotations, and with the rules for paths and endpoints alone. Of those that
   * have the same limit the dearest stands for all, so the work grows with the number of rules and
   * not with its square.
   *
   * What is found is surely wrong. Nothing is said where another rule may put it right for the same
   * callers, or where the two may never meet in one call.
   */

  /** What draws on a bucket without the rule that is tried: a charge of annotations, or a rule. */
  private record Drawing(List<Charge> base, List<IndexedRule> rules, Charge charge) {

    private record Kind(int height, boolean statesCost, boolean isWorkedOut, Size size) {}

    private record Size(Limit limit, Map<String, Limit> byPlan) {}

    Kind kind() {
      return new Kind(
          rules.stream().mapToInt(one -> one.origin().height()).sum(),
          rules.stream().anyMatch(one -> one.rule().cost().isPresent()),
          charge.costFunction().isPresent(),
          new Size(charge.limit(), charge.byPlan()));
    }

    long cost() {
      return charge.declaration().cost();
    }

    static Drawing dearer(Drawing one, Drawing other) {
      return other.cost() > one.cost() ? other : one;
    }
  }

  /** Rules that state the same part of what calls of a bucket pay. */
  private static final class Stating {
    private final Map<String, List<IndexedRule>> byUser = new HashMap<>();
    private final List<IndexedRule> ofAnybody = new ArrayList<>();

    void add(IndexedRule one) {
      if (namesUsers(one.rule())) {
        for (var user : one.rule().match().user().values()) {
          byUser.computeIfAbsent(user, any -> new ArrayList<>(1)).add(one);
        }
      } else {
        ofAnybody.add(one);
      }
    }

    /** Returns those that may hold for callers for whom this one does. */
    Stream<IndexedRule> beside(IndexedRule one) {
      var users = one.rule().match().user().values();
      var named =
          namesUsers(one.rule())
              ? users.stream().map(user -> byUser.getOrDefault(user, List.of()))
              : byUser.values().stream();
      return Stream.concat(named.flatMap(List::stream), ofAnybody.stream())
          .filter(other -> other != one);
    }

    private static boolean namesUsers(Rule rule) {
      var user = rule.match().user();
      return user.isStated()
          && !user.not()
          && user.values().stream().noneMatch(name -> name.contains("*"));
    }
  }

  /** All that has to do with one bucket. */
  private static final class OfBucket {
    private final Map<Drawing.Kind, Drawing> drawing = new LinkedHashMap<>();
    private final Stating costs = new Stating();
    private final Stating limits = new Stating();

    void add(Drawing added) {
      drawing.merge(added.kind(), added, Drawing::dearer);
    }

    void add(IndexedRule one) {
      var rule = one.rule();
      if (rule.cost().isPresent()) {
        costs.add(one);
      }
      if (rule.times().isPresent() || (rule.statesLimit() && !rule.isSize())) {
        limits.add(one);
      }
    }

    /**
     * Tells whether a third rule may say what the one that is tried leaves open.
     *
     * @param byCost whether the one that is tried states the cost, and not the limit
     */
    boolean mayBePutRight(IndexedRule tried, boolean byCost, Drawing drawing) {
      return byCost
          ? limits.beside(tried).findFirst().isPresent()
          : costs.beside(tried).anyMatch(other -> !isForOtherPaths(other, drawing));
    }

    /** Of one layer the rule for the most specific path holds. */
    private static boolean isForOtherPaths(IndexedRule other, Drawing drawing) {
      return other.rule().draws()
          && isForAll(other.rule())
          && drawing.rules().stream()
              .anyMatch(one -> one.origin().height() == other.origin().height());
    }
  }

  private final RuledCharges ruled;
  private final Map<String, OfBucket> buckets = new HashMap<>();

  /**
   * Takes note of what draws on buckets.
   *
   * @param charges of annotations
   */
  Misfits(RuledCharges ruled, Collection<IndexedRule> rules, Collection<List<Charge>> charges) {
    this.ruled = ruled;
    charges.forEach(
        ofEndpoint ->
            ofEndpoint.forEach(
                charge ->
                    bucket(charge.limit().name())
                        .add(new Drawing(List.of(charge), List.of(), charge))));
    for (var one : rules) {
      if (!one.rule().isVerdict()) {
        bucket(one.rule().bucketName()).add(one);
        if (one.rule().draws() && isForAll(one.rule())) {
          drawing(one).ifPresent(bucket(one.rule().bucketName())::add);
        }
      }
    }
  }

  private OfBucket bucket(String name) {
    return buckets.computeIfAbsent(name, any -> new OfBucket());
  }

  private static boolean isForAll(Rule rule) {
    var match = rule.match();
    return match.conditions() == (match.endpoint().isStated() ? 1 : 0)
        && rule.from().isEmpty()
        && rule.until().isEmpty();
  }

  /** One that is wrong by itself is told as such. */
  private Optional<Drawing> drawing(IndexedRule one) {
    try {
      var charge = ruled.of(List.of(), List.of(one)).get(0);
      boolean fits = charge.declaration().cost() <= room(charge, /* ofAll= */ true);
      return fits ? Optional.of(new Drawing(List.of(), List.of(one), charge)) : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Returns what is wrong with a rule that changes a bucket, and what to write. */
  Optional<String> of(IndexedRule changing) {
    var bucket = bucket(changing.rule().bucketName());
    return bucket.drawing.values().stream()
        .filter(drawing -> surelyMeet(changing.rule(), drawing))
        .map(drawing -> misfit(changing, drawing, bucket))
        .flatMap(Optional::stream)
        .findFirst();
  }

  /** An endpoint may answer none of the methods for which the rule is. */
  private static boolean surelyMeet(Rule changing, Drawing drawing) {
    return drawing.base().isEmpty() || !changing.match().methods().isStated();
  }

  private Optional<String> misfit(IndexedRule changing, Drawing drawing, OfBucket bucket) {
    var rule = changing.rule();
    var rules = new ArrayList<>(drawing.rules());
    rules.add(changing);
    rules.sort(Comparator.comparingInt(IndexedRule::id));
    Charge charge;
    try {
      charge = ruled.of(drawing.base(), rules).get(0);
    } catch (IllegalArgumentException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
    long cost = charge.declaration().cost();
    long room = room(charge, /* ofAll= */ rule.match().conditions() == 0);
    boolean byCost = rule.cost().equals(Optional.of(cost));
    if (charge.costFunction().isPresent()
        || cost <= room
        || bucket.mayBePutRight(changing, byCost, drawing)) {
      return Optional.empty();
    }
    return Optional.of(
        byCost
            ? "cost exceeds the burst of %d of bucket \"%s\"; raise burst or lower cost"
                .formatted(room, charge.limit().name())
            : "the cost of %d of %s exceeds the burst of %d; raise burst or lower that cost"
                .formatted(cost, drawing.charge().declaration().place(), room));
  }

  /**
   * Returns the highest cost that passes: for all callers, or for any of some of whom it is not
   * known which plan they have. A limit of 0 is there to refuse every call.
   */
  private static long room(Charge charge, boolean ofAll) {
    var rooms =
        Stream.concat(Stream.of(charge.limit()), charge.byPlan().values().stream())
            .map(limit -> limit.tokens() == 0 ? Long.MAX_VALUE : limit.maxCost())
            .toList();
    return ofAll ? Collections.min(rooms) : Collections.max(rooms);
  }
}
