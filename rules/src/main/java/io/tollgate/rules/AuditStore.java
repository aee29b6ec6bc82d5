package io.tollgate.rules;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/** The audit in the database. */
final class AuditStore {

  private static final int MAX_TARGET = 400;
  private static final int MAX_DETAIL = 4_000;

  private AuditStore() {}

  static void add(
      Transaction transaction, Instant at, Actor actor, String action, String target, String detail)
      throws SQLException {
    transaction.update(
        "insert audit",
        at,
        actor.name(),
        Texts.shown(actor.address(), 100),
        action,
        Texts.shown(target, MAX_TARGET),
        Texts.shown(detail, MAX_DETAIL));
  }

  /** Does what an actor wants, and writes down if he may not. */
  static <T> T audited(
      Database database, InstantSource clock, Actor actor, String target, Database.Work<T> work) {
    try {
      return database.call(work);
    } catch (ProblemException e) {
      if (e.status() == 403) {
        database.call(
            transaction -> {
              add(transaction, clock.instant(), actor, "denied", target, e.detail());
              return e.status();
            });
      }
      throw e;
    }
  }

  /** Returns the entries that came after one, the oldest first. */
  static List<AuditEntry> after(Transaction transaction, long id, int limit) throws SQLException {
    return transaction.list("audit after", AuditStore::entry, id, limit);
  }

  /** Returns the entries that came before one, the newest first. */
  static List<AuditEntry> before(Transaction transaction, long id, int limit) throws SQLException {
    return transaction.list("audit before", AuditStore::entry, id, limit);
  }

  private static AuditEntry entry(ResultSet row) throws SQLException {
    return new AuditEntry(
        row.getLong("id"),
        Transaction.instant(row, "happened_at"),
        row.getString("who"),
        row.getString("address"),
        row.getString("action"),
        row.getString("target"),
        row.getString("detail"));
  }
}
