package io.tollgate.samples.rules;

import io.tollgate.Settings;
import io.tollgate.rules.RulesServer;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** A rules service without hosts, with a few rules, for tests that change them. */
final class RulesService implements AutoCloseable {

  static final String ADMIN = "token-of-admin-0123456789-abcdef";

  private static final List<String> RULES =
      List.of(
          "{\"name\": \"search\", \"bucket\": \"search\", \"limit\": \"60/min\"}",
          "{\"name\": \"acme\", \"bucket\": \"search\", \"user\": \"acme\", \"limit\": \"240/min\"}",
          "{\"name\": \"items\", \"bucket\": \"items\", \"limit\": \"240/min\"}");

  private final RulesServer server;
  private final ServiceCalls calls;

  private RulesService(RulesServer server) {
    this.server = server;
    this.calls = new ServiceCalls(server.uri(), ADMIN);
  }

  /** Starts it with rules that its owner has made, before anything needs four eyes. */
  static RulesService start(boolean fourEyes) throws IOException, InterruptedException {
    String database = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
    try (RulesService first = new RulesService(server(database, /* fourEyes= */ false))) {
      for (String rule : RULES) {
        first.calls.addRule(rule);
      }
    }
    return new RulesService(server(database, fourEyes));
  }

  private static RulesServer server(String database, boolean fourEyes) throws IOException {
    Map<String, Object> settings =
        Map.of(
            "tollgate.server.host", "localhost",
            "tollgate.server.port", 0,
            "tollgate.server.database.url", database,
            "tollgate.server.foureyes", fourEyes,
            "tollgate.server.admintoken", ADMIN);
    return RulesServer.start(
        Settings.of(settings), new PrintStream(PrintStream.nullOutputStream()));
  }

  URI uri() {
    return server.uri();
  }

  /** Makes a token for somebody, and returns it. */
  String addToken(String name, String role) throws IOException, InterruptedException {
    return calls.addToken(name, role);
  }

  @Override
  public void close() {
    server.close();
  }
}
