package io.tollgate.rules;

import io.tollgate.Limit;
import io.tollgate.Limiter;
import jakarta.ws.rs.container.ContainerRequestContext;
import java.time.Duration;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes into the audit who was turned away; not so often that strangers could fill the disk. */
final class Denials implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger("io.tollgate.rules");
  private static final Limit WRITTEN =
      Limit.of(100).per(Duration.ofMinutes(1)).named("audited denials");

  private final Database database;
  private final InstantSource clock;
  private final Limiter limiter = Limiter.local();

  Denials(Database database, InstantSource clock) {
    this.database = database;
    this.clock = clock;
  }

  void add(Actor actor, int status, ContainerRequestContext request) {
    var target = request.getMethod() + " /v1/" + request.getUriInfo().getPath();
    if (!limiter.decide(WRITTEN, actor.name() + '@' + actor.address(), 1).allowed()) {
      LOG.debug("Denied with {}, and not audited: {}", status, actor.name());
      return;
    }
    database.call(
        transaction -> {
          AuditStore.add(
              transaction, clock.instant(), actor, "denied", target, "answered " + status);
          return status;
        });
  }

  @Override
  public void close() {
    limiter.close();
  }
}
