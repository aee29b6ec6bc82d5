package io.tollgate.redis;

import io.tollgate.Backend;
import io.tollgate.BackendProvider;
import io.tollgate.Setting;
import io.tollgate.Settings;
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
    return StartUp.connect(RedisSettings.of(settings), ServerTime.OF_REDIS);
  }
}
