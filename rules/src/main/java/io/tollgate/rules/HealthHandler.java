package io.tollgate.rules;

import io.tollgate.Health;
import java.io.IOException;
import java.util.function.Supplier;
import org.glassfish.grizzly.http.server.HttpHandler;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.Response;
import org.glassfish.grizzly.http.util.Header;

/** Answers probes: {@code /health/live} and {@code /health/ready}. */
final class HealthHandler extends HttpHandler {

  private final Supplier<Health> health;

  HealthHandler(Supplier<Health> health) {
    this.health = health;
  }

  @Override
  public void service(Request request, Response response) throws IOException {
    var path = request.getRequestURI();
    if (path.equals("/health/live")) {
      write(response, Health.up());
    } else if (path.equals("/health/ready")) {
      write(response, health.get());
    } else {
      response.setStatus(404);
    }
  }

  private static void write(Response response, Health health) throws IOException {
    var json = Json.object().put("status", health.status().name());
    if (!health.isUp()) {
      json.put("reason", health.reason());
      response.setStatus(503);
    }
    var body = Json.mapper().writeValueAsBytes(json);
    response.setContentType("application/json");
    response.setContentLength(body.length);
    response.setHeader(Header.CacheControl, "no-store");
    response.getOutputStream().write(body);
  }
}
