package io.tollgate.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every database must do; inherited by a test for each. */
abstract class StoreContract {

  private static final Actor ALICE = new Actor("alice", Role.EDITOR, "127.0.0.1");
  private static final Actor BOB = new Actor("bob", Role.APPROVER, "127.0.0.1");

  private final ManualClock clock = new ManualClock();
  private final String name = "rule " + UUID.randomUUID();

  private Database database;
  private Snapshots snapshots;
  private Changes changes;

  /** Returns the database, which may have been used by other tests. */
  abstract Database database();

  @BeforeEach
  final void open() {
    database = database();
    database.migrate();
    snapshots = new Snapshots(database, clock, Runnable::run);
    changes = new Changes(database, clock, snapshots, bucket -> false, /* fourEyes= */ false);
  }

  private Change put(String body) {
    return new Change(Action.REPLACE, name, Optional.of(body), false, Optional.of("because"));
  }

  private static Precondition match(String etag) {
    return Precondition.of(etag, null);
  }

  private StoredRule submitted(Change change, Precondition precondition) {
    return changes.submit(ALICE, change, precondition, /* required= */ true).rule().orElseThrow();
  }

  private List<Revision> history() {
    return database.call(transaction -> RuleStore.history(transaction, name));
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
    changes.submit(BOB, delete, match(second.etag()), /* required= */ true);
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
    assertThat(history().get(1).changedBy()).isEqualTo("bob");
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
                      AuditStore.add(transaction, clock.instant(), ALICE, name, "x", "x");
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
    changes.submit(ALICE, grant, Precondition.NONE, /* required= */ false);

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
    var tokens = new Tokens(database, clock);
    var owner = "owner " + UUID.randomUUID();
    var keeper = "keeper " + UUID.randomUUID();
    tokens.add(BOB, keeper, Role.APPROVER);
    var secret = tokens.add(BOB, owner, Role.EDITOR);

    assertThat(tokens.find(secret)).map(Token::name).contains(owner);
    assertThat(tokens.find(secret + "x")).isEmpty();
    assertThatThrownBy(() -> tokens.add(BOB, owner, Role.HOST))
        .isInstanceOfSatisfying(ProblemException.class, e -> assertThat(e.status()).isEqualTo(409));
    tokens.remove(BOB, owner);
    assertThat(tokens.find(secret)).isEmpty();
    assertThat(tokens.list()).extracting(Token::name).contains(keeper).doesNotContain(owner);
  }

  private void makeTokenOfAlice() {
    new Tokens(database, clock).add(Actor.SERVICE, ALICE.name(), Role.EDITOR);
  }

  @Test
  void proposals_approvedByAnother_areAppliedOnce() {
    var careful = new Changes(database, clock, snapshots, bucket -> false, /* fourEyes= */ true);
    long id =
        careful
            .submit(ALICE, put("{\"limit\":\"5/min\"}"), Precondition.NONE, /* required= */ true)
            .proposal()
            .orElseThrow();

    assertThat(stored()).isEmpty();
    assertThatThrownBy(() -> careful.approve(BOB, id)) // There is no token of the author.
        .isInstanceOfSatisfying(ProblemException.class, e -> assertThat(e.status()).isEqualTo(403));
    makeTokenOfAlice();
    assertThatThrownBy(() -> careful.approve(new Actor("alice", Role.APPROVER, ""), id))
        .isInstanceOfSatisfying(ProblemException.class, e -> assertThat(e.status()).isEqualTo(403));
    careful.approve(BOB, id);
    assertThat(stored()).map(StoredRule::changedBy).contains("alice");
    assertThat(history().get(0).approvedBy()).contains("bob");
    assertThatThrownBy(() -> careful.approve(BOB, id))
        .isInstanceOfSatisfying(ProblemException.class, e -> assertThat(e.status()).isEqualTo(409));
  }

  /** Each of a chain has made the next; and a token taken away from it hides nothing. */
  @Test
  void makers_ofATokenThroughOthers_areAllKnown() {
    var tokens = new Tokens(database, clock);
    var names = Stream.of("a", "b", "c").map(each -> each + UUID.randomUUID()).toList();
    tokens.add(Actor.SERVICE, names.get(0), Role.APPROVER);
    tokens.add(new Actor(names.get(0), Role.APPROVER, ""), names.get(1), Role.APPROVER);
    tokens.add(new Actor(names.get(1), Role.APPROVER, ""), names.get(2), Role.EDITOR);
    tokens.remove(BOB, names.get(1));

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
      changes.submit(ALICE, change, Precondition.NONE, /* required= */ true);

      var found = database.call(transaction -> RuleStore.find(transaction, unusual));
      assertThat(found).map(StoredRule::name).contains(unusual);
      assertThat(found).map(StoredRule::body).get().asString().contains("Grüße 🎈 " + text);
    }
  }
}
