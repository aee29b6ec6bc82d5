package io.tollgate.rules;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.Question;

/** Explains calls by the rules of the service alone, which know no annotation and no balance. */
final class OwnRules {

  private final Snapshots snapshots;

  OwnRules(Snapshots snapshots) {
    this.snapshots = snapshots;
  }

  ObjectNode explain(Question question) {
    return Json.object().put("question", question.path()).put("version", snapshots.current().map(Snapshot::version).orElse(0L));
  }
}
