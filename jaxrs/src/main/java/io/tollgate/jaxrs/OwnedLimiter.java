package io.tollgate.jaxrs;

import io.tollgate.Limiter;
import io.tollgate.Settings;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The limiter of an application: its own, or one that is made for it and closed with it. */
final class OwnedLimiter implements Supplier<Limiter> {

  private final Settings settings;
  private final Optional<Limiter> given;
  private final Server server;
  private @Nullable Limiter made;

  OwnedLimiter(Settings settings, Optional<Limiter> given, Server server) {
    this.settings = settings;
    this.given = given;
    this.server = server;
  }

  @Override
  public synchronized Limiter get() {
    return given.or(() -> server.limiter(settings)).orElseGet(this::made);
  }

  private Limiter made() {
    if (made == null) {
      made = Limiter.of(settings);
    }
    return made;
  }

  synchronized void close() {
    if (made != null) {
      made.close();
      made = null;
    }
  }
}
