package io.tollgate.rules;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.flywaydb.core.Flyway;

/** Where rules, history, audit and tokens are kept: H2 or PostgreSQL. */
final class Database implements AutoCloseable {

  /** What is done in one transaction. */
  @FunctionalInterface
  interface Work<T> {
    T run(Transaction transaction) throws SQLException;
  }

  private static final Duration PATIENCE = Duration.ofSeconds(3);
  private static final int CONNECTIONS = 8;

  private final HikariDataSource pool;

  Database(ServerSettings settings) {
    var config = new HikariConfig();
    config.setPoolName("tollgate-rules");
    config.setJdbcUrl(settings.databaseUrl());
    settings.databaseUser().ifPresent(config::setUsername);
    settings.databasePassword().ifPresent(config::setPassword);
    config.setMaximumPoolSize(CONNECTIONS);
    config.setMinimumIdle(1);
    config.setConnectionTimeout(PATIENCE.toMillis());
    config.setValidationTimeout(PATIENCE.toMillis());
    config.setAutoCommit(false);
    config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
    config.setInitializationFailTimeout(-1); // The service starts without its database, too.
    this.pool = new HikariDataSource(config);
  }

  /**
   * Brings the tables to the newest shape.
   *
   * @throws RuntimeException if the database cannot be reached, or its tables are not ours
   */
  void migrate() {
    Flyway.configure()
        .dataSource(pool)
        .locations("classpath:io/tollgate/rules/migration")
        .table("tollgate_migration")
        .load()
        .migrate();
  }

  /**
   * Does the work in one transaction, all or nothing.
   *
   * @throws DatabaseException if the database does not do it
   */
  <T> T call(Work<T> work) {
    try (Connection connection = pool.getConnection()) {
      return committed(connection, work);
    } catch (SQLException e) {
      throw new DatabaseException(e);
    }
  }

  private static <T> T committed(Connection connection, Work<T> work) throws SQLException {
    try {
      T result = work.run(new Transaction(connection));
      connection.commit();
      return result;
    } catch (SQLException | RuntimeException e) {
      try {
        connection.rollback();
      } catch (SQLException alsoFailed) {
        e.addSuppressed(alsoFailed);
      }
      throw e;
    }
  }

  @Override
  public void close() {
    pool.close();
  }
}
