package io.tollgate.jaxrs;

import jakarta.enterprise.inject.spi.CDI;
import java.util.Optional;

/** Finds objects of the application's classes among the beans of CDI, where CDI is. */
final class CdiBeans {

  private static final boolean PRESENT = ClassPath.has("jakarta.enterprise.inject.spi.CDI");

  private CdiBeans() {}

  /** Returns the bean of a class; empty without CDI, or if it is no bean. */
  static <T> Optional<T> find(Class<T> type) {
    return PRESENT ? Beans.find(type) : Optional.empty();
  }

  /** Loaded only where CDI is. */
  private static final class Beans {

    static <T> Optional<T> find(Class<T> type) {
      CDI<Object> container;
      try {
        container = CDI.current();
      } catch (IllegalStateException e) {
        return Optional.empty(); // Its classes are here, but no container runs.
      }
      var beans = container.select(type);
      return beans.isResolvable() ? Optional.of(beans.get()) : Optional.empty();
    }
  }
}
