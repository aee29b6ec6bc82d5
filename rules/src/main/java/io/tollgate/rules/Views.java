package io.tollgate.rules;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;

/** What is kept, as the interface shows it. */
final class Views {

  private Views() {}

  static ObjectNode rule(StoredRule stored, Instant now) {
    var body = Rules.parsed(stored.body());
    var json = Json.object();
    json.put("name", stored.name());
    json.set("rule", body);
    json.put("description", Rules.description(stored.name(), body));
    json.put("state", Rules.state(stored.name(), body, now));
    json.put("revision", stored.revision());
    json.put("grant", stored.granted());
    stored.endsAt().ifPresent(end -> json.put("endsAt", end.toString()));
    json.put("changedBy", stored.changedBy());
    json.put("changedAt", stored.changedAt().toString());
    return json;
  }

  static ObjectNode revision(String name, Revision revision) {
    var json = Json.object();
    json.put("revision", revision.revision());
    json.put("action", revision.action().spelled());
    revision
        .body()
        .map(Rules::parsed)
        .ifPresent(
            body -> {
              json.set("rule", body);
              json.put("description", Rules.description(name, body));
            });
    json.put("changedBy", revision.changedBy());
    json.put("changedAt", revision.changedAt().toString());
    revision.approvedBy().ifPresent(who -> json.put("approvedBy", who));
    revision.reason().ifPresent(reason -> json.put("reason", reason));
    return json;
  }

  static ObjectNode audit(AuditEntry entry) {
    return Json.object()
        .put("id", entry.id())
        .put("at", entry.at().toString())
        .put("who", entry.who())
        .put("address", entry.address())
        .put("action", entry.action())
        .put("target", entry.target())
        .put("detail", entry.detail());
  }

  static ObjectNode token(Token token) {
    return Json.object()
        .put("name", token.name())
        .put("role", token.role().spelled())
        .put("madeBy", token.madeBy())
        .put("madeAt", token.madeAt().toString());
  }

  static ObjectNode proposal(Proposal proposal) {
    var change = proposal.change();
    var json = Json.object();
    json.put("id", proposal.id());
    json.put("action", change.action().spelled());
    json.put("name", change.name());
    change
        .body()
        .map(Rules::parsed)
        .ifPresent(
            body -> {
              json.set("rule", body);
              json.put("description", Rules.description(change.name(), body));
            });
    json.put("baseRevision", proposal.baseRevision());
    change.reason().ifPresent(reason -> json.put("reason", reason));
    json.put("author", proposal.author());
    json.put("madeAt", proposal.madeAt().toString());
    json.put("status", proposal.status().spelled());
    proposal.decidedBy().ifPresent(who -> json.put("decidedBy", who));
    proposal.decidedAt().ifPresent(at -> json.put("decidedAt", at.toString()));
    return json;
  }
}
