package io.tollgate.rules;

import io.tollgate.Limit;
import io.tollgate.Limiter;
import io.tollgate.address.IpAddress;
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
  private static final Limit WRITTEN_TOGETHER =
      Limit.of(1_000).per(Duration.ofMinutes(1)).named("audited denials of all");

  /** Whoever has one IPv6 address has as many as these bits leave. */
  private static final int IPV6_PREFIX = 64;

  private final Database database;
  private final InstantSource clock;
  private final Limiter limiter = Limiter.local();

  Denials(Database database, InstantSource clock) {
    this.database = database;
    this.clock = clock;
  }

  void add(Actor actor, int status, ContainerRequestContext request) {
    var target = request.getMethod() + " /v1/" + request.getUriInfo().getPath();
    if (!isWritten(actor)) {
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

  /** Strangers share one budget, so that they leave those who are known theirs. */
  boolean isWritten(Actor actor) {
    return limiter.decide(WRITTEN, actor.name() + '@' + network(actor.address()), 1).allowed()
        && limiter.decide(WRITTEN_TOGETHER, actor.name(), 1).allowed();
  }

  private static String network(String address) {
    int zone = address.indexOf('%');
    return IpAddress.parse(zone < 0 ? address : address.substring(0, zone))
        .map(ip -> ip.isV4() ? ip : ip.masked(IPV6_PREFIX))
        .map(IpAddress::toString)
        .orElse(address);
  }

  @Override
  public void close() {
    limiter.close();
  }
}
