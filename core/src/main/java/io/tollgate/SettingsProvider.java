package io.tollgate;

import java.util.Collection;

/**
 * Names the settings of a module; found by {@link java.util.ServiceLoader}.
 *
 * <p>A name in {@code tollgate.*} that no provider declares is an error, in every source.
 */
public interface SettingsProvider {

  /** Returns the settings this module reads: the same constants that it passes to {@code get}. */
  Collection<Setting<?>> settings();
}
