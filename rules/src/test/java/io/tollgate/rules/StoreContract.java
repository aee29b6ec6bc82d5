package io.tollgate.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every database must do; inherited by a test for each. */
abstract class StoreContract {

  private final Actor alice = new Actor("alice " + UUID.randomUUID(), Role.EDITOR, "127.0.0.1");
  private final Actor bob = new Actor("bob " + UUID.randomUUID(), Role.APPROVER, "127.0.0.1");
  private final ManualClock clock = new ManualClock();
  private final String name = "rule " + UUID.randomUUID();

  private Database database;
  private Tokens tokens;
  private Snapshots snapshots;
  private Changes changes;

  /** Returns the database, which may have been used by other tests. */
  abstract Database database();

  @BeforeEach
  final void open() {
    database = database();
    database.migrate();
    tokens = new Tokens(database, clock);
    makeToken(alice);
    makeToken(bob);
    snapshots = new Snapshots(database, clock, Runnable::run);
    changes = new Changes(database, clock, snapshots, bucket -> false, /* fourEyes= */ false);
  }

  private void makeToken(Actor owner) {
    tokens.add(Actor.SERVICE, owner.name(), owner.role());
  }

  private Change put(String body) {
    return new Change(Action.REPLACE, name, Optional.of(body), false, Optional.of("because"));
  }

  private static Precondition match(String etag) {
    return Precondition.of(etag, null);
  }

  private StoredRule submitted(Change change, Precondition precondition) {
    return changes.submit(alice, change, precondition, /* required= */ true).rule().orElseThrow();
  }

  private List<Revision> history() {
    return database.call(transaction -> RuleStore.history(transaction, name, Long.MAX_VALUE));
  }

  private Optional<StoredRule> stored() {
    return database.call(transaction -> RuleStore.find(transaction, name));
  }

  @Test
  void migrate_again_changesNothing() {
    submitted(put("{\"limit\":\"5/min\"}"), Precondition.NONE);

    database.migrate();

    assertThat(stored()).isPresent();
  }

  @Test
  void submit_putReplaceDeletePut_countsRevisionsOnAndKeepsHistory() {
    var first = submitted(put("{\"limit\":\"5/min\"}"), Precondition.NONE);
    clock.advance(Duration.ofNanos(1_234_000));
    var second = submitted(put("{\"limit\":\"6/min\"}"), match(first.etag()));
    var delete = new Change(Action.DELETE, name, Optional.empty(), false, Optional.empty());
    changes.submit(bob, delete, match(second.etag()), /* required= */ true);
    var third = submitted(put("{\"limit\":\"7/min\"}"), Precondition.NONE);

    assertThat(third.revision()).isEqualTo(4);
    assertThat(stored()).contains(third);
    assertThat(history())
        .extracting(Revision::action)
        .containsExactly(Action.CREATE, Action.DELETE, Action.REPLACE, Action.CREATE);
    assertThat(history())
        .extracting(Revision::body)
        .containsExactly(
            Optional.of("{\"limit\":\"7/min\"}"),
            Optional.empty(),
            Optional.of("{\"limit\":\"6/min\"}"),
            Optional.of("{\"limit\":\"5/min\"}"));
    assertThat(history().get(1).changedBy()).isEqualTo(bob.name());
    assertThat(history().get(2).changedAt()).isEqualTo(second.changedAt());
  }

  @Test
  void submit_eightEditorsFromTheSameRevision_oneWins() throws Exception {
    var seen = submitted(put("{\"limit\":\"5/min\"}"), Precondition.NONE);
    var start = new CountDownLatch(1);
    var executor = Executors.newFixedThreadPool(8);
    var results = new ArrayList<Future<Integer>>();
    for (int i = 0; i < 8; i++) {
      var change = put("{\"limit\":\"" + (10 + i) + "/min\"}");
      results.add(
          executor.submit(
              () -> {
                start.await();
                try {
                  submitted(change, match(seen.etag()));
                  return 200;
                } catch (ProblemException e) {
                  return e.status();
                }
              }));
    }
    start.countDown();
    var statuses = new ArrayList<Integer>();
    for (var result : results) {
      statuses.add(result.get());
    }
    executor.shutdown();

    assertThat(statuses).containsOnlyOnce(200).containsOnly(200, 412);
    assertThat(history()).hasSize(2);
  }

  @Test
  void submit_invalid_changesNothing() {
    long version = database.call(RuleStore::version);

    assertThatThrownBy(() -> submitted(put("{\"limt\":\"5/min\"}"), Precondition.NONE))
        .isInstanceOf(ProblemException.class);
    assertThat(stored()).isEmpty();
    assertThat(history()).isEmpty();
    assertThat(database.call(RuleStore::version)).isEqualTo(version);
  }

  @Test
  void call_failsHalfWay_nothingIsWritten() {
    assertThatThrownBy(
            () ->
                database.call(
                    transaction -> {
                      RuleStore.nextVersion(transaction);
                      AuditStore.add(transaction, clock.instant(), alice, name, "x", "x");
                      throw new SQLException("half way");
                    }))
        .isInstanceOf(DatabaseException.class);

    List<AuditEntry> newest =
        database.call(transaction -> AuditStore.before(transaction, Long.MAX_VALUE, 100));
    assertThat(newest).extracting(AuditEntry::action).doesNotContain(name);
  }

  @Test
  void endGrants_afterTheirEnd_removesThemAndTellsWho() {
    var grant =
        new Change(
            Action.GRANT,
            name,
            Optional.of(
                "{\"bucket\":\"search\",\"user\":\"acme\",\"times\":10,"
                    + "\"until\":\"2026-11-16T13:00:00Z\"}"),
            true,
            Optional.of("black friday"));
    changes.submit(alice, grant, Precondition.NONE, /* required= */ false);

    clock.advance(Duration.ofMinutes(59));
    changes.endGrants();
    assertThat(stored()).isPresent();
    assertThat(snapshots.current().orElseThrow().json()).contains(name);

    clock.advance(Duration.ofMinutes(1));
    changes.endGrants();
    assertThat(stored()).isEmpty();
    assertThat(snapshots.current().orElseThrow().json()).doesNotContain(name);
    assertThat(history().get(0).action()).isEqualTo(Action.END);
    assertThat(history().get(0).changedBy()).isEqualTo("tollgate");
  }

  @Test
  void tokens_findListRemove_knowOnlyTheHash() {
    var owner = "owner " + UUID.randomUUID();
    var keeper = "keeper " + UUID.randomUUID();
    tokens.add(bob, keeper, Role.APPROVER);
    var secret = tokens.add(bob, owner, Role.EDITOR);

    assertThat(tokens.find(secret)).map(Token::name).contains(owner);
    assertThat(tokens.find(secret + "x")).isEmpty();
    assertThatThrownBy(() -> tokens.add(bob, owner, Role.HOST))
        .isInstanceOfSatisfying(ProblemException.class, e -> assertThat(e.status()).isEqualTo(409));
    tokens.remove(bob, owner);
    assertThat(tokens.find(secret)).isEmpty();
    assertThat(tokens.list()).extracting(Token::name).contains(keeper).doesNotContain(owner);
  }

  @Test
  void proposals_approvedByAnother_areAppliedOnce() {
    var careful = new Changes(database, clock, snapshots, bucket -> false, /* fourEyes= */ true);
    long id =
        careful
            .submit(alice, put("{\"limit\":\"5/min\"}"), Precondition.NONE, /* required= */ true)
            .proposal()
            .orElseThrow();

    assertThat(stored()).isEmpty();
    tokens.remove(bob, alice.name());
    assertRefused(() -> careful.approve(bob, id), 403, "the author's token");
    makeToken(alice);
    assertRefused(() -> careful.approve(alice, id), 403, "somebody else than the author");
    careful.approve(bob, id);
    assertThat(stored()).map(StoredRule::changedBy).contains(alice.name());
    assertThat(history().get(0).approvedBy()).contains(bob.name());
    assertThatThrownBy(() -> careful.approve(bob, id))
        .isInstanceOfSatisfying(ProblemException.class, e -> assertThat(e.status()).isEqualTo(409));
  }

  @Test
  void list_ofOpenProposals_hasThemWhateverWasDecidedSince() {
    var careful = new Changes(database, clock, snapshots, bucket -> false, /* fourEyes= */ true);
    long open = proposed(careful);
    for (int i = 0; i < 60; i++) {
      careful.reject(alice, proposed(careful));
    }

    assertThat(listed(ProposalStore.Which.ALL, Long.MAX_VALUE)).hasSize(50).doesNotContain(open);
    assertThat(listed(ProposalStore.Which.OPEN, Long.MAX_VALUE)).contains(open);
    assertThat(listed(ProposalStore.Which.DECIDED, Long.MAX_VALUE))
        .hasSize(50)
        .isSortedAccordingTo(Comparator.reverseOrder());
    assertThat(listed(ProposalStore.Which.ALL, open + 1)).startsWith(open);
  }

  private long proposed(Changes careful) {
    var change = put("{\"limit\":\"5/min\"}");
    return careful
        .submit(alice, change, Precondition.NONE, /* required= */ true)
        .proposal()
        .orElseThrow();
  }

  private List<Long> listed(ProposalStore.Which which, long before) {
    return database.call(transaction -> ProposalStore.list(transaction, which, before)).stream()
        .map(Proposal::id)
        .toList();
  }

  private static void assertRefused(ThrowingCallable work, int status, String why) {
    assertThatThrownBy(work)
        .isInstanceOfSatisfying(
            ProblemException.class,
            e -> {
              assertThat(e.status()).isEqualTo(status);
              assertThat(e.detail()).contains(why);
            });
  }

  /** As when the removal had the lock first, and the approval, let in before, waited for it. */
  @Test
  void approve_withATokenTakenAwayMeanwhile_isRefusedAndAudited() {
    var careful = new Changes(database, clock, snapshots, bucket -> false, /* fourEyes= */ true);
    var puppet = new Actor("puppet " + UUID.randomUUID(), Role.APPROVER, "");
    tokens.add(bob, puppet.name(), puppet.role());
    long id =
        careful
            .submit(bob, put("{\"limit\":\"5/min\"}"), Precondition.NONE, /* required= */ true)
            .proposal()
            .orElseThrow();

    tokens.remove(bob, puppet.name());
    assertRefused(() -> careful.approve(puppet, id), 403, "was taken away");
    assertRefused(() -> careful.reject(puppet, id), 403, "was taken away");
    assertThat(stored()).isEmpty();
    List<AuditEntry> newest =
        database.call(transaction -> AuditStore.before(transaction, Long.MAX_VALUE, 100));
    assertThat(newest)
        .filteredOn(entry -> entry.who().equals(puppet.name()))
        .extracting(AuditEntry::action)
        .containsExactly("denied", "denied");
  }

  @Test
  void changes_withATokenTakenAwayMeanwhile_areRefused() {
    tokens.remove(bob, alice.name());
    var change = put("{\"limit\":\"5/min\"}");
    assertRefused(() -> submitted(change, Precondition.NONE), 403, "was taken away");
    tokens.add(bob, alice.name(), Role.VIEWER);
    assertRefused(() -> submitted(change, Precondition.NONE), 403, "was taken away");

    var puppet = new Actor("puppet " + UUID.randomUUID(), Role.APPROVER, "");
    tokens.add(bob, puppet.name(), puppet.role());
    tokens.remove(bob, puppet.name());
    assertRefused(() -> tokens.add(puppet, "p" + name, Role.APPROVER), 403, "was taken away");
    assertRefused(() -> tokens.remove(puppet, bob.name()), 403, "was taken away");
  }

  /** Each of a chain has made the next; and a token taken away from it hides nothing. */
  @Test
  void makers_ofATokenThroughOthers_areAllKnown() {
    var names = Stream.of("a", "b", "c").map(each -> each + UUID.randomUUID()).toList();
    tokens.add(Actor.SERVICE, names.get(0), Role.APPROVER);
    tokens.add(new Actor(names.get(0), Role.APPROVER, ""), names.get(1), Role.APPROVER);
    tokens.add(new Actor(names.get(1), Role.APPROVER, ""), names.get(2), Role.EDITOR);
    tokens.remove(bob, names.get(1));

    var makers = database.call(transaction -> Tokens.makers(transaction, names.get(2)));
    assertThat(makers).containsExactly(names.get(1), names.get(0), Actor.SERVICE.name());
  }

  @Test
  void names_ofAnyText_areKeptAsTheyAre() {
    for (var text : List.of("<script>alert(1)</script>", "'; drop table rule; --", "a/b?c#d%20")) {
      var unusual = text + ' ' + UUID.randomUUID();
      var change =
          new Change(
              Action.REPLACE,
              unusual,
              Optional.of(
                  "{\"bucket\":\"search\",\"limit\":\"5/min\",\"user\":\"Grüße 🎈 " + text + "\"}"),
              false,
              Optional.of(text));
      changes.submit(alice, change, Precondition.NONE, /* required= */ true);

      var found = database.call(transaction -> RuleStore.find(transaction, unusual));
      assertThat(found).map(StoredRule::name).contains(unusual);
      assertThat(found).map(StoredRule::body).get().asString().contains("Grüße 🎈 " + text);
    }
  }
}
