package io.tollgate;

import java.util.List;
import java.util.ServiceLoader;

/**
 * Where rules come from while the application runs; found by {@link java.util.ServiceLoader}.
 *
 * <p>Its rules are a layer of their own, above annotations and settings. Its settings are declared
 * by {@link #settings()}.
 */
public interface RuleSource extends SettingsProvider {

  /** Returns the sources of all modules on the class path. */
  static List<RuleSource> installed() {
    return ClassPath.services(RuleSource.class).stream().map(ServiceLoader.Provider::get).toList();
  }

  /** Returns what messages and explanations call this layer: {@code service}. */
  String name();

  /** Tells whether the settings switch it on. */
  boolean isOn(Settings settings);

  /**
   * Begins to bring rules; must not wait for them.
   *
   * @param host takes the rules, on any thread
   * @throws IllegalArgumentException if the settings do not suffice, saying what is missing
   */
  Running start(Settings settings, RuleHost host);

  /** A source that has been started. */
  interface Running extends AutoCloseable {

    /** Tells whether rules come, or why not. */
    Health health();

    /** Ends it; rules that were taken stay in force. */
    @Override
    void close();
  }
}
