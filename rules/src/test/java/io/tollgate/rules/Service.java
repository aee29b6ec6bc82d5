package io.tollgate.rules;

import io.tollgate.Settings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** A rules service of a test's own, on a free port, with its database in memory unless said. */
final class Service implements AutoCloseable {

  static final String ADMIN = "admin-token-0123456789-abcdef";
  private static final AtomicInteger NUMBER = new AtomicInteger();

  private final ManualClock clock = new ManualClock();
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final RulesServer server;

  Service() throws IOException {
    this(Map.of());
  }

  Service(Map<String, ?> settings) throws IOException {
    var all = new HashMap<String, Object>();
    all.put("tollgate.server.port", 0);
    all.put("tollgate.server.database.url", memory());
    all.put("tollgate.server.admintoken", ADMIN);
    all.putAll(settings);
    all.values().removeIf(""::equals);
    var out = new PrintStream(printed, /* autoFlush= */ true, StandardCharsets.UTF_8);
    this.server = RulesServer.start(Settings.of(all), out, clock);
  }

  static String memory() {
    return "jdbc:h2:mem:service" + NUMBER.incrementAndGet() + ";DB_CLOSE_DELAY=-1";
  }

  RulesServer server() {
    return server;
  }

  ManualClock clock() {
    return clock;
  }

  String printed() {
    return printed.toString(StandardCharsets.UTF_8);
  }

  /** Returns a client who may do everything. */
  Api admin() {
    return new Api(server.uri(), ADMIN);
  }

  /** Returns a client without a token. */
  Api stranger() {
    return new Api(server.uri(), "");
  }

  /** Makes a token, and returns a client who has it. */
  Api client(String name, String role) {
    var made = admin().post("/v1/tokens", "{\"name\":\"" + name + "\",\"role\":\"" + role + "\"}");
    return new Api(server.uri(), made.json().path("token").asText());
  }

  @Override
  public void close() {
    server.close();
  }
}
