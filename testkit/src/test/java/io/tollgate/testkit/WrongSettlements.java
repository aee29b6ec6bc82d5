package io.tollgate.testkit;

import io.tollgate.Algorithm;
import io.tollgate.Claim;
import io.tollgate.Decision;
import io.tollgate.Settlement;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Settles what calls have cost, but not as promised. */
final class WrongSettlements {

  private WrongSettlements() {}

  private static Settlement settled(
      Settlement settlement, long actual, Duration elapsed, Duration reset) {
    return new Settlement(
        settlement.limit(), settlement.key(), settlement.taken(), actual, elapsed, reset);
  }

  /** What was taken stays taken, and no more. */
  static final class SettlesNothing extends WrongBackend {
    SettlesNothing(ManualTicker time) {
      super(time);
    }

    @Override
    void settle(List<Settlement> settlements) {}
  }

  /** Only the first of several counts. */
  static final class SettlesTheFirst extends WrongBackend {
    SettlesTheFirst(ManualTicker time) {
      super(time);
    }

    @Override
    void settle(List<Settlement> settlements) {
      super.settle(settlements.subList(0, 1));
    }
  }

  /** What a call cost more is forgiven. */
  static final class TakesNothingMore extends WrongBackend {
    TakesNothingMore(ManualTicker time) {
      super(time);
    }

    @Override
    void settle(List<Settlement> settlements) {
      super.settle(settlements.stream().filter(one -> one.actual() < one.taken()).toList());
    }
  }

  /** What a call cost more is taken if it is there, as a call would take it. */
  static final class TakesOnlyWhatIsThere extends WrongBackend {
    TakesOnlyWhatIsThere(ManualTicker time) {
      super(time);
    }

    @Override
    void settle(List<Settlement> settlements) {
      for (var one : settlements) {
        long more = one.actual() - one.taken();
        if (more > 0) {
          right.decide(List.of(new Claim(one.limit(), one.key(), more)));
        } else {
          super.settle(List.of(one));
        }
      }
    }
  }

  /** What a call cost more takes what is there, and is forgiven beyond. */
  static final class StopsAtEmpty extends WrongBackend {
    StopsAtEmpty(ManualTicker time) {
      super(time);
    }

    @Override
    void settle(List<Settlement> settlements) {
      for (var one : settlements) {
        long left = remaining(new Claim(one.limit(), one.key(), 0));
        long actual = Math.min(one.actual(), one.taken() + left);
        super.settle(List.of(settled(one, actual, one.elapsed(), one.reset())));
      }
    }
  }

  /** What was taken too much comes back as if it had been taken a moment ago. */
  static final class GivesBackHoweverLate extends WrongBackend {
    GivesBackHoweverLate(ManualTicker time) {
      super(time);
    }

    @Override
    void settle(List<Settlement> settlements) {
      for (var one : settlements) {
        long less = one.taken() - one.actual();
        long missing = one.limit().maxCost() - remaining(new Claim(one.limit(), one.key(), 0));
        if (less > 0) {
          // All is taken down and the rest put back, which only a new bucket can do.
          startAnew();
          right.decide(one.limit(), one.key(), Math.max(0, missing - less));
        } else {
          super.settle(List.of(one));
        }
      }
    }
  }

  /** Gives all back that a call took too much, as long as anything of it still counts. */
  static final class GivesBackAllOrNothing extends WrongBackend {
    GivesBackAllOrNothing(ManualTicker time) {
      super(time);
    }

    @Override
    void settle(List<Settlement> settlements) {
      for (var one : settlements) {
        boolean counts = one.elapsed().compareTo(one.reset()) < 0;
        boolean word =
            one.limit().algorithm() == Algorithm.TOKEN_BUCKET
                || one.limit().algorithm() == Algorithm.LEAKY_BUCKET;
        super.settle(
            List.of(counts && word ? settled(one, one.actual(), Duration.ZERO, one.reset()) : one));
      }
    }
  }

  /** Tokens that come back may be more than the burst. */
  static final class RisesAboveTheBurst extends WrongBackend {
    private final Map<Claim, Long> above = new HashMap<>();

    RisesAboveTheBurst(ManualTicker time) {
      super(time);
    }

    @Override
    void settle(List<Settlement> settlements) {
      for (var one : settlements) {
        var claim = new Claim(one.limit(), one.key(), 0);
        long left = remaining(claim);
        super.settle(List.of(one));
        long surplus = one.taken() - one.actual() - (remaining(claim) - left);
        above.merge(claim, Math.max(0, surplus), Long::sum);
      }
    }

    @Override
    Decision decide(List<Claim> claims) {
      var decision = super.decide(claims);
      var claim = claims.get(0);
      long surplus = above.getOrDefault(claim.withCost(0), 0L);
      if (claims.size() > 1 || decision.allowed() || claim.cost() > surplus) {
        return decision;
      }
      above.put(claim.withCost(0), surplus - claim.cost());
      return Decision.allowed(claim, surplus - claim.cost(), /* resetNanos= */ 0);
    }
  }

  /** What a limit had when the call came is settled, and a change since is undone. */
  static final class BringsOldLimitsBack extends WrongBackend {
    BringsOldLimitsBack(ManualTicker time) {
      super(time);
    }

    @Override
    void settle(List<Settlement> settlements) {
      for (var one : settlements) {
        right.decide(one.limit(), one.key(), 0);
      }
      super.settle(settlements);
    }
  }
}
