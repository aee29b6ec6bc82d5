package io.tollgate.rules;

import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * A change that waits for a second pair of eyes, or did.
 *
 * @param baseRevision the revision that its author has seen; 0 if there was no rule
 */
record Proposal(
    long id,
    Change change,
    long baseRevision,
    String author,
    Instant madeAt,
    Status status,
    Optional<String> decidedBy,
    Optional<Instant> decidedAt) {

  /** What became of it. */
  enum Status {
    OPEN,
    APPROVED,
    REJECTED;

    String spelled() {
      return name().toLowerCase(Locale.ROOT);
    }

    static Status of(String spelled) {
      return valueOf(spelled.toUpperCase(Locale.ROOT));
    }
  }
}
