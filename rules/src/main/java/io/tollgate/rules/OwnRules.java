package io.tollgate.rules;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.Explanation;
import io.tollgate.Mode;
import io.tollgate.Question;
import io.tollgate.Rule;
import io.tollgate.RuleSet;
import io.tollgate.rule.IndexedRule;
import io.tollgate.rule.Layers;
import io.tollgate.rule.RuleIndex;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Explains calls by the rules of the service alone, which know no annotation and no balance. */
final class OwnRules {

  private static final String LAYER = "service";

  /**
   * Rules that were read.
   *
   * @param etag the tag of their snapshot
   */
  private record Read(String etag, RuleIndex index) {

    static Read of(Snapshot snapshot) {
      var rules = RuleSet.read(snapshot.json(), "the snapshot");
      return new Read(snapshot.etag(), new RuleIndex(Layers.of(Map.of(LAYER, rules)).rules()));
    }
  }

  private final Snapshots snapshots;
  private final InstantSource clock;
  private volatile @Nullable Read read;

  OwnRules(Snapshots snapshots, InstantSource clock) {
    this.snapshots = snapshots;
    this.clock = clock;
  }

  /** Says which rules are for a call; whether it would pass, only a host knows. */
  ObjectNode explain(Question question) {
    var index = snapshots.current().map(this::index);
    var found = index.map(all -> found(all, question)).orElse(List.of());
    var explanation =
        new Explanation(
            verdict(found), question.endpoint().orElse(""), lines(found), /* claims= */ List.of());
    return (ObjectNode) Json.read(explanation.toJson());
  }

  private RuleIndex index(Snapshot snapshot) {
    var known = read;
    if (known == null || !known.etag().equals(snapshot.etag())) {
      known = Read.of(snapshot);
      read = known;
    }
    return known.index();
  }

  /** As if the call drew on all buckets: annotations may make it. */
  private List<IndexedRule> found(RuleIndex index, Question question) {
    var buckets = index.rules().stream().map(one -> one.rule().bucketName()).distinct().toList();
    return index
        .of(question.endpoint().orElse(""), Optional.empty(), buckets)
        .find(new AskedCall(question, clock.millis()))
        .rules();
  }

  private static String verdict(List<IndexedRule> found) {
    if (found.stream().anyMatch(one -> one.rule().deny() && !isShadow(one.rule()))) {
      return "denied";
    }
    return found.stream().anyMatch(one -> one.rule().allow() && !isShadow(one.rule()))
        ? "allowed"
        : "unknown";
  }

  private static boolean isShadow(Rule rule) {
    return rule.mode().filter(Mode.SHADOW::equals).isPresent();
  }

  private static List<Explanation.Line> lines(List<IndexedRule> found) {
    var verdict = verdict(found);
    var buckets = new HashSet<String>();
    var lines = new ArrayList<Explanation.Line>();
    for (var one : found) {
      var rule = one.rule();
      boolean counts;
      String why;
      if (rule.isVerdict() && isShadow(rule)) {
        counts = false;
        why = "is in shadow mode, which only counts and logs";
      } else if (rule.isVerdict()) {
        counts = rule.deny() || verdict.equals("allowed");
        why = rule.deny() ? "turns the call away" : "lets the call pay nothing";
      } else {
        counts = verdict.equals("unknown") && buckets.add(rule.bucketName());
        why = rule.draws() ? "is for this call" : "if the call draws on " + rule.bucketName();
      }
      boolean isOther = !counts && !(rule.isVerdict() && isShadow(rule));
      lines.add(
          new Explanation.Line(
              rule.name(),
              LAYER,
              rule.isVerdict() ? "" : rule.bucketName(),
              rule.describe(),
              counts,
              isOther ? "another rule goes before it" : why));
    }
    return lines;
  }
}
