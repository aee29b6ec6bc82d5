package io.tollgate.http;

import io.tollgate.Health;
import io.tollgate.RuleHost;
import io.tollgate.RuleSource;
import io.tollgate.Setting;
import io.tollgate.Settings;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** A source that brings what a test hands to the host of a name. */
public final class HeldRules implements RuleSource {

  private static final Setting<Optional<String>> HELD =
      Setting.text("tollgate.heldrules", "Under which name a test finds the host.").optional();

  private static final Map<String, RuleHost> HOSTS = new ConcurrentHashMap<>();
  private static final Map<String, Consumer<RuleHost>> AT_START = new ConcurrentHashMap<>();

  /** Has something done while the source of a name starts. */
  static void atStart(String name, Consumer<RuleHost> action) {
    AT_START.put(name, action);
  }

  static RuleHost host(String name) {
    return Objects.requireNonNull(HOSTS.get(name));
  }

  static boolean isRunning(String name) {
    return HOSTS.containsKey(name);
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
    return settings.get(HELD).isPresent();
  }

  @Override
  public Running start(Settings settings, RuleHost host) {
    var name = settings.get(HELD).orElseThrow();
    HOSTS.put(name, host);
    AT_START.getOrDefault(name, any -> {}).accept(host);
    return new Running() {
      @Override
      public Health health() {
        return Health.up();
      }

      @Override
      public void close() {
        HOSTS.remove(name);
      }
    };
  }
}
