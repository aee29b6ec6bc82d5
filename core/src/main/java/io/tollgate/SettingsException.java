package io.tollgate;

import java.util.List;
import java.util.Objects;

/** Says everything that is wrong with the settings, one line for each problem. */
public final class SettingsException extends IllegalArgumentException {

  private static final long serialVersionUID = 1;

  SettingsException(List<String> problems) {
    super(String.join("\n", problems));
  }

  /** Returns the problems: where, what and the fix, each in one line. */
  public List<String> problems() {
    return Objects.requireNonNull(getMessage()).lines().toList();
  }
}
