package io.tollgate.redis;

import io.tollgate.Claim;
import io.tollgate.Decision;
import io.tollgate.Limiter;
import io.tollgate.LimiterListener;
import io.tollgate.Settings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** A limiter on Redis as an application has it, and who decided its calls. */
final class Watched implements AutoCloseable, LimiterListener {

  private final Map<Source, Integer> decided = new ConcurrentHashMap<>();
  private final AtomicInteger failures = new AtomicInteger();
  private final Limiter limiter;
  private volatile String lastFailure = "none";
  private volatile boolean breakerOpen;

  Watched(String uri, String... more) {
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
    return decided.getOrDefault(source, 0);
  }

  /** Returns how many calls the backend did not decide although it was asked. */
  int failures() {
    return failures.get();
  }

  String lastFailure() {
    return lastFailure;
  }

  boolean isBreakerOpen() {
    return breakerOpen;
  }

  @Override
  public void onDecision(List<Claim> claims, Decision decision, Source source) {
    decided.merge(source, 1, Integer::sum);
  }

  @Override
  public void onFailure(Throwable cause) {
    failures.incrementAndGet();
    lastFailure = cause.toString();
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
