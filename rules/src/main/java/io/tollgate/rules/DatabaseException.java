package io.tollgate.rules;

import java.sql.SQLException;

/** Tells that the database did not do what it was asked for. */
final class DatabaseException extends RuntimeException {

  private static final long serialVersionUID = 1;

  DatabaseException(SQLException cause) {
    super(cause.getMessage(), cause);
  }

  /** Tells whether a row with the same key was there already. */
  boolean isDuplicate() {
    return getCause() instanceof SQLException cause && "23505".equals(cause.getSQLState());
  }
}
