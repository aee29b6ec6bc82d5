package io.tollgate.redis;

import io.tollgate.Backend;
import io.tollgate.BackendProvider;
import io.tollgate.Limit;
import io.tollgate.Setting;
import io.tollgate.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Makes the backend {@code redis}, whose buckets all hosts share. */
public final class RedisProvider implements BackendProvider {

  @Override
  public String name() {
    return "redis";
  }

  @Override
  public List<Setting<?>> settings() {
    return Stream.concat(RedisSettings.ALL.stream(), LeaseSettings.ALL.stream()).toList();
  }

  @Override
  public Backend create(Settings settings) {
    checkLimits(settings);
    var backend = StartUp.connect(RedisSettings.of(settings), ServerTime.OF_REDIS);
    return switch (settings.get(LeaseSettings.MODE)) {
      case EXACT -> backend;
      case LEASED ->
          LeasedBackend.start(
              backend,
              settings.get(LeaseSettings.TOLERANCE),
              backend::sharers,
              Math.toIntExact(settings.get(Settings.LOCAL_MAX_KEYS)));
    };
  }

  /**
   * Tells of all limits that Redis cannot count; one of an annotation is told of when it is used.
   */
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
