package io.tollgate.redis;

import io.tollgate.Claim;
import io.tollgate.Decision;
import io.tollgate.Limiter;
import io.tollgate.LimiterListener;
import io.tollgate.Settings;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** A limiter on Redis as an application has it, and who decided its calls. */
final class Watched implements AutoCloseable, LimiterListener {

  private final Map<Source, AtomicInteger> decided = new EnumMap<>(Source.class);
  private final AtomicInteger failures = new AtomicInteger();
  private final AtomicReference<String> lastFailure = new AtomicReference<>("none");
  private final Limiter limiter;
  private volatile boolean breakerOpen;

  Watched(String uri, String... more) {
    for (var source : Source.values()) {
      decided.put(source, new AtomicInteger());
    }
    var settings = settings(uri, more);
    limiter =
        Limiter.builder()
            .backend(new RedisProvider().create(settings))
            .timeout(settings.get(Settings.TIMEOUT))
            .onFailure(settings.get(Settings.FAILURE))
            .listener(this)
            .build();
  }

  /** Returns the settings of a backend on Redis, with further pairs of name and value. */
  static Settings settings(String uri, String... more) {
    var settings = new HashMap<String, String>();
    settings.put("tollgate.backend", "redis");
    settings.put("tollgate.redis.uri", uri);
    for (int i = 0; i < more.length; i += 2) {
      settings.put(more[i], more[i + 1]);
    }
    return Settings.of(settings);
  }

  Limiter limiter() {
    return limiter;
  }

  /** Returns how many calls were decided there. */
  int decided(Source source) {
    return decided.get(source).get();
  }

  /** Returns how many calls the backend did not decide although it was asked. */
  int failures() {
    return failures.get();
  }

  String lastFailure() {
    return lastFailure.get();
  }

  boolean isBreakerOpen() {
    return breakerOpen;
  }

  @Override
  public void onDecision(List<Claim> claims, Decision decision, Source source) {
    decided.get(source).incrementAndGet();
  }

  @Override
  public void onFailure(Throwable cause) {
    failures.incrementAndGet();
    lastFailure.set(cause.toString());
  }

  @Override
  public void onBreaker(boolean open) {
    breakerOpen = open;
  }

  @Override
  public void close() {
    limiter.close();
  }
}
