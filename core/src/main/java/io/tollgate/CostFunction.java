package io.tollgate;

/**
 * Works out what a request costs, before its body is read.
 *
 * <p>Named by {@link RateLimited#costFunction}; made once, with injection where the web framework
 * offers it. It is called on the path of every request, so it must not wait.
 */
@FunctionalInterface
public interface CostFunction {

  /**
   * Returns how many tokens the request takes; 0 takes nothing. When this fails or the number is
   * negative, the call pays {@link RateLimited#cost}. An error other than {@link AssertionError}
   * and {@link LinkageError} becomes the request's.
   */
  long cost(RequestView request);
}
