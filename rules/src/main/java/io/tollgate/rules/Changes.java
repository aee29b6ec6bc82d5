package io.tollgate.rules;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The only way to change rules: what is written is valid together with all other rules, is in the
 * history and the audit, and is on its way to the hosts before the change is answered.
 */
final class Changes {

  private final Database database;
  private final InstantSource clock;
  private final Snapshots snapshots;
  private final Predicate<String> ofHosts;
  private final boolean fourEyes;

  /**
   * Makes it.
   *
   * @param ofHosts tells whether hosts know a bucket by themselves
   */
  Changes(
      Database database,
      InstantSource clock,
      Snapshots snapshots,
      Predicate<String> ofHosts,
      boolean fourEyes) {
    this.database = database;
    this.clock = clock;
    this.snapshots = snapshots;
    this.ofHosts = ofHosts;
    this.fourEyes = fourEyes;
  }

  boolean fourEyes() {
    return fourEyes;
  }

  /**
   * Does a change, or proposes it where four eyes are asked for.
   *
   * @param required whether an existing rule may only be changed by who says which one he has seen
   * @throws ProblemException if it does not fit, or the actor's token was taken away, and nothing
   *     was changed
   */
  Outcome submit(Actor actor, Change change, Precondition precondition, boolean required) {
    var outcome =
        audited(
            actor,
            change.name(),
            transaction -> {
              Tokens.lock(transaction, actor);
              var current = RuleStore.find(transaction, change.name());
              precondition.check(current, required);
              check(transaction, change, current);
              return fourEyes
                  ? propose(transaction, actor, change, current)
                  : apply(transaction, actor, Optional.empty(), change, current);
            });
    snapshots.refreshIfPossible();
    return outcome;
  }

  private void check(Transaction transaction, Change change, Optional<StoredRule> current)
      throws SQLException {
    if (change.body().isEmpty() && current.isEmpty()) {
      throw ProblemException.notFound("there is no rule of this name");
    }
    if (change.action() == Action.CREATE && current.isPresent()) {
      throw new ProblemException(
              409, "there is a rule of this name already; replace it by PUT, or take another name")
          .with("ETag", current.get().etag());
    }
    var rules = new LinkedHashMap<String, ObjectNode>();
    for (var rule : RuleStore.all(transaction)) {
      rules.put(rule.name(), Rules.parsed(rule.body()));
    }
    var body = change.body().map(Rules::parsed);
    if (body.isPresent()) {
      var faults = Rules.faultsOfChange(rules, change.name(), body.get());
      if (!faults.isEmpty()) {
        throw ProblemException.invalid(faults);
      }
    }
    var lost = Rules.bucketsLost(rules, change.name(), body, ofHosts);
    if (!lost.isEmpty()) {
      throw new ProblemException(422, String.join("; ", lost));
    }
  }

  private Outcome propose(
      Transaction transaction, Actor actor, Change change, Optional<StoredRule> current)
      throws SQLException {
    long base = current.map(StoredRule::revision).orElse(0L);
    long id = ProposalStore.add(transaction, change, base, actor, clock.instant());
    audit(transaction, actor, "propose " + change.action().spelled(), change, current);
    return new Outcome(Optional.empty(), current.isEmpty(), Optional.of(id));
  }

  private Outcome apply(
      Transaction transaction,
      Actor author,
      Optional<Actor> approver,
      Change change,
      Optional<StoredRule> current)
      throws SQLException {
    Instant now = clock.instant();
    boolean made = change.action() == Action.REPLACE && current.isEmpty();
    Action action = made ? Action.CREATE : change.action();
    RuleStore.nextVersion(transaction);
    long revision = RuleStore.lastRevision(transaction, change.name()) + 1;
    RuleStore.record(
        transaction,
        change.name(),
        new Revision(
            revision,
            action,
            change.body(),
            change.granted(),
            author.name(),
            approver.map(Actor::name),
            change.reason(),
            now));
    Optional<StoredRule> rule =
        change.body().map(body -> stored(change, body, revision, author, now));
    if (rule.isPresent()) {
      RuleStore.put(transaction, rule.get(), current.isEmpty());
    } else {
      RuleStore.delete(transaction, change.name());
    }
    audit(transaction, approver.orElse(author), action.spelled(), change, current);
    return new Outcome(rule, current.isEmpty(), Optional.empty());
  }

  private static StoredRule stored(
      Change change, String body, long revision, Actor author, Instant now) {
    var endsAt = Rules.endsAt(change.name(), Rules.parsed(body));
    return new StoredRule(
        change.name(), body, revision, change.granted(), endsAt, author.name(), now);
  }

  private void audit(
      Transaction transaction,
      Actor actor,
      String action,
      Change change,
      Optional<StoredRule> current)
      throws SQLException {
    var before = current.map(rule -> Rules.parsed(rule.body())).orElseGet(Json::object);
    var after = change.body().map(Rules::parsed).orElseGet(Json::object);
    var detail =
        new Diff(before, after).line()
            + change.reason().map(reason -> " (reason: " + reason + ")").orElse("");
    AuditStore.add(transaction, clock.instant(), actor, action, change.name(), detail);
  }

  /**
   * Does what a proposal asks for.
   *
   * @throws ProblemException if it is not open, is the actor's own, or no longer fits
   */
  Outcome approve(Actor actor, long id) {
    var outcome =
        audited(
            actor,
            "proposal " + id,
            transaction -> {
              Tokens.lock(transaction, actor);
              var proposal = decided(transaction, actor, id, Proposal.Status.APPROVED);
              var change = proposal.change();
              var current = RuleStore.find(transaction, change.name());
              if (current.map(StoredRule::revision).orElse(0L) != proposal.baseRevision()) {
                throw new ProblemException(
                    409,
                    "the rule was changed after this was proposed; reject it, and propose anew");
              }
              check(transaction, change, current);
              var author = new Actor(proposal.author(), Role.EDITOR, "");
              return apply(transaction, author, Optional.of(actor), change, current);
            });
    snapshots.refreshIfPossible();
    return outcome;
  }

  /**
   * Puts a proposal away: by an approver, or by its author.
   *
   * @throws ProblemException if it is not open, or the actor is neither
   */
  void reject(Actor actor, long id) {
    audited(
        actor,
        "proposal " + id,
        transaction -> {
          Tokens.lock(transaction, actor);
          var proposal = decided(transaction, actor, id, Proposal.Status.REJECTED);
          AuditStore.add(
              transaction,
              clock.instant(),
              actor,
              "reject",
              proposal.change().name(),
              "proposal " + id + " of " + proposal.author());
          return id;
        });
  }

  private <T> T audited(Actor actor, String target, Database.Work<T> work) {
    return AuditStore.audited(database, clock, actor, target, work);
  }

  private Proposal decided(Transaction transaction, Actor actor, long id, Proposal.Status status)
      throws SQLException {
    var proposal =
        ProposalStore.find(transaction, id)
            .orElseThrow(() -> ProblemException.notFound("there is no such proposal"));
    if (status == Proposal.Status.APPROVED) {
      Eyes.check(transaction, proposal.author(), actor.name());
    } else if (actor.role() != Role.APPROVER && !proposal.author().equals(actor.name())) {
      throw new ProblemException(403, "only its author or an approver puts a proposal away");
    }
    if (!ProposalStore.decide(transaction, id, status, actor, clock.instant())) {
      throw new ProblemException(
          409, "the proposal was " + proposal.status().spelled() + " already");
    }
    return proposal;
  }

  /** Removes the grants that have come to their end, without asking anybody. */
  void endGrants() {
    var ended = database.call(transaction -> RuleStore.endedGrants(transaction, clock.instant()));
    if (!ended.isEmpty()) {
      end(ended);
    }
  }

  private void end(List<StoredRule> ended) {
    database.call(
        transaction -> {
          RuleStore.lock(transaction);
          for (var grant : ended) {
            var current = RuleStore.find(transaction, grant.name());
            if (current.equals(Optional.of(grant))) {
              var end =
                  new Change(Action.END, grant.name(), Optional.empty(), true, Optional.empty());
              apply(transaction, Actor.SERVICE, Optional.empty(), end, current);
            }
          }
          return ended;
        });
    snapshots.refreshIfPossible();
  }
}
