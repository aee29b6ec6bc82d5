package io.tollgate.testkit;

import io.tollgate.Claim;
import io.tollgate.Decision;
import io.tollgate.Decision.Outcome;
import io.tollgate.Limit;
import io.tollgate.Limiter;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Asserts what one caller gets, call after call, in the order in which it is written.
 *
 * <pre>{@code
 * callers.assertThatCaller("alice").of(search)
 *     .allows(5).thenRefuses().allowsAgainAfter(Duration.ofSeconds(12));
 * }</pre>
 *
 * <p>Calls cost 1 until {@link #costing} says otherwise. What fails tells the whole story: the
 * caller, the limit, and the row of calls until then, of which {@code A} were allowed and {@code R}
 * refused.
 */
public final class CallerAssert {

  private final Limiter limiter;
  private final ManualTicker time;
  private final String key;
  private final List<Limit> limits = new ArrayList<>();
  private final StringBuilder row = new StringBuilder();

  /** The calls that were allowed and have not finished. */
  private final Deque<Decision> underWay = new ArrayDeque<>();

  private long cost = 1;
  private @Nullable Decision last;

  CallerAssert(Limiter limiter, ManualTicker time, String key, Limit limit, Limit... others) {
    this.limiter = limiter;
    this.time = time;
    this.key = key;
    this.limits.add(limit);
    this.limits.addAll(List.of(others));
  }

  /** Sets what each of the following calls costs, where it was 1. */
  public CallerAssert costing(long cost) {
    this.cost = cost;
    return this;
  }

  /** Lets time pass, in which this caller does not call. */
  public CallerAssert waits(Duration duration) {
    time.advance(duration);
    row.append(" +").append(Texts.of(duration)).append(' ');
    return this;
  }

  /** Calls {@code calls} times, and fails unless all are allowed. */
  public CallerAssert allows(int calls) {
    for (int i = 1; i <= calls; i++) {
      if (!call().allowed()) {
        throw failure("should be allowed " + Texts.calls(calls) + ", but call " + i + " was ");
      }
    }
    return this;
  }

  /** Calls once, and fails unless that is refused for now. */
  public CallerAssert thenRefuses() {
    return refuses(1);
  }

  /** Calls {@code calls} times, and fails unless all are refused for now. */
  public CallerAssert refuses(int calls) {
    for (int i = 1; i <= calls; i++) {
      if (call().outcome() != Outcome.REFUSED) {
        throw failure("should be refused " + Texts.calls(calls) + ", but call " + i + " was ");
      }
    }
    return this;
  }

  /**
   * Calls once, and fails unless that costs more than the limit ever has, so that waiting does not
   * help.
   */
  public CallerAssert neverFits() {
    if (call().outcome() != Outcome.NEVER_FITS) {
      throw failure("should cost more than ever fits, but the call was ");
    }
    return this;
  }

  /**
   * Lets {@code wait} pass after a refusal and calls again; fails unless that is allowed, and
   * unless the refusal had told to come back after exactly this long.
   */
  public CallerAssert allowsAgainAfter(Duration wait) {
    var told =
        lastCall("allowsAgainAfter", "thenRefuses()")
            .retryAfter()
            .orElseThrow(() -> misuse("allowsAgainAfter", "thenRefuses()"));
    if (!told.equals(wait)) {
      throw new AssertionError(
          story()
              + "should be allowed again after "
              + Texts.of(wait)
              + ", but was told to come back after "
              + Texts.of(told)
              + soFar());
    }
    waits(wait);
    if (!call().allowed()) {
      throw failure("should be allowed again after " + Texts.of(wait) + ", but was ");
    }
    return this;
  }

  /** Fails unless the last call was allowed and has to wait exactly {@code delay} for its turn. */
  public CallerAssert delayedBy(Duration delay) {
    var decision = lastCall("delayedBy", "allows(1)");
    if (!decision.allowed()) {
      throw misuse("delayedBy", "allows(1)");
    }
    if (!decision.delay().equals(delay)) {
      throw new AssertionError(
          story()
              + "should be delayed by "
              + Texts.of(delay)
              + ", but was delayed by "
              + Texts.of(decision.delay())
              + soFar());
    }
    return this;
  }

  /** Fails unless exactly {@code tokens} are left now; takes none. */
  public CallerAssert hasLeft(long tokens) {
    long left = decide(/* cost= */ 0).remaining();
    if (left != tokens) {
      throw new AssertionError(
          story() + "should have " + tokens + " left, but has " + left + soFar());
    }
    return this;
  }

  /**
   * Ends the earliest call that is still under way, as {@link Limiter#release} does; for limits on
   * calls under way.
   */
  public CallerAssert finishesOne() {
    var first = underWay.poll();
    if (first == null) {
      throw new IllegalStateException(
          "finishesOne() ends a call that these assertions made, and none of them is under way");
    }
    limiter.release(first);
    row.append('|');
    return this;
  }

  private Decision call() {
    var decision = decide(cost);
    last = decision;
    row.append(Answers.letter(decision)).append(cost == 1 ? "" : String.valueOf(cost));
    if (!decision.leases().isEmpty()) {
      underWay.add(decision);
    }
    return decision;
  }

  private Decision decide(long cost) {
    return limiter.decide(limits.stream().map(limit -> new Claim(limit, key, cost)).toList());
  }

  private Decision lastCall(String method, String before) {
    var decision = last;
    if (decision == null) {
      throw misuse(method, before);
    }
    return decision;
  }

  private static IllegalStateException misuse(String method, String before) {
    return new IllegalStateException(
        method + " speaks of the call before it: put " + before + " before");
  }

  private AssertionError failure(String what) {
    var decision = lastCall("", "");
    return new AssertionError(story() + what + Texts.of(decision) + soFar());
  }

  private String story() {
    var names = limits.stream().map(Limit::toString).collect(Collectors.joining(" and "));
    return "caller \"" + key + "\" of " + names + "\n  ";
  }

  private String soFar() {
    return "\n  calls so far: " + row.toString().strip().replaceAll(" +", " ");
  }
}
