package io.tollgate.testkit;

import io.tollgate.Limit;
import io.tollgate.Limiter;
import java.util.Map;
import java.util.TreeSet;

/**
 * Begins assertions about what callers get from a limiter over virtual time.
 *
 * <pre>{@code
 * callers.assertThatCaller("alice").of(search)
 *     .allows(5).thenRefuses().allowsAgainAfter(Duration.ofSeconds(12));
 * }</pre>
 *
 * <p>The calls that an assertion makes are real: they take tokens, and they move the time on.
 */
public final class Callers {

  private final Limiter limiter;
  private final ManualTicker time;
  private final Map<String, Limit> limits;

  /** Asserts about a limiter that lives by {@code time}; {@link TollgateExtension} makes one. */
  public Callers(Limiter limiter, ManualTicker time) {
    this(limiter, time, Map.of());
  }

  Callers(Limiter limiter, ManualTicker time, Map<String, Limit> limits) {
    this.limiter = limiter;
    this.time = time;
    this.limits = limits;
  }

  /** Names who calls; next comes the limit that is asserted about. */
  public Caller assertThatCaller(String key) {
    return new Caller(this, key);
  }

  /** A caller, of whom the limit is still to be named. */
  public static final class Caller {

    private final Callers callers;
    private final String key;

    private Caller(Callers callers, String key) {
      this.callers = callers;
      this.key = key;
    }

    /** Names the limit, and others if each call makes a claim on all of them. */
    public CallerAssert of(Limit limit, Limit... others) {
      return new CallerAssert(callers.limiter, callers.time, key, limit, others);
    }

    /**
     * Names a limit of the settings.
     *
     * @throws IllegalArgumentException if the settings have no such limit, listing those they have
     */
    public CallerAssert of(String limit) {
      var found = callers.limits.get(limit);
      if (found == null) {
        throw new IllegalArgumentException(
            String.format(
                "the settings have no limit %s; they have %s",
                limit, new TreeSet<>(callers.limits.keySet())));
      }
      return of(found);
    }
  }
}
