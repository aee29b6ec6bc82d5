package io.tollgate.testkit;

import io.tollgate.Algorithm;
import io.tollgate.Claim;
import io.tollgate.Decision;
import io.tollgate.Decision.Outcome;
import io.tollgate.Lease;
import io.tollgate.Limit;
import io.tollgate.LocalBackend;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Backends that count wrongly, or tell something else than they count. */
final class WrongCounting {

  private WrongCounting() {}

  /** A bucket has nothing until its first period is over. */
  static final class StartsEmpty extends WrongBackend {
    private final Set<Claim> known = new HashSet<>();

    StartsEmpty(ManualTicker time) {
      super(time);
    }

    @Override
    Decision decide(List<Claim> claims) {
      for (var claim : claims) {
        var all = claim.withCost(claim.limit().maxCost());
        if (known.add(all)) {
          right.decide(List.of(all));
        }
      }
      return right.decide(claims);
    }
  }

  /** {@code >} where {@code >=} belongs: the last token is never given out. */
  static final class KeepsTheLastToken extends WrongBackend {
    KeepsTheLastToken(ManualTicker time) {
      super(time);
    }

    @Override
    Decision decide(List<Claim> claims) {
      for (var claim : claims) {
        if (claim.cost() > 0 && claim.cost() == remaining(claim)) {
          var free = claims.stream().map(each -> each.withCost(0)).toList();
          return restated(
              claims,
              right.decide(free),
              answer ->
                  answer
                      .withOutcome(Outcome.REFUSED)
                      .withRetryAfter(Duration.ofNanos(1))
                      .toDecision());
        }
      }
      return right.decide(claims);
    }
  }

  /** {@code <=} where {@code <} belongs: a bucket gives one token more than it has. */
  static final class GivesOneTokenMore extends WrongBackend {
    private final Set<Claim> given = new HashSet<>();

    GivesOneTokenMore(ManualTicker time) {
      super(time);
    }

    @Override
    Decision decide(List<Claim> claims) {
      var decision = right.decide(claims);
      var claim = claims.get(0);
      boolean one = claims.size() == 1 && claim.cost() == 1;
      return one && decision.outcome() == Outcome.REFUSED && given.add(claim)
          ? Decision.allowed(claim, /* remaining= */ 0, decision.reset().toNanos())
          : decision;
    }
  }

  /** A call that is refused takes what is left. */
  static final class TakesOnRefusal extends WrongBackend {
    TakesOnRefusal(ManualTicker time) {
      super(time);
    }

    @Override
    Decision decide(List<Claim> claims) {
      var decision = right.decide(claims);
      if (!decision.allowed()) {
        claims.forEach(claim -> right.decide(List.of(claim.withCost(remaining(claim)))));
      }
      return decision;
    }
  }

  /** Every call costs 1. */
  static final class IgnoresCosts extends WrongBackend {
    IgnoresCosts(ManualTicker time) {
      super(time);
    }

    @Override
    Decision decide(List<Claim> claims) {
      return answerAs(
          claims, claims.stream().map(each -> each.withCost(Math.min(1, each.cost()))).toList());
    }
  }

  /** A call of cost 0 takes a token. */
  static final class ChargesForNothing extends WrongBackend {
    ChargesForNothing(ManualTicker time) {
      super(time);
    }

    @Override
    Decision decide(List<Claim> claims) {
      return answerAs(
          claims, claims.stream().map(each -> each.withCost(Math.max(1, each.cost()))).toList());
    }
  }

  /** A call that can never fit is told to come back. */
  static final class NeverSaysNever extends WrongBackend {
    NeverSaysNever(ManualTicker time) {
      super(time);
    }

    @Override
    Decision decide(List<Claim> claims) {
      return restated(
          claims,
          right.decide(claims),
          answer ->
              answer.outcome() == Outcome.NEVER_FITS
                  ? answer.withOutcome(Outcome.REFUSED).withRetryAfter(answer.reset()).toDecision()
                  : answer.toDecision());
    }
  }

  /** A call that can never fit takes all there is. */
  static final class CutsCostsToTheBurst extends WrongBackend {
    CutsCostsToTheBurst(ManualTicker time) {
      super(time);
    }

    @Override
    Decision decide(List<Claim> claims) {
      return answerAs(
          claims,
          claims.stream()
              .map(each -> each.withCost(Math.min(each.cost(), each.limit().maxCost())))
              .toList());
    }
  }

  /** A limit of 0 is taken for no limit. */
  static final class TakesZeroForUnlimited extends WrongBackend {
    TakesZeroForUnlimited(ManualTicker time) {
      super(time);
    }

    @Override
    Decision decide(List<Claim> claims) {
      return restated(
          claims,
          right.decide(claims),
          answer ->
              answer.claim().limit().tokens() == 0
                  ? answer.withOutcome(Outcome.ALLOWED).toDecision()
                  : answer.toDecision());
    }
  }

  /** What is left is told as it was before the call. */
  static final class TellsWhatWasLeftBefore extends WrongBackend {
    TellsWhatWasLeftBefore(ManualTicker time) {
      super(time);
    }

    @Override
    Decision decide(List<Claim> claims) {
      var before = new HashMap<Claim, Long>();
      claims.forEach(claim -> before.put(claim, remaining(claim)));
      return restated(
          claims,
          right.decide(claims),
          answer -> answer.withRemaining(before.getOrDefault(answer.claim(), 0L)).toDecision());
    }
  }

  /** Windows begin when the program did, not with the clock. */
  static final class AlignsWindowsToItself extends WrongBackend {
    AlignsWindowsToItself(ManualTicker time) {
      super(time);
      var started = time.instant().plusSeconds(7);
      right = new LocalBackend(/* maxKeys= */ 10_000, time, () -> started);
    }
  }

  /** The ticker is thought to be positive. */
  static final class DoesNotKnowNegativeTime extends WrongBackend {
    DoesNotKnowNegativeTime(ManualTicker time) {
      super(time);
      right = new LocalBackend(/* maxKeys= */ 10_000, () -> Math.max(0, time.read()), time);
    }
  }

  /** A call leaves the log a nanosecond late; waits are told accordingly. */
  static final class KeepsLogsTooLong extends WrongBackend {
    KeepsLogsTooLong(ManualTicker time) {
      super(time);
    }

    @Override
    Decision decide(List<Claim> claims) {
      return answerAs(claims, claims.stream().map(KeepsLogsTooLong::longer).toList());
    }

    private static Claim longer(Claim claim) {
      var limit = claim.limit();
      return limit.algorithm() == Algorithm.SLIDING_LOG && limit.burst() == limit.tokens()
          ? new Claim(longer(limit), claim.key(), claim.cost())
          : claim;
    }

    private static Limit longer(Limit limit) {
      var log =
          Limit.of(limit.tokens())
              .per(limit.period().plusNanos(1))
              .algorithm(Algorithm.SLIDING_LOG)
              .minimumGap(limit.minimumGap())
              .named(limit.name());
      return limit.countsRefused() ? log.countingRefused() : log;
    }
  }

  /** Windows are counted by a log, which admits fewer across a boundary. */
  static final class TakesALogForAWindow extends WrongBackend {
    TakesALogForAWindow(ManualTicker time) {
      super(time);
    }

    @Override
    Decision decide(List<Claim> claims) {
      var logged = new ArrayList<Claim>();
      for (var claim : claims) {
        boolean window = claim.limit().algorithm() == Algorithm.FIXED_WINDOW;
        var limit = window ? claim.limit().algorithm(Algorithm.SLIDING_LOG) : claim.limit();
        logged.add(new Claim(limit, claim.key(), claim.cost()));
      }
      return answerAs(claims, logged);
    }
  }

  /** Refused calls never count. */
  static final class NeverCountsRefusedCalls extends WrongBackend {
    NeverCountsRefusedCalls(ManualTicker time) {
      super(time);
    }

    @Override
    Decision decide(List<Claim> claims) {
      return answerAs(claims, claims.stream().map(NeverCountsRefusedCalls::plain).toList());
    }

    private static Claim plain(Claim claim) {
      var limit = claim.limit();
      if (!limit.countsRefused()) {
        return claim;
      }
      var log =
          Limit.of(limit.tokens())
              .per(limit.period())
              .algorithm(Algorithm.SLIDING_LOG)
              .burst(limit.burst())
              .minimumGap(limit.minimumGap())
              .named(limit.name());
      return new Claim(log, claim.key(), claim.cost());
    }
  }

  /** A bucket that nobody has touched for an hour is dropped, whatever its period. */
  static final class ForgetsAfterAnHour extends WrongBackend {
    private final ManualTicker time;
    private final Map<Claim, Long> touched = new HashMap<>();
    private final Map<Claim, Integer> lives = new HashMap<>();

    ForgetsAfterAnHour(ManualTicker time) {
      super(time);
      this.time = time;
    }

    @Override
    Decision decide(List<Claim> claims) {
      for (var claim : claims) {
        var bucket = claim.withCost(0);
        long since = touched.getOrDefault(bucket, time.read());
        if (time.read() - since > Duration.ofHours(1).toNanos()) {
          lives.merge(bucket, 1, Integer::sum);
        }
        touched.put(bucket, time.read());
      }
      return answerAs(claims, claims.stream().map(this::inItsLife).toList());
    }

    @Override
    void release(List<Lease> leases) {
      for (var lease : leases) {
        var claim = inItsLife(new Claim(lease.limit(), lease.key(), /* cost= */ 0));
        right.release(List.of(new Lease(lease.limit(), claim.key(), lease.id())));
      }
    }

    private Claim inItsLife(Claim claim) {
      int life = lives.getOrDefault(claim.withCost(0), 0);
      return life == 0 ? claim : new Claim(claim.limit(), claim.key() + '\0' + life, claim.cost());
    }
  }
}
