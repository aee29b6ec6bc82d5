package io.tollgate.rules.retriever;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * When to ask the service again. All pauses vary, so that hosts that were answered together do not
 * come together again.
 */
final class Pauses {

  private static final Duration FIRST = Duration.ofMillis(500);
  private static final Duration LONGEST = Duration.ofSeconds(30);
  private static final int MAX_DOUBLINGS = 10;

  private final Duration poll;

  Pauses(Duration poll) {
    this.poll = poll;
  }

  /** Returns the pause after a change: short, and still one, so that nothing can go in circles. */
  Duration afterChange() {
    return between(20, 100);
  }

  /** Returns the pause between two requests that are answered at once. */
  Duration poll() {
    return between(poll.toMillis() * 4 / 5, poll.toMillis() * 6 / 5);
  }

  /** Returns the pause after so many failures in a row; from half to all of 0.5 s, 1 s, … 30 s. */
  Duration afterFailure(int failures) {
    long longest =
        Math.min(
            FIRST.toMillis() << Math.min(Math.max(failures - 1, 0), MAX_DOUBLINGS),
            LONGEST.toMillis());
    return between(longest / 2, longest);
  }

  private static Duration between(long minMillis, long maxMillis) {
    return Duration.ofMillis(ThreadLocalRandom.current().nextLong(minMillis, maxMillis + 1));
  }
}
