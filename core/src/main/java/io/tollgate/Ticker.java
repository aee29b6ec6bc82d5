package io.tollgate;

/** A source of monotonic time, in nanoseconds from an arbitrary origin. */
@FunctionalInterface
public interface Ticker {

  /** Returns the time now; it may wrap but never goes back. */
  long read();

  /** Returns the ticker of this virtual machine. */
  static Ticker system() {
    return System::nanoTime;
  }
}
