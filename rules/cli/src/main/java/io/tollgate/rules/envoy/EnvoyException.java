package io.tollgate.rules.envoy;

import java.util.List;
import java.util.Objects;

/** Says everything that is wrong with a configuration of Envoy's service, in one line each. */
public final class EnvoyException extends IllegalArgumentException {

  private static final long serialVersionUID = 1;

  EnvoyException(List<String> problems) {
    super(String.join("\n", problems));
  }

  /** Returns the problems: file, line, column, what is wrong and the fix, each in one line. */
  public List<String> problems() {
    return Objects.requireNonNull(getMessage()).lines().toList();
  }
}
