package io.tollgate.testkit;

import io.tollgate.Claim;
import io.tollgate.Decision;
import java.time.Duration;
import java.util.List;

/** Backends that decide rightly and tell the wrong times. */
final class WrongWaits {

  private WrongWaits() {}

  private abstract static class Telling extends WrongBackend {
    Telling(ManualTicker time) {
      super(time);
    }

    @Override
    final Decision decide(List<Claim> claims) {
      return restated(claims, right.decide(claims), answer -> tell(answer).toDecision());
    }

    abstract Answer tell(Answer answer);
  }

  /** Who waits as long as he is told comes a nanosecond early. */
  static final class TellsToComeTooEarly extends Telling {
    TellsToComeTooEarly(ManualTicker time) {
      super(time);
    }

    @Override
    Answer tell(Answer answer) {
      return answer.retryAfter().isZero()
          ? answer
          : answer.withRetryAfter(answer.retryAfter().minusNanos(1));
    }
  }

  /** Who waits as long as he is told comes a nanosecond late. */
  static final class TellsToComeTooLate extends Telling {
    TellsToComeTooLate(ManualTicker time) {
      super(time);
    }

    @Override
    Answer tell(Answer answer) {
      return answer.withRetryAfter(answer.retryAfter().plusNanos(1));
    }
  }

  /** Waits are told in whole seconds, rounded up, as a header would. */
  static final class TellsWholeSeconds extends Telling {
    TellsWholeSeconds(ManualTicker time) {
      super(time);
    }

    @Override
    Answer tell(Answer answer) {
      return answer.withRetryAfter(
          Duration.ofSeconds(answer.retryAfter().plusNanos(999_999_999).toSeconds()));
    }
  }

  /** A refused call is told when all is as new, not when it fits. */
  static final class TellsTheResetAsTheWait extends Telling {
    TellsTheResetAsTheWait(ManualTicker time) {
      super(time);
    }

    @Override
    Answer tell(Answer answer) {
      return answer.withRetryAfter(answer.reset());
    }
  }

  /** Everything is said to be as new a nanosecond too early. */
  static final class TellsAnEarlyReset extends Telling {
    TellsAnEarlyReset(ManualTicker time) {
      super(time);
    }

    @Override
    Answer tell(Answer answer) {
      return answer.reset().isZero() ? answer : answer.withReset(answer.reset().minusNanos(1));
    }
  }

  /** Nobody is told to wait for his turn. */
  static final class TellsNoDelay extends Telling {
    TellsNoDelay(ManualTicker time) {
      super(time);
    }

    @Override
    Answer tell(Answer answer) {
      return answer.withDelay(Duration.ZERO);
    }
  }
}
