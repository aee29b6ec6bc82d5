package io.tollgate.testkit;

import io.tollgate.Decision;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Gets and reads the answers of a backend. */
final class Answers {

  /** Far more than any backend needs; so that one that never answers fails instead of hanging. */
  private static final long PATIENCE_SECONDS = 30;

  private Answers() {}

  /** Returns what a stage completes with. */
  static <T> T of(CompletionStage<T> stage) {
    try {
      return stage.toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new AssertionError("the backend failed", e.getCause());
    } catch (TimeoutException e) {
      throw new AssertionError("the backend did not answer in " + PATIENCE_SECONDS + " s", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while the backend was asked", e);
    }
  }

  /** Returns the letter that stands for an outcome in a row. */
  static char letter(Decision decision) {
    return switch (decision.outcome()) {
      case ALLOWED -> 'A';
      case REFUSED -> 'R';
      case NEVER_FITS -> 'N';
      case UNAVAILABLE -> 'U';
    };
  }

  /** Returns when to come back after a refusal. */
  static Duration waitOf(Decision refusal) {
    return refusal
        .retryAfter()
        .orElseThrow(() -> new AssertionError("not refused for now: " + refusal));
  }
}
