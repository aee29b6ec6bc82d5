package io.tollgate.redis;

import io.tollgate.Backend;
import io.tollgate.BackendProvider;
import io.tollgate.Limit;
import io.tollgate.Setting;
import io.tollgate.Settings;
import java.util.ArrayList;
import java.util.List;

/** Makes the backend {@code redis}, whose buckets all hosts share. */
public final class RedisProvider implements BackendProvider {

  @Override
  public String name() {
    return "redis";
  }

  @Override
  public List<Setting<?>> settings() {
    return RedisSettings.ALL;
  }

  @Override
  public Backend create(Settings settings) {
    checkLimits(settings);
    return StartUp.connect(RedisSettings.of(settings), ServerTime.OF_REDIS);
  }

  /** Tells of all limits that Redis cannot count; one of an annotation is told of when it is used. */
  private static void checkLimits(Settings settings) {
    var limits = new ArrayList<Limit>(settings.limits().values());
    settings.plans().values().forEach(plans -> limits.addAll(plans.values()));
    var problems = new ArrayList<String>();
    for (var limit : limits) {
      try {
        LimitNumbers.of(limit);
      } catch (IllegalArgumentException e) {
        problems.add(String.valueOf(e.getMessage()));
      }
    }
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(String.join("\n", problems));
    }
  }
}
