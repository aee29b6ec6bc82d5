package io.tollgate.rules;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The proposals in the database. */
final class ProposalStore {

  /** Which proposals are asked for. */
  enum Which {
    ALL("proposals"),
    OPEN("open proposals"),
    DECIDED("decided proposals");

    private final String statement;

    Which(String statement) {
      this.statement = statement;
    }
  }

  /** As many bodies as an answer may have, of which each may be long. */
  private static final int PAGE = 50;

  private ProposalStore() {}

  /** Returns the number of the new proposal. */
  static long add(
      Transaction transaction, Change change, long baseRevision, Actor author, Instant now)
      throws SQLException {
    return transaction.insert(
        "insert proposal",
        change.action().spelled(),
        change.name(),
        change.body().orElse(null),
        change.granted(),
        baseRevision,
        change.reason().orElse(null),
        author.name(),
        now);
  }

  /** Returns a page of those before a number, the newest first. */
  static List<Proposal> list(Transaction transaction, Which which, long before)
      throws SQLException {
    return transaction.list(which.statement, ProposalStore::proposal, before, PAGE);
  }

  static Optional<Proposal> find(Transaction transaction, long id) throws SQLException {
    return transaction.first("proposal", ProposalStore::proposal, id);
  }

  /** Tells whether it was still open. */
  static boolean decide(
      Transaction transaction, long id, Proposal.Status status, Actor actor, Instant now)
      throws SQLException {
    return transaction.update("decide proposal", status.spelled(), actor.name(), now, id) == 1;
  }

  private static Proposal proposal(ResultSet row) throws SQLException {
    return new Proposal(
        row.getLong("id"),
        new Change(
            Action.of(row.getString("action")),
            row.getString("name"),
            Transaction.optionalText(row, "body"),
            row.getBoolean("granted"),
            Transaction.optionalText(row, "reason")),
        row.getLong("base_revision"),
        row.getString("author"),
        Transaction.instant(row, "made_at"),
        Proposal.Status.of(row.getString("status")),
        Transaction.optionalText(row, "decided_by"),
        Transaction.optionalInstant(row, "decided_at"));
  }
}
