package io.tollgate.servlet.tests.jetty;

import io.tollgate.Health;
import io.tollgate.RuleHost;
import io.tollgate.RuleSource;
import io.tollgate.Setting;
import io.tollgate.Settings;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A source that brings what a test hands to the application that asks for it. */
public final class HeldRules implements RuleSource {

  private static final Setting<Boolean> HELD =
      Setting.flag("tollgate.heldrules", "Whether a test brings rules.").or(false);

  private static final AtomicReference<@Nullable RuleHost> HOST = new AtomicReference<>();

  static RuleHost host() {
    return Objects.requireNonNull(HOST.get());
  }

  @Override
  public Collection<Setting<?>> settings() {
    return List.of(HELD);
  }

  @Override
  public String name() {
    return "service";
  }

  @Override
  public boolean isOn(Settings settings) {
    return settings.get(HELD);
  }

  @Override
  public Running start(Settings settings, RuleHost host) {
    HOST.set(host);
    return new Running() {
      @Override
      public Health health() {
        return Health.up();
      }

      @Override
      public void close() {
        HOST.set(null);
      }
    };
  }
}
