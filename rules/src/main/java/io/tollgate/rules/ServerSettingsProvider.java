package io.tollgate.rules;

import io.tollgate.Setting;
import io.tollgate.SettingsProvider;
import java.util.Collection;

/** Names the settings of the rules service. */
public final class ServerSettingsProvider implements SettingsProvider {

  /** Makes it; for {@link java.util.ServiceLoader}. */
  public ServerSettingsProvider() {}

  @Override
  public Collection<Setting<?>> settings() {
    return ServerSettings.ALL;
  }
}
