package io.tollgate.http;

import io.tollgate.Limiter;
import io.tollgate.Settings;
import io.tollgate.Ticker;
import java.lang.reflect.Method;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Map;

/** Gates and endpoints of classes that tests declare. */
final class Endpoints {

  private Endpoints() {}

  static Gate gate(Map<String, ?> settings) {
    return gate(settings, Limiter.local(), Ticker.system());
  }

  static Gate gate(Map<String, ?> settings, Limiter limiter, Ticker ticker, Scheduler scheduler) {
    return new Gate(
        Settings.of(settings),
        () -> limiter,
        ticker,
        new PlainInstances(),
        scheduler,
        InstantSource.system());
  }

  /** Returns a gate that goes by this time of day. */
  static Gate gate(Settings settings, Limiter limiter, Ticker ticker, InstantSource clock) {
    return new Gate(
        settings, () -> limiter, ticker, new PlainInstances(), new TimerThread(), clock);
  }

  static Gate gate(Map<String, ?> settings, Limiter limiter, Ticker ticker) {
    return new Gate(Settings.of(settings), () -> limiter, ticker, new PlainInstances());
  }

  /** Returns the method of that name in a class or what it inherits from. */
  static Method method(Class<?> type, String name) {
    return Arrays.stream(type.getMethods())
        .filter(method -> method.getName().equals(name) && !method.isBridge())
        .findFirst()
        .orElseThrow();
  }

  /** Throws whatever it is, as classes may that were not written in Java. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // Nobody checks it at run time.
  static <T, E extends Throwable> T fail(Throwable failure) throws E {
    throw (E) failure;
  }

  private static final class PlainInstances implements Instances {

    @Override
    public <T> T of(Class<T> type) {
      try {
        return type.getDeclaredConstructor().newInstance();
      } catch (ReflectiveOperationException e) {
        throw new IllegalArgumentException(type.getSimpleName() + " cannot be made", e);
      }
    }
  }
}
