package io.tollgate;

import io.tollgate.LimiterListener.Source;
import io.tollgate.UnreturnedLeases.Unreturned;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** A backend that may fail, hang or lie, asked so that no call suffers for it. */
final class GuardedBackend {

  /*
   * A call goes down this list and stops at the first line that decides it:
   *
   *   1. stock      the backend has taken enough in advance: it decides without asking anybody
   *   2. memory     the bucket is known to be empty still: refused, nobody is asked
   *   3. breaker    the backend failed too often just now: the failure mode decides
   *   4. backend    answers within the time budget: that is the decision, and it is remembered
   *   5. failure    too late, failed, or nonsense: the failure mode decides
   *
   * Claims that the backend cannot decide whatever its state are for the failure mode, too, but tell
   * nothing about the backend: the breaker does not count them.
   *
   * An answer that comes after the budget is dropped; leases in it are given back, or they would
   * be held by nobody. Leases that the backend cannot take back now, or does not say it has within
   * two seconds, are given back when it has answered again: giving back twice does no harm.
   *
   * How many hosts share a limit that each has to keep by itself is taken from the backend at a
   * failure, and stays the same while the breaker is open.
   */

  /** Of the answers from stock, one in so many tokens is remembered. */
  private static final int STOCK_REMEMBERED = 64;

  /** Longer than a backend takes that will answer at all, as a connection that hangs never does. */
  private static final long RELEASE_SECONDS = 2;

  private static final long CLOSING_MILLIS = 500;

  private final Backend backend;
  private final long timeoutNanos;
  private final Ticker ticker;
  private final Listeners listeners;
  private final Memory memory;
  private final Fallback fallback;
  private final Breaker breaker = new Breaker();
  private final UnreturnedLeases unreturned = new UnreturnedLeases();
  private volatile String lastFailure = "";

  GuardedBackend(
      Backend backend,
      LocalBackend local,
      FailureMode failureMode,
      long timeoutNanos,
      Ticker ticker,
      Listeners listeners) {
    this.backend = backend;
    this.timeoutNanos = timeoutNanos;
    this.ticker = ticker;
    this.listeners = listeners;
    this.memory = new Memory(local.maxKeys());
    this.fallback = new Fallback(failureMode, local, memory, ticker);
  }

  Decision decide(List<Claim> claims) {
    var fromStock = fromStock(claims);
    if (fromStock.isPresent()) {
      return fromStock.get();
    }
    long now = ticker.read();
    var known = memory.knownRefusal(claims, now);
    if (known.isPresent()) {
      return listeners.decided(claims, known.get(), Source.MEMORY);
    }
    if (!breaker.tryPass(now)) {
      return withoutBackend(claims);
    }
    var answer = ask(claims);
    try {
      return accept(claims, answer.get(timeoutNanos, TimeUnit.NANOSECONDS));
    } catch (TimeoutException e) {
      dropWhenItComes(answer);
      return afterFailure(claims, tooLate(e));
    } catch (InterruptedException e) {
      // Somebody wants this thread back, which says nothing about the backend.
      dropWhenItComes(answer);
      Thread.currentThread().interrupt();
      countHosts();
      return withoutBackend(claims);
    } catch (ExecutionException e) {
      return afterFailure(claims, causeOf(e));
    }
  }

  CompletableFuture<Decision> decideAsync(List<Claim> claims) {
    var fromStock = fromStock(claims);
    if (fromStock.isPresent()) {
      return CompletableFuture.completedFuture(fromStock.get());
    }
    long now = ticker.read();
    var known = memory.knownRefusal(claims, now);
    if (known.isPresent()) {
      return CompletableFuture.completedFuture(
          listeners.decided(claims, known.get(), Source.MEMORY));
    }
    if (!breaker.tryPass(now)) {
      return CompletableFuture.completedFuture(withoutBackend(claims));
    }
    var answer = ask(claims);
    return answer
        .copy()
        .orTimeout(timeoutNanos, TimeUnit.NANOSECONDS)
        .handle(
            (decision, failure) -> {
              if (failure == null) {
                return accept(claims, decision);
              }
              if (failure instanceof TimeoutException) {
                dropWhenItComes(answer);
                return afterFailure(claims, tooLate(failure));
              }
              return afterFailure(claims, causeOf(failure));
            });
  }

  private Optional<Decision> fromStock(List<Claim> claims) {
    try {
      var answer = backend.tryDecide(claims);
      if (answer.isPresent()) {
        fromStock(claims, checked(claims, answer.get()));
      }
      return answer;
    } catch (RuntimeException | LinkageError e) {
      // A backend that cannot say is asked in the usual way.
      listeners.failed(e);
      return Optional.empty();
    }
  }

  private void fromStock(List<Claim> claims, Decision decision) {
    // The failure mode goes on from what is remembered, which need not be the very last word. A
    // refusal is for the stock to repeat: it is not what the backend said of calls that cost more.
    if (decision.allowed() && decision.remaining() % STOCK_REMEMBERED < decision.cost()) {
      memory.remember(claims, decision, ticker.read());
    }
    listeners.decided(claims, decision, Source.BACKEND);
  }

  /** Asks; whatever goes wrong ends up in the future, checked answers only come out of it. */
  private CompletableFuture<Decision> ask(List<Claim> claims) {
    long askedAt = ticker.read();
    CompletableFuture<Decision> answer;
    try {
      answer = backend.decideAsync(claims).toCompletableFuture();
    } catch (RuntimeException | LinkageError e) {
      // A backend that throws has failed like one that completes exceptionally.
      return CompletableFuture.failedFuture(e);
    }
    long waited = ticker.read() - askedAt;
    if (waited > timeoutNanos) {
      // It kept the thread although it must not. The time is lost, but the breaker hears of it.
      dropWhenItComes(answer);
      return CompletableFuture.failedFuture(
          new TimeoutException(
              "the backend kept the calling thread for " + waited / 1_000_000 + " ms"));
    }
    return answer.thenApply(decision -> checked(claims, decision));
  }

  /** Refuses nonsense: an answer that is not to these claims. */
  private static Decision checked(List<Claim> claims, Decision decision) {
    var each = decision.each();
    boolean fits = each.size() == claims.size();
    for (int i = 0; fits && i < claims.size(); i++) {
      fits = each.get(i).limit().sharesBucketsWith(claims.get(i).limit());
    }
    if (!fits) {
      throw new IllegalStateException(
          "the backend answered " + decision + " to " + claims.size() + " claims of others");
    }
    return decision;
  }

  private Decision accept(List<Claim> claims, Decision decision) {
    if (breaker.succeeded()) {
      listeners.breakerClosed();
    }
    memory.remember(claims, decision, ticker.read());
    giveBackUnreturned();
    return listeners.decided(claims, decision, Source.BACKEND);
  }

  private Decision afterFailure(List<Claim> claims, Throwable cause) {
    listeners.failed(cause);
    countHosts();
    if (cause instanceof IllegalArgumentException) {
      listeners.cannotBeKept(cause, fallback.mode());
      breaker.toldNothing(ticker.read());
      return withoutBackend(claims);
    }
    lastFailure = messageOf(cause);
    if (breaker.failed(ticker.read())) {
      listeners.breakerOpened(cause, fallback.mode());
    }
    return withoutBackend(claims);
  }

  private void countHosts() {
    if (breaker.isOpen()) {
      return;
    }
    try {
      fallback.shareAmong(backend.hosts());
    } catch (RuntimeException | LinkageError e) {
      listeners.failed(e); // The number from before stays.
    }
  }

  private Decision withoutBackend(List<Claim> claims) {
    return listeners.decided(claims, fallback.decide(claims), Source.FAILURE_MODE);
  }

  private static String messageOf(Throwable failure) {
    var message = failure.getMessage();
    return message == null ? failure.getClass().getSimpleName() : message;
  }

  /** Returns what went wrong, without the wrapping of a future. */
  private static Throwable causeOf(Throwable failure) {
    boolean wrapping =
        failure instanceof CompletionException || failure instanceof ExecutionException;
    return wrapping && failure.getCause() != null ? causeOf(failure.getCause()) : failure;
  }

  private TimeoutException tooLate(Throwable cause) {
    var late = new TimeoutException("the backend did not answer within " + timeoutNanos + " ns");
    late.initCause(cause);
    return late;
  }

  private void dropWhenItComes(CompletableFuture<Decision> answer) {
    // Nobody waits for it any more, and if it fails there is nothing to give back. A backend that
    // has answered is likely to take leases back, also while it is left alone.
    var unused = answer.thenAccept(late -> giveBack(late.leases()));
  }

  /** Gives leases back where they were taken, which may have been here while the backend failed. */
  void release(Decision decision) {
    var there = new ArrayList<Lease>();
    for (var answer : decision.each()) {
      if (answer instanceof FallbackDecision) {
        fallback.release(answer.leases());
      } else {
        there.addAll(answer.leases());
      }
    }
    if (there.isEmpty() || !breaker.isOpen()) {
      giveBack(there);
      return;
    }
    unreturned.keep(there, ticker.read());
    if (!breaker.isOpen()) {
      giveBackUnreturned(); // It has answered again just before they were kept.
    }
  }

  private void giveBack(List<Lease> leases) {
    if (!leases.isEmpty()) {
      tell(() -> releaseInTime(leases), () -> unreturned.keep(leases, ticker.read()));
    }
  }

  private void giveBackUnreturned() {
    var leases = unreturned.isEmpty() ? List.<Unreturned>of() : unreturned.take(ticker.read());
    if (!leases.isEmpty()) {
      tell(
          () -> releaseInTime(leases.stream().map(Unreturned::lease).toList()),
          () -> unreturned.keepAgain(leases, ticker.read()));
    }
  }

  private CompletionStage<Void> releaseInTime(List<Lease> leases) {
    return backend
        .releaseAsync(leases)
        .toCompletableFuture()
        .copy()
        .orTimeout(RELEASE_SECONDS, TimeUnit.SECONDS);
  }

  /**
   * Settles where the answers were given: by the backend, or here while it failed. Nobody waits for
   * it, and a failure is told to the listeners only.
   *
   * @param answers to the claims that the settlements are of, in the same order
   */
  void settle(List<Settlement> settlements, List<Decision> answers) {
    var here = new ArrayList<Settlement>();
    var answersHere = new ArrayList<Decision>();
    var there = new ArrayList<Settlement>();
    boolean open = breaker.isOpen();
    for (int i = 0; i < settlements.size(); i++) {
      if (open || answers.get(i) instanceof FallbackDecision) {
        here.add(settlements.get(i));
        answersHere.add(answers.get(i));
      } else {
        there.add(settlements.get(i));
      }
    }
    if (!here.isEmpty()) {
      fallback.settle(here, answersHere);
    }
    if (!there.isEmpty()) {
      memory.settled(there);
      tell(() -> backend.settleAsync(there), () -> {});
    }
  }

  /** Tells the backend something after a call is over, which must not make the call fail now. */
  private void tell(Supplier<CompletionStage<Void>> news, Runnable ifItFails) {
    try {
      news.get()
          .whenComplete(
              (nothing, failure) -> {
                if (failure != null) {
                  ifItFails.run();
                  listeners.failed(causeOf(failure));
                }
              });
    } catch (RuntimeException | LinkageError e) {
      // A backend that throws has failed like one that completes exceptionally.
      ifItFails.run();
      listeners.failed(e);
    }
  }

  /** Gives back what is kept, if that takes no longer than a moment, and closes the backend. */
  void close() {
    try {
      var leases = unreturned.takeAll(ticker.read());
      if (!leases.isEmpty()) {
        // An interrupt does not end the wait: nobody comes after this to give anything back.
        backend
            .releaseAsync(leases)
            .toCompletableFuture()
            .copy()
            .orTimeout(CLOSING_MILLIS, TimeUnit.MILLISECONDS)
            .join();
      }
    } catch (RuntimeException | LinkageError e) {
      listeners.failed(causeOf(e)); // They end by themselves.
    } finally {
      backend.close();
    }
  }

  Health health() {
    if (breaker.isKnownToFail(ticker.read())) {
      return Health.down(lastFailure);
    }
    try {
      return backend.health();
    } catch (RuntimeException | LinkageError e) {
      return Health.down(messageOf(e));
    }
  }

  Map<String, Double> gauges() {
    var gauges = new TreeMap<String, Double>();
    try {
      gauges.put("hosts", (double) Math.max(1, backend.hosts()));
      gauges.putAll(backend.gauges());
    } catch (RuntimeException | LinkageError e) {
      listeners.failed(e); // Whoever measures goes on without.
    }
    return gauges;
  }
}
