package io.tollgate.rules;

import io.tollgate.Settings;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;

/** H2, in memory. */
final class H2StoreTest extends StoreContract {

  private static final Database DATABASE =
      new Database(
          ServerSettings.of(Settings.of(Map.of("tollgate.server.database.url", Service.memory()))));

  @Override
  Database database() {
    return DATABASE;
  }

  @AfterAll
  static void close() {
    DATABASE.close();
  }
}
