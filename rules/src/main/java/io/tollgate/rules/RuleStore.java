package io.tollgate.rules;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The rules in the database, and what they have been. */
final class RuleStore {

  /** As many bodies as an answer may have, of which each may be long. */
  private static final int PAGE = 50;

  private RuleStore() {}

  static long version(Transaction transaction) throws SQLException {
    return transaction.number("version");
  }

  /** Makes whoever else wants to change something wait until this transaction has ended. */
  static void lock(Transaction transaction) throws SQLException {
    transaction.number("lock");
  }

  /** Counts a change. */
  static void nextVersion(Transaction transaction) throws SQLException {
    if (transaction.update("next version") != 1) {
      throw new SQLException("service_state has lost its row");
    }
  }

  static List<StoredRule> all(Transaction transaction) throws SQLException {
    return transaction.list("rules", RuleStore::rule);
  }

  static Optional<StoredRule> find(Transaction transaction, String name) throws SQLException {
    return transaction.first("rule", RuleStore::rule, name);
  }

  static List<StoredRule> endedGrants(Transaction transaction, Instant now) throws SQLException {
    return transaction.list("ended grants", RuleStore::rule, now);
  }

  static void put(Transaction transaction, StoredRule rule, boolean isNew) throws SQLException {
    transaction.update(
        isNew ? "insert rule" : "update rule",
        rule.body(),
        rule.revision(),
        rule.granted(),
        rule.endsAt().orElse(null),
        rule.changedBy(),
        rule.changedAt(),
        rule.name());
  }

  static void delete(Transaction transaction, String name) throws SQLException {
    transaction.update("delete rule", name);
  }

  static long lastRevision(Transaction transaction, String name) throws SQLException {
    return transaction.number("last revision", name);
  }

  static void record(Transaction transaction, String name, Revision revision) throws SQLException {
    transaction.update(
        "insert revision",
        name,
        revision.revision(),
        revision.action().spelled(),
        revision.body().orElse(null),
        revision.granted(),
        revision.changedBy(),
        revision.approvedBy().orElse(null),
        revision.reason().orElse(null),
        revision.changedAt());
  }

  /** Returns a page of what a rule was before a revision, the newest first. */
  static List<Revision> history(Transaction transaction, String name, long before)
      throws SQLException {
    return transaction.list("history", RuleStore::revision, name, before, PAGE);
  }

  static Optional<Revision> revision(Transaction transaction, String name, long revision)
      throws SQLException {
    return transaction.first("revision", RuleStore::revision, name, revision);
  }

  private static StoredRule rule(ResultSet row) throws SQLException {
    return new StoredRule(
        row.getString("name"),
        row.getString("body"),
        row.getLong("revision"),
        row.getBoolean("granted"),
        Transaction.optionalInstant(row, "ends_at"),
        row.getString("changed_by"),
        Transaction.instant(row, "changed_at"));
  }

  private static Revision revision(ResultSet row) throws SQLException {
    return new Revision(
        row.getLong("revision"),
        Action.of(row.getString("action")),
        Transaction.optionalText(row, "body"),
        row.getBoolean("granted"),
        row.getString("changed_by"),
        Transaction.optionalText(row, "approved_by"),
        Transaction.optionalText(row, "reason"),
        Transaction.instant(row, "changed_at"));
  }
}
