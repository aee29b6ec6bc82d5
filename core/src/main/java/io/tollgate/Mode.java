package io.tollgate;

/** What limits do to calls. */
public enum Mode {
  /** Calls beyond a limit are refused. */
  ENFORCE,
  /** Calls are counted, and those that would be refused go on. */
  SHADOW,
  /** Calls are not looked at. */
  OFF
}
