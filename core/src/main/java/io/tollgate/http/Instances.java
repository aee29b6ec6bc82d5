package io.tollgate.http;

/** Makes objects of the application's own classes, with injection where the framework has it. */
public interface Instances {

  /**
   * Returns the one object of a class.
   *
   * @throws IllegalArgumentException if it cannot be made, saying why
   */
  <T> T of(Class<T> type);

  /**
   * Makes an object by the constructor without parameters, for want of anything better.
   *
   * @throws IllegalArgumentException if it cannot be made, saying why
   */
  static <T> T make(Class<T> type) {
    try {
      var constructor = type.getDeclaredConstructor();
      constructor.setAccessible(true);
      return constructor.newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException(
          type.getName()
              + " cannot be made ("
              + e
              + "); give it a constructor without parameters, or bind it for injection",
          e);
    }
  }
}
