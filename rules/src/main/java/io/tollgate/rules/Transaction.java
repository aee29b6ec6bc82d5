package io.tollgate.rules;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Statements that hold together; values go in as parameters only. */
final class Transaction {

  /** Makes something of a row. */
  @FunctionalInterface
  interface RowReader<T> {
    T read(ResultSet row) throws SQLException;
  }

  /** Nobody waits longer for somebody else's lock. */
  private static final int MAX_SECONDS = 10;

  private final Connection connection;

  Transaction(Connection connection) {
    this.connection = connection;
  }

  <T> List<T> list(String name, RowReader<T> reader, @Nullable Object... values)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(Sql.named(name))) {
      bind(statement, values);
      try (ResultSet rows = statement.executeQuery()) {
        var list = new ArrayList<T>();
        while (rows.next()) {
          list.add(reader.read(rows));
        }
        return list;
      }
    }
  }

  <T> Optional<T> first(String name, RowReader<T> reader, @Nullable Object... values)
      throws SQLException {
    return list(name, reader, values).stream().findFirst();
  }

  /** Returns the number that a statement asks for. */
  long number(String name, @Nullable Object... values) throws SQLException {
    return first(name, row -> row.getLong(1), values)
        .orElseThrow(() -> new SQLException(name + ": no row"));
  }

  /** Returns how many rows were changed. */
  int update(String name, @Nullable Object... values) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(Sql.named(name))) {
      bind(statement, values);
      return statement.executeUpdate();
    }
  }

  /** Returns the number that the database gave to the new row. */
  long insert(String name, @Nullable Object... values) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(Sql.named(name), Statement.RETURN_GENERATED_KEYS)) {
      bind(statement, values);
      statement.executeUpdate();
      try (ResultSet keys = statement.getGeneratedKeys()) {
        if (!keys.next()) {
          throw new SQLException(name + ": the database gave no number");
        }
        return keys.getLong("id");
      }
    }
  }

  private static void bind(PreparedStatement statement, @Nullable Object... values)
      throws SQLException {
    statement.setQueryTimeout(MAX_SECONDS);
    for (int i = 0; i < values.length; i++) {
      var value = values[i];
      statement.setObject(
          i + 1, value instanceof Instant instant ? instant.atOffset(ZoneOffset.UTC) : value);
    }
  }

  static Instant instant(ResultSet row, String column) throws SQLException {
    return row.getObject(column, OffsetDateTime.class).toInstant();
  }

  static Optional<Instant> optionalInstant(ResultSet row, String column) throws SQLException {
    return Optional.ofNullable(row.getObject(column, OffsetDateTime.class))
        .map(OffsetDateTime::toInstant);
  }

  static Optional<String> optionalText(ResultSet row, String column) throws SQLException {
    return Optional.ofNullable(row.getString(column));
  }
}
