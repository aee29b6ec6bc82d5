package io.tollgate.rules.envoy;

import static io.tollgate.rules.envoy.Complaints.quoted;

import io.tollgate.RuleSet;
import io.tollgate.RulesException;
import io.tollgate.YamlNode.Mark;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes rules of drafts.
 *
 * <p>Where Envoy's service looks for a value first and for the key alone after that, the limit of
 * the key alone becomes a rule with a bucket, and that of a value an exception on the same bucket.
 * Where nothing holds for the key alone, each value has a bucket of its own.
 */
final class Conversion {

  private final List<RuleDraft> drafts;
  private final Complaints complaints;
  private final Map<String, Map<String, Object>> rules = new LinkedHashMap<>();
  private final Map<String, RuleDraft> origins = new HashMap<>();
  private final Map<RuleDraft, String> names = new HashMap<>();
  private final Set<String> taken = new HashSet<>();
  private final Map<RuleDraft, String> buckets = new HashMap<>();
  private final Set<String> notes = new LinkedHashSet<>();

  Conversion(List<RuleDraft> drafts, Complaints complaints) {
    this.drafts = drafts;
    this.complaints = complaints;
  }

  Collection<String> notes() {
    return notes;
  }

  /** Returns the rules, in the order of the files, after complaining about what no rule can say. */
  RuleSet rules() {
    var byShape = new HashMap<String, List<RuleDraft>>();
    for (var draft : drafts) {
      names.put(draft, free(nameOf(draft)));
      byShape.computeIfAbsent(draft.shape(), shape -> new ArrayList<>()).add(draft);
    }
    // Exact values first: of two rules that say as much, the earlier one counts.
    for (var draft : drafts) {
      if (!draft.hasWildcard()) {
        add(draft, base(draft, byShape.get(draft.shape())));
      }
    }
    for (var draft : drafts) {
      if (draft.hasWildcard()) {
        add(draft, base(draft, byShape.get(draft.shape())));
      }
    }
    drafts.forEach(this::replace);
    return read();
  }

  /**
   * Returns what a draft is an exception from: the key alone, or else a wildcard; itself if none.
   */
  private static RuleDraft base(RuleDraft draft, @Nullable List<RuleDraft> shaped) {
    var others = shaped == null ? List.<RuleDraft>of() : shaped;
    return others.stream()
        .filter(other -> other.isBase() && !other.leaf().isUnlimited())
        .findFirst()
        .or(
            () ->
                others.stream()
                    .filter(other -> other.hasWildcard() && !other.leaf().isUnlimited())
                    .filter(other -> !draft.hasWildcard() && other.covers(draft))
                    .findFirst())
        .orElse(draft);
  }

  private void add(RuleDraft draft, RuleDraft base) {
    if (base != draft) {
      buckets.put(draft, name(base));
      put(name(draft), draft, draft.exceptionFrom(base, name(base)));
    } else if (draft.leaf().isUnlimited()) {
      notes.add(
          quoted(draft.leaf().compositeKey())
              + " is unlimited, and no other descriptor would limit it: it needs no rule");
    } else {
      buckets.put(draft, name(draft));
      put(name(draft), draft, draft.alone());
    }
  }

  private String name(RuleDraft draft) {
    return Objects.requireNonNull(names.get(draft));
  }

  /** Returns a name that no other draft has. */
  private String free(String wanted) {
    var name = wanted;
    for (int i = 2; !taken.add(name); i++) {
      name = wanted + "-" + i;
    }
    return name;
  }

  /** Lets calls for which both would hold pay nothing for what a limit replaces. */
  private void replace(RuleDraft draft) {
    for (var name : draft.leaf().replaces()) {
      for (var replaced : drafts) {
        if (replaced != draft
            && replaced.leaf().limitName().equals(name)
            && replaced.leaf().domain().name().equals(draft.leaf().domain().name())
            && buckets.containsKey(replaced)) {
          spare(replaced, draft);
        }
      }
    }
  }

  private void spare(RuleDraft replaced, RuleDraft by) {
    var both = new LinkedHashMap<>(replaced.conditions());
    for (var condition : by.conditions().entrySet()) {
      var other = both.putIfAbsent(condition.getKey(), condition.getValue());
      if (other != null && RuleDraft.fits(other, condition.getValue())) {
        both.put(condition.getKey(), condition.getValue());
      } else if (other != null && !RuleDraft.fits(condition.getValue(), other)) {
        return; // They never hold for the same call.
      }
    }
    if (both.equals(replaced.conditions())) {
      complaints.add(
          by.leaf().domain().source(),
          by.leaf().last().mark(),
          "this replaces "
              + quoted(replaced.leaf().compositeKey())
              + " wherever that holds, which nothing in a request tells; remove one of them");
      return;
    }
    var rule = RuleDraft.matching(both);
    rule.put("bucket", Objects.requireNonNull(buckets.get(replaced)));
    rule.put("cost", 0);
    put(name(by) + "-replaces-" + name(replaced), by, rule);
  }

  private void put(String name, RuleDraft draft, Map<String, Object> rule) {
    rules.put(name, rule);
    origins.put(name, draft);
  }

  /** A limit is called what its owner calls it, or else what Envoy's statistics call it. */
  private static String nameOf(RuleDraft draft) {
    var own = draft.leaf().limitName();
    var name =
        own.isEmpty() ? draft.leaf().compositeKey() : draft.leaf().domain().name() + "." + own;
    return name.replaceAll("[^A-Za-z0-9_.-]+", "-");
  }

  private RuleSet read() {
    try {
      return RuleSet.read(JsonText.of(Map.of("rules", rules)), "import");
    } catch (RulesException e) {
      var told = new HashSet<String>();
      for (var problem : e.problems()) {
        var origin = origins.get(problem.rule());
        if (origin == null) {
          throw e; // Nothing of the file is to blame.
        }
        var message =
            problem.message() + (problem.suggestion().isEmpty() ? "" : "; " + problem.suggestion());
        if (told.add(problem.rule() + message)) {
          complaints.add(origin.leaf().domain().source(), mark(origin), message);
        }
      }
      return RuleSet.EMPTY;
    }
  }

  private static Mark mark(RuleDraft origin) {
    return origin.leaf().last().mark();
  }
}
