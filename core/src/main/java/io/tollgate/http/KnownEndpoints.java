package io.tollgate.http;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The endpoints of an application, and the methods that lead to them. Belongs to a {@link Gate},
 * under whose lock it is used.
 */
final class KnownEndpoints {

  private static final String NAMELESS = "";

  /** Where the declarations of an endpoint are read. */
  record Source(Class<?> type, Method method) {

    static Source of(Class<?> type, Method named) {
      return new Source(type, Overridden.implementation(Names.written(type), named));
    }

    /** Classes that frameworks have derived from one are that one. */
    private String id() {
      return Names.written(type, method).getName()
          + '#'
          + method.getName()
          + Arrays.toString(method.getParameterTypes());
    }
  }

  private final Map<String, Endpoint> known = new LinkedHashMap<>();
  private final Map<Endpoint, Source> sources = new LinkedHashMap<>();
  private final Locators locators = new Locators();

  @Nullable Endpoint find(Source source) {
    return known.get(source.id());
  }

  @Nullable Endpoint findNameless() {
    return known.get(NAMELESS);
  }

  /** Reads an endpoint, which is not kept yet. */
  Endpoint read(Source source, List<String> mistakes) {
    var endpoint =
        new Endpoint(known.size(), source.type, source.method, declarations(source, mistakes));
    checkName(endpoint, mistakes);
    return endpoint;
  }

  /** Makes the endpoint of requests of which nothing is known but their path. */
  Endpoint nameless() {
    return Endpoint.nameless(known.size());
  }

  private List<Declaration> declarations(Source source, List<String> mistakes) {
    return Declarations.of(source.type, source.method, locators.to(source.type), mistakes);
  }

  void keep(Source source, Endpoint endpoint) {
    known.put(source.id(), endpoint);
    sources.put(endpoint, source);
  }

  void keepNameless(Endpoint endpoint) {
    known.put(NAMELESS, endpoint);
  }

  /**
   * Takes note of a method that leads to a sub-resource.
   *
   * @return those for which its limits hold, and what each of them becomes
   */
  Map<Endpoint, Endpoint> lead(Method locator, List<String> mistakes) {
    if (!locators.add(locator, mistakes)) {
      return Map.of();
    }
    var changed = new LinkedHashMap<Endpoint, Endpoint>();
    sources.forEach(
        (endpoint, source) -> {
          if (Locators.leads(locator, source.type)) {
            var now = endpoint.with(declarations(source, mistakes));
            changed.put(endpoint, now);
            checkName(now, mistakes);
          }
        });
    return changed;
  }

  /** Forgets a method that leads to a sub-resource: told again, it is as wrong. */
  void forget(Method locator) {
    locators.remove(locator);
  }

  /** A bucket of its own is known by the endpoint's name, on every host, so two must not share. */
  private void checkName(Endpoint endpoint, List<String> mistakes) {
    for (var other : known.values()) {
      if (other.index() != endpoint.index()
          && other.name().equals(endpoint.name())
          && hasOwn(endpoint)
          && hasOwn(other)) {
        mistakes.add(
            endpoint.name()
                + ": both "
                + other.typeName()
                + " and "
                + endpoint.typeName()
                + " have limits of their own under this name; give one of them a bucket");
      }
    }
  }

  private static boolean hasOwn(Endpoint endpoint) {
    return endpoint.declarations().stream().anyMatch(one -> one.bucket().isEmpty());
  }

  Collection<Endpoint> all() {
    return known.values();
  }
}
