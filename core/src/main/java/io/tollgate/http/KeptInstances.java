package io.tollgate.http;

import java.util.HashMap;
import java.util.Map;

/** Makes one object of each class, and says in one line why one cannot be made. */
final class KeptInstances implements Instances {

  private final Instances maker;
  private final Map<Class<?>, Object> kept = new HashMap<>();

  KeptInstances(Instances maker) {
    this.maker = maker;
  }

  @Override
  public synchronized <T> T of(Class<T> type) {
    var known = kept.get(type);
    if (known != null) {
      return type.cast(known);
    }
    var made = make(type);
    kept.put(type, made);
    return made;
  }

  private <T> T make(Class<T> type) {
    try {
      return maker.of(type);
    } catch (IllegalArgumentException e) {
      throw e;
    } catch (RuntimeException e) {
      // Whatever a framework for injection throws, with the reason at the bottom.
      throw new IllegalArgumentException(
          type.getName()
              + " cannot be made ("
              + reason(e)
              + "); make what it needs injectable, or give it a constructor without parameters",
          e);
    }
  }

  private static String reason(Throwable thrown) {
    var root = thrown;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root.toString().lines().findFirst().orElse(root.getClass().getName());
  }
}
