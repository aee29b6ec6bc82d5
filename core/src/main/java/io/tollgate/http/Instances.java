package io.tollgate.http;

/** Makes objects of the application's own classes, with injection where the framework has it. */
public interface Instances {

  /**
   * Returns the one object of a class.
   *
   * @throws IllegalArgumentException if it cannot be made, saying why
   */
  <T> T of(Class<T> type);
}
