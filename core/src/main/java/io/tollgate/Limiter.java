package io.tollgate;

import static io.tollgate.Algorithm.CONCURRENCY;

import io.tollgate.LimiterListener.Source;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Decides calls: asks the backend within a time budget, and knows what to do when it does not
 * answer.
 *
 * <pre>{@code
 * try (Limiter limiter = Limiter.local()) {
 *   Decision decision = limiter.decide(search, "alice", 3);
 *   if (!decision.allowed()) {
 *     return tryAgain(decision.retryAfter());
 *   }
 * }
 * }</pre>
 *
 * <p>Thread-safe; an application has one.
 */
public final class Limiter implements AutoCloseable {

  private final LocalBackend local;
  private final Listeners listeners;

  /** Absent when the buckets live in this process, which cannot fail to answer. */
  private final @Nullable GuardedBackend guarded;

  private final @Nullable Backend backend;

  /** Whether nobody but this host's own buckets has a part in a decision. */
  private final boolean isLocalOnly;

  private Limiter(Builder builder) {
    this.local =
        builder.local == null
            ? new LocalBackend(
                LocalBackend.DEFAULT_MAX_KEYS, builder.ticker, InstantSource.system())
            : builder.local;
    this.listeners = new Listeners(builder.listeners);
    this.backend = builder.backend;
    this.guarded =
        backend == null
            ? null
            : new GuardedBackend(
                backend,
                local,
                builder.failureMode,
                builder.timeout.toNanos(),
                builder.ticker,
                listeners);
    this.isLocalOnly = backend == null && listeners.isEmpty();
  }

  /** Returns a limiter whose buckets live in this process. */
  public static Limiter local() {
    return builder().build();
  }

  /**
   * Returns the limiter that the settings describe.
   *
   * @throws IllegalArgumentException if there is no such backend, or it cannot be made
   */
  public static Limiter of(Settings settings) {
    return Backends.limiter(settings).build();
  }

  /** Returns the limiter that the settings describe, except that {@code backend} decides. */
  public static Limiter of(Settings settings, Backend backend) {
    return Backends.withoutBackend(settings).backend(backend).build();
  }

  /** Begins a limiter, by default one whose buckets live in this process. */
  public static Builder builder() {
    return new Builder();
  }

  /** Decides a call of cost 1. */
  public Decision decide(Limit limit, String key) {
    return decide(limit, key, 1);
  }

  /**
   * Decides a call: may {@code key} spend {@code cost} tokens of {@code limit} now?
   *
   * @throws IllegalArgumentException if the cost is negative
   */
  public Decision decide(Limit limit, String key, long cost) {
    if (isLocalOnly) {
      return local.decide(limit, key, cost);
    }
    var claims = List.of(new Claim(limit, key, cost));
    return guarded == null ? decide(claims) : guarded.decide(claims);
  }

  /**
   * Decides a call that makes several claims: all are taken, or none.
   *
   * @param claims at least one
   */
  public Decision decide(List<Claim> claims) {
    if (JoinedClaims.areApart(claims)) {
      return decideApart(claims);
    }
    var joined = JoinedClaims.of(claims);
    return joined.answer(decideApart(joined.claims()));
  }

  private Decision decideApart(List<Claim> claims) {
    return guarded == null
        ? listeners.decided(claims, local.decide(claims), Source.BACKEND)
        : guarded.decide(claims);
  }

  /**
   * Tells what a call would find: what is left of each bucket now. Takes nothing. Which rules apply
   * to a call over HTTP, an {@link Explainer} tells.
   *
   * @param claims at least one
   * @return as {@link #decide(List)} answers, for the same claims at no cost
   */
  public Decision explain(List<Claim> claims) {
    return decide(claims.stream().map(claim -> claim.withCost(0)).toList());
  }

  /** Decides a call without waiting for a backend that is remote; never completes exceptionally. */
  public CompletionStage<Decision> decideAsync(List<Claim> claims) {
    if (guarded == null) {
      return CompletableFuture.completedFuture(decide(claims));
    }
    var joined = JoinedClaims.of(claims);
    return guarded.decideAsync(joined.claims()).thenApply(joined::answer);
  }

  /**
   * Ends a call: gives back its right to be under way, where a limit on that applies.
   *
   * <p>To be called when an allowed call is over, however it ended. Calling it again, or for a
   * decision without leases, does nothing.
   */
  public void release(Decision decision) {
    var leases = decision.leases();
    if (leases.isEmpty()) {
      return;
    }
    if (guarded == null) {
      local.release(leases);
    } else {
      guarded.release(decision);
    }
  }

  /**
   * Says what a call has really cost, which replaces what it took of each limit, except of limits
   * on calls under way: the difference comes back as far as it still counts, or is taken although
   * it may not be there. {@link Settlement} has the rules.
   *
   * <p>Does not wait for a backend, and does not fail when that fails. To be called at most once
   * for a call: each time counts. A decision that was not allowed took nothing, and nothing
   * happens.
   *
   * @param claims what the call claimed; to settle some of its claims only, or for different costs,
   *     a claim alone and its own answer of {@link Decision#each()}
   * @param decision the answer to these claims
   * @param elapsed how long ago it was given
   * @throws IllegalArgumentException if {@code actual} or {@code elapsed} is negative, or the
   *     decision does not answer as many claims
   */
  public void settle(List<Claim> claims, Decision decision, long actual, Duration elapsed) {
    var each = decision.each();
    if (each.size() != claims.size()) {
      throw new IllegalArgumentException(
          "a decision on " + each.size() + " claims does not settle " + claims.size());
    }
    var settlements = new ArrayList<Settlement>(claims.size());
    var answers = new ArrayList<Decision>(claims.size());
    for (int i = 0; i < claims.size(); i++) {
      var settlement = Settlement.of(claims.get(i), each.get(i), actual, elapsed);
      if (settlement.difference() != 0 && claims.get(i).limit().algorithm() != CONCURRENCY) {
        settlements.add(settlement);
        answers.add(each.get(i));
      }
    }
    if (!decision.allowed() || settlements.isEmpty()) {
      return;
    }
    if (guarded == null) {
      local.settle(settlements);
    } else {
      guarded.settle(settlements, answers);
    }
  }

  /**
   * Tells whether the backend decides calls: not while it is left alone because it keeps failing,
   * and otherwise as it says itself. Buckets in this process always do.
   */
  public Health health() {
    return guarded == null ? Health.up() : guarded.health();
  }

  /**
   * Returns what the backend measures about itself, by name, and {@code hosts}: how many share its
   * buckets; for metrics.
   */
  public Map<String, Double> gauges() {
    return guarded == null ? Map.of("hosts", 1.0) : guarded.gauges();
  }

  /** Returns where the buckets live; this limiter closes it. */
  public Backend backend() {
    return backend == null ? local : backend;
  }

  /** Closes the backend, after a last attempt to give places back that it did not take. */
  @Override
  public void close() {
    if (guarded != null) {
      guarded.close();
    }
  }

  /** Puts a limiter together. */
  public static final class Builder {

    private @Nullable LocalBackend local;
    private @Nullable Backend backend;
    private Duration timeout = Duration.ofMillis(50);
    private FailureMode failureMode = FailureMode.LOCAL;
    private Ticker ticker = Ticker.system();
    private final List<LimiterListener> listeners = new ArrayList<>();

    private Builder() {}

    /** Sets this host's own buckets, which decide alone, or while the backend does not answer. */
    public Builder local(LocalBackend local) {
      this.local = local;
      return this;
    }

    /** Sets where the buckets live instead of this process. */
    public Builder backend(Backend backend) {
      this.backend = backend;
      return this;
    }

    /** Sets how long a decision may take, where it was 50 ms, before the failure mode decides. */
    public Builder timeout(Duration timeout) {
      if (timeout.isNegative() || timeout.isZero()) {
        throw new IllegalArgumentException("timeout is " + timeout + "; it must be positive");
      }
      this.timeout = timeout;
      return this;
    }

    /** Sets who decides when the backend does not, where it was this host's own buckets. */
    public Builder onFailure(FailureMode failureMode) {
      this.failureMode = failureMode;
      return this;
    }

    /**
     * Sets the time by which a backend that failed is left alone, and this host's own buckets count
     * unless they were {@linkplain #local set}.
     */
    public Builder ticker(Ticker ticker) {
      this.ticker = ticker;
      return this;
    }

    /** Adds a listener. */
    public Builder listener(LimiterListener listener) {
      listeners.add(listener);
      return this;
    }

    /** Returns the limiter. */
    public Limiter build() {
      return new Limiter(this);
    }
  }
}
