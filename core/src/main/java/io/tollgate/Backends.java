package io.tollgate;

import java.time.InstantSource;
import java.util.ArrayList;

/** Finds the backend that the settings name. */
final class Backends {

  private static final String LOCAL = "local";

  private Backends() {}

  static Limiter.Builder limiter(Settings settings) {
    var builder = withoutBackend(settings);
    var name = settings.get(Settings.BACKEND);
    return name.equals(LOCAL) ? builder : builder.backend(provider(name).create(settings));
  }

  /** Returns all that the settings say about a limiter, except where its buckets live. */
  static Limiter.Builder withoutBackend(Settings settings) {
    int maxKeys = Math.toIntExact(settings.get(Settings.LOCAL_MAX_KEYS));
    return Limiter.builder()
        .local(new LocalBackend(maxKeys, Ticker.system(), InstantSource.system()))
        .timeout(settings.get(Settings.TIMEOUT))
        .onFailure(settings.get(Settings.FAILURE));
  }

  private static BackendProvider provider(String name) {
    var known = new ArrayList<String>();
    known.add(LOCAL);
    for (var provider : ClassPath.services(BackendProvider.class)) {
      if (provider.name().equals(name)) {
        return provider;
      }
      known.add(provider.name());
    }
    throw new IllegalArgumentException(
        "tollgate.backend is "
            + name
            + ", and there is no such backend on the class path; add the dependency tollgate-"
            + name
            + " or choose one of "
            + known);
  }
}
