package io.tollgate;

/**
 * Tells why a call is decided as it is. Each application with limits has one:
 *
 * <pre>{@code
 * explainer.explain(Question.of("GET", "/search").withUser("alice").withAddress("5.5.5.5"));
 * }</pre>
 *
 * <p>Thread-safe. It looks at every rule, so it is for operators and support, and not for each
 * call.
 */
@FunctionalInterface
public interface Explainer {

  /** Explains which rules apply to a call, and what is left of its buckets now; takes nothing. */
  Explanation explain(Question question);
}
