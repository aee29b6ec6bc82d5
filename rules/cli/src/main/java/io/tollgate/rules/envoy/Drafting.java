package io.tollgate.rules.envoy;

import static io.tollgate.rules.envoy.Complaints.quoted;

import io.tollgate.rules.envoy.Meaning.Part;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Makes of each leaf what its descriptors say about requests. */
final class Drafting {

  private final DescriptorKeys keys;
  private final Complaints complaints;
  private final Set<String> notes = new LinkedHashSet<>();

  Drafting(DescriptorKeys keys, Complaints complaints) {
    this.keys = keys;
    this.complaints = complaints;
  }

  /** Returns what somebody should know who uses the rules. */
  Collection<String> notes() {
    return notes;
  }

  RuleDraft draft(Leaf leaf) {
    var draft = new RuleDraft(leaf);
    for (var step : leaf.steps()) {
      step(draft, step);
    }
    return draft;
  }

  private void step(RuleDraft draft, Descriptor step) {
    var meaning = keys.of(step);
    if (keys.isOutcome(step)) {
      complain(
          draft,
          step,
          step.key()
              + " arrives as the outcome of a comparison in the proxy; say what is compared: --map "
              + step.compositeKey().replaceFirst("_match_", "_match:")
              + "=header:NAME:VALUE");
      return;
    }
    if (keys.isGuessed(step)) {
      notes.add(guess(step, meaning));
    }
    if (meaning.part() == Part.NOTHING) {
      draft.shapedBy(step.compositeKey());
    } else if (meaning.part() == Part.PATH && !meaning.value().isEmpty()) {
      path(draft, step, meaning);
    } else if (meaning.value().isEmpty()) {
      any(draft, step, meaning);
    } else {
      one(draft, step, meaning);
    }
  }

  private static String guess(Descriptor step, Meaning meaning) {
    return meaning.part() == Part.ENDPOINT
        ? "generic_key is what the proxy calls a route, and is taken for the name of an endpoint; if"
            + " that is called otherwise here: --map generic_key:VALUE=endpoint:NAME or path:PATH"
        : "the key "
            + quoted(step.key())
            + " is taken for the header field of that name; if it is something else: --map "
            + step.key()
            + "=user, path, header:NAME and so on";
  }

  /** A descriptor without value: everybody is counted apart. */
  private void any(RuleDraft draft, Descriptor step, Meaning meaning) {
    if (!meaning.part().pays()) {
      complain(
          draft,
          step,
          quoted(step.key())
              + " without a value counts each of its values apart, which rules cannot do by "
              + meaning.part().condition()
              + "; write a value, or say that it is something else: --map "
              + step.key()
              + "=header:NAME");
      return;
    }
    draft.payBy(meaning);
    draft.shapedBy(step.key());
  }

  /** A descriptor with a value. */
  private void one(RuleDraft draft, Descriptor step, Meaning meaning) {
    boolean wildcard = meaning.value().contains("*");
    if (wildcard && !meaning.part().hasWildcards()) {
      complain(
          draft,
          step,
          "rules know no wildcards in "
              + meaning.part().condition()
              + "; write each value as a descriptor");
      return;
    }
    require(draft, step, meaning, meaning.value());
    if (wildcard && !step.shared()) {
      draft.payBy(meaning);
    }
    draft.shapedBy(meaning.part().pays() ? step.key() : step.compositeKey());
  }

  /** A path: a wildcard for a whole segment becomes a parameter, one at the end stays. */
  private void path(RuleDraft draft, Descriptor step, Meaning meaning) {
    var segments = meaning.value().split("/", -1);
    int parameters = 0;
    for (int i = 0; i < segments.length; i++) {
      boolean last = i == segments.length - 1;
      if (segments[i].equals("*") && !last) {
        segments[i] = "{p" + ++parameters + "}";
        if (!step.shared()) {
          draft.payByPath("p" + parameters);
        }
      } else if (segments[i].contains("*") && !(last && segments[i].equals("*"))) {
        complain(
            draft,
            step,
            "a wildcard in a path stands for a whole segment; write /api/* or /api/*/action");
        return;
      }
    }
    if (meaning.value().endsWith("*") && !step.shared()) {
      notes.add(
          "all paths of "
              + quoted(meaning.value())
              + " are counted together; Envoy counts each apart without share_threshold");
    }
    require(draft, step, meaning, String.join("/", segments));
    draft.shapedBy(step.compositeKey());
  }

  private void require(RuleDraft draft, Descriptor step, Meaning meaning, String value) {
    if (!draft.require(meaning, value)) {
      complain(
          draft,
          step,
          "two descriptors ask for "
              + meaning.subject()
              + "; a rule can ask once, so say that one is something else with --map");
    }
  }

  private void complain(RuleDraft draft, Descriptor step, String message) {
    complaints.add(draft.leaf().domain().source(), step.mark(), message);
  }

  /** Returns all drafts, in the order of the files. */
  List<RuleDraft> drafts(Collection<EnvoyDomain> domains) {
    return domains.stream().flatMap(domain -> Leaf.of(domain).stream()).map(this::draft).toList();
  }
}
