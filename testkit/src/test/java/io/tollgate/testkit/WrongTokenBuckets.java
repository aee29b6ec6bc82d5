package io.tollgate.testkit;

import io.tollgate.Algorithm;
import io.tollgate.Claim;
import io.tollgate.Decision;
import io.tollgate.Decision.Outcome;
import io.tollgate.Limit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Token buckets as they are often written. They start anew when a limit changes, too, which is not
 * what they are tried for.
 */
final class WrongTokenBuckets {

  private WrongTokenBuckets() {}

  /** Keeps token buckets itself and leaves everything else to the right backend. */
  private abstract static class OwnTokenBuckets extends WrongBackend {

    /** With a claim on it, a call is refused and takes nothing. */
    private static final Claim IMPOSSIBLE =
        new Claim(Limit.of(0).per(Duration.ofSeconds(1)).named("impossible"), "");

    final ManualTicker time;

    OwnTokenBuckets(ManualTicker time) {
      super(time);
      this.time = time;
    }

    @Override
    final Decision decide(List<Claim> claims) {
      var others = new ArrayList<Claim>();
      boolean fits = true;
      for (var claim : claims) {
        if (isOwn(claim)) {
          fits &= look(claim).outcome() == Outcome.ALLOWED;
        } else {
          others.add(claim);
        }
      }
      if (!fits) {
        others.add(IMPOSSIBLE);
      }
      var answers = others.isEmpty() ? List.<Decision>of() : right.decide(others).each();
      boolean allowed = fits && answers.stream().allMatch(Decision::allowed);
      var each = new ArrayList<Decision>();
      int next = 0;
      for (var claim : claims) {
        if (!isOwn(claim)) {
          each.add(answers.get(next++));
        } else {
          each.add(allowed ? take(claim) : look(claim));
        }
      }
      return Decision.of(each);
    }

    private static boolean isOwn(Claim claim) {
      return claim.limit().algorithm() == Algorithm.TOKEN_BUCKET && claim.limit().tokens() > 0;
    }

    /** Answers without taking. */
    abstract Decision look(Claim claim);

    /** Takes what {@link #look} allows. */
    abstract Decision take(Claim claim);
  }

  /** Tokens are counted in floating point. */
  static final class CountsInFloatingPoint extends OwnTokenBuckets {
    private record Level(double tokens, long at) {}

    private final Map<Claim, Level> levels = new HashMap<>();

    CountsInFloatingPoint(ManualTicker time) {
      super(time);
    }

    private static double perNano(Claim claim) {
      return (double) claim.limit().tokens() / claim.limit().period().toNanos();
    }

    private double tokens(Claim claim) {
      double burst = claim.limit().burst();
      var level = levels.getOrDefault(claim.withCost(0), new Level(burst, time.read()));
      return Math.min(burst, level.tokens + (time.read() - level.at) * perNano(claim));
    }

    @Override
    Decision look(Claim claim) {
      double tokens = tokens(claim);
      if (tokens >= claim.cost()) {
        return Decision.allowed(claim, (long) tokens, reset(claim, tokens));
      }
      long wait = (long) Math.ceil((claim.cost() - tokens) / perNano(claim));
      return claim.cost() > claim.limit().maxCost()
          ? Decision.neverFits(claim, (long) tokens, reset(claim, tokens))
          : Decision.refused(claim, (long) tokens, reset(claim, tokens), wait);
    }

    @Override
    Decision take(Claim claim) {
      double left = tokens(claim) - claim.cost();
      levels.put(claim.withCost(0), new Level(left, time.read()));
      return Decision.allowed(claim, (long) left, reset(claim, left));
    }

    private static long reset(Claim claim, double tokens) {
      return (long) Math.ceil((claim.limit().burst() - tokens) / perNano(claim));
    }
  }

  /** Only whole tokens are refilled, and at each call the time of a part of one is lost. */
  static final class LosesPartsOfTokens extends OwnTokenBuckets {
    private record Whole(long tokens, long at) {}

    private final Map<Claim, Whole> buckets = new HashMap<>();

    LosesPartsOfTokens(ManualTicker time) {
      super(time);
    }

    private static long interval(Claim claim) {
      return Math.max(1, claim.limit().period().toNanos() / claim.limit().tokens());
    }

    private long refilled(Claim claim) {
      long burst = claim.limit().burst();
      var whole = buckets.getOrDefault(claim.withCost(0), new Whole(burst, time.read()));
      long tokens = Math.min(burst, whole.tokens + (time.read() - whole.at) / interval(claim));
      buckets.put(claim.withCost(0), new Whole(tokens, time.read()));
      return tokens;
    }

    @Override
    Decision look(Claim claim) {
      long tokens = refilled(claim);
      long reset = (claim.limit().burst() - tokens) * interval(claim);
      if (tokens >= claim.cost()) {
        return Decision.allowed(claim, tokens, reset);
      }
      return claim.cost() > claim.limit().maxCost()
          ? Decision.neverFits(claim, tokens, reset)
          : Decision.refused(claim, tokens, reset, (claim.cost() - tokens) * interval(claim));
    }

    @Override
    Decision take(Claim claim) {
      long left = refilled(claim) - claim.cost();
      buckets.put(claim.withCost(0), new Whole(left, time.read()));
      return Decision.allowed(claim, left, (claim.limit().burst() - left) * interval(claim));
    }
  }
}
