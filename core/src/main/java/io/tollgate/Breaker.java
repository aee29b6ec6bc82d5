package io.tollgate;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/** Keeps calls away from a backend that does not answer, and lets one try now and then. */
final class Breaker {

  /*
   *             5 of the last 10 failed                pause over, one call tries
   *    CLOSED ──────────────────────────▶ OPEN ──────────────────────────────────▶ TRYING
   *       ▲                                ▲                                        │  │
   *       │                                ├──────────── it failed, longer pause ───┤  │
   *       │                                └──────────── it told nothing, no pause ─┘  │
   *       └──────────────────────────────── it was answered ───────────────────────────┘
   *
   * The pause begins short, so that a hiccup costs little, and doubles to two seconds, so that a
   * backend that came back is in use again within five. A try whose end nobody reports is given up
   * after another pause.
   */

  private static final int REMEMBERED = 10;
  private static final int TOO_MANY = 5;
  private static final long FIRST_PAUSE_NANOS = 100_000_000L;
  private static final long LONGEST_PAUSE_NANOS = 2_000_000_000L;

  private enum Phase {
    CLOSED,
    OPEN,
    TRYING
  }

  /**
   * One moment of a breaker.
   *
   * @param failures one bit for each of the last answers, set for a failure
   * @param until when the pause, or the patience with a try, ends
   */
  private record State(Phase phase, int failures, long pauseNanos, long until) {}

  private static final State CLOSED = new State(Phase.CLOSED, /* failures= */ 0, 0, 0);

  private final AtomicReference<State> state = new AtomicReference<>(CLOSED);

  private State seen() {
    return Objects.requireNonNull(state.get());
  }

  /** Tells whether a call may ask the backend; if so, it must report how that ended. */
  boolean tryPass(long now) {
    var seen = seen();
    if (seen.phase == Phase.CLOSED) {
      return true;
    }
    var trying = new State(Phase.TRYING, 0, seen.pauseNanos, now + seen.pauseNanos);
    return now - seen.until >= 0 && state.compareAndSet(seen, trying);
  }

  /**
   * Reports an answer.
   *
   * @return whether it ended the pause
   */
  boolean succeeded() {
    var seen = seen();
    return switch (seen.phase) {
      case TRYING -> state.compareAndSet(seen, CLOSED);
      case CLOSED -> {
        // Usually nothing failed lately, and nothing is written. A lost race forgets one success.
        if (seen.failures != 0) {
          state.compareAndSet(seen, closed(remember(seen, /* failed= */ 0)));
        }
        yield false;
      }
      case OPEN -> false; // An answer to a question from before the pause.
    };
  }

  /**
   * Reports a failure.
   *
   * @return whether it was the one too many, so that the pause begins with it
   */
  boolean failed(long now) {
    while (true) {
      var seen = seen();
      if (seen.phase == Phase.OPEN) {
        return false;
      }
      var next = seen.phase == Phase.TRYING ? longerPause(seen, now) : counted(seen, now);
      if (state.compareAndSet(seen, next)) {
        return seen.phase == Phase.CLOSED && next.phase == Phase.OPEN;
      }
    }
  }

  /**
   * Reports a call that was asked about, but whose end tells nothing about the backend: if it was
   * the one that tries, the next one does.
   */
  void toldNothing(long now) {
    var seen = seen();
    if (seen.phase == Phase.TRYING) {
      state.compareAndSet(seen, new State(Phase.OPEN, /* failures= */ 0, seen.pauseNanos, now));
    }
  }

  private static State longerPause(State seen, long now) {
    long pause = Math.min(2 * seen.pauseNanos, LONGEST_PAUSE_NANOS);
    return new State(Phase.OPEN, /* failures= */ 0, pause, now + pause);
  }

  private static State counted(State seen, long now) {
    int failures = remember(seen, /* failed= */ 1);
    return Integer.bitCount(failures) < TOO_MANY
        ? closed(failures)
        : new State(Phase.OPEN, failures, FIRST_PAUSE_NANOS, now + FIRST_PAUSE_NANOS);
  }

  private static int remember(State seen, int failed) {
    return (seen.failures << 1 | failed) & ((1 << REMEMBERED) - 1);
  }

  private static State closed(int failures) {
    return failures == 0 ? CLOSED : new State(Phase.CLOSED, failures, 0, 0);
  }

  boolean isOpen() {
    return seen().phase != Phase.CLOSED;
  }

  /**
   * Tells whether the backend is known to fail. After a pause, a call has to come and try; while
   * none comes, what was known gets old, and two seconds later it counts no more.
   */
  boolean isKnownToFail(long now) {
    var seen = seen();
    return seen.phase != Phase.CLOSED && now - seen.until < LONGEST_PAUSE_NANOS;
  }
}
