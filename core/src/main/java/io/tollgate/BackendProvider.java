package io.tollgate;

/**
 * Makes backends of one kind; found by {@link java.util.ServiceLoader} and chosen by the setting
 * {@code tollgate.backend}.
 */
public interface BackendProvider extends SettingsProvider {

  /** Returns the name by which settings choose this backend. */
  String name();

  /**
   * Makes a backend.
   *
   * @throws IllegalArgumentException if the settings do not suffice, saying what is missing
   */
  Backend create(Settings settings);
}
