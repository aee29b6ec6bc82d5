package io.tollgate.redis;

import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/** Waits for answers, but not for ever. */
final class Answers {

  private static final long PATIENCE_SECONDS = 20;

  private Answers() {}

  static <T> T of(CompletionStage<T> stage) {
    try {
      return stage.toCompletableFuture().orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
    } catch (CompletionException e) {
      throw new AssertionError("there is no answer", e);
    }
  }
}
