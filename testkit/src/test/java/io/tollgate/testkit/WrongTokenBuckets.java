package io.tollgate.testkit;

import io.tollgate.Algorithm;
import io.tollgate.Claim;
import io.tollgate.Decision;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Token buckets as they are often written; every other algorithm is right, and so are several
 * claims.
 */
final class WrongTokenBuckets {

  private WrongTokenBuckets() {}

  private abstract static class OwnTokenBucket extends WrongBackend {
    final ManualTicker time;

    OwnTokenBucket(ManualTicker time) {
      super(time);
      this.time = time;
    }

    @Override
    final Decision decide(List<Claim> claims) {
      var claim = claims.get(0);
      boolean own = claims.size() == 1 && claim.limit().algorithm() == Algorithm.TOKEN_BUCKET;
      return own && claim.cost() <= claim.limit().maxCost()
          ? decideOne(claim)
          : right.decide(claims);
    }

    abstract Decision decideOne(Claim claim);
  }

  /** Tokens are counted in floating point. */
  static final class CountsInFloatingPoint extends OwnTokenBucket {
    private static final class Level {
      double tokens;
      long at;
    }

    private final Map<Claim, Level> levels = new HashMap<>();

    CountsInFloatingPoint(ManualTicker time) {
      super(time);
    }

    @Override
    Decision decideOne(Claim claim) {
      long now = time.read();
      long burst = claim.limit().burst();
      double perNano = (double) claim.limit().tokens() / claim.limit().period().toNanos();
      var level = levels.computeIfAbsent(claim.withCost(0), bucket -> full(burst, now));
      level.tokens = Math.min((double) burst, level.tokens + (now - level.at) * perNano);
      level.at = now;
      boolean allowed = level.tokens >= claim.cost();
      level.tokens -= allowed ? claim.cost() : 0;
      long reset = (long) Math.ceil((burst - level.tokens) / perNano);
      long wait = (long) Math.ceil((claim.cost() - level.tokens) / perNano);
      return allowed
          ? Decision.allowed(claim, (long) level.tokens, reset)
          : Decision.refused(claim, (long) level.tokens, reset, wait);
    }

    private static Level full(long burst, long now) {
      var level = new Level();
      level.tokens = burst;
      level.at = now;
      return level;
    }
  }

  /** Only whole tokens are refilled, and the time of a part of one is lost at each call. */
  static final class LosesPartsOfTokens extends OwnTokenBucket {
    private record Whole(long tokens, long at) {}

    private final Map<Claim, Whole> buckets = new HashMap<>();

    LosesPartsOfTokens(ManualTicker time) {
      super(time);
    }

    @Override
    Decision decideOne(Claim claim) {
      long now = time.read();
      long burst = claim.limit().burst();
      if (burst == 0) {
        return Decision.allowed(claim, /* remaining= */ 0, /* resetNanos= */ 0);
      }
      long interval = Math.max(1, claim.limit().period().toNanos() / claim.limit().tokens());
      var whole = buckets.getOrDefault(claim.withCost(0), new Whole(burst, now));
      long tokens = Math.min(burst, whole.tokens + (now - whole.at) / interval);
      boolean allowed = tokens >= claim.cost();
      long left = allowed ? tokens - claim.cost() : tokens;
      buckets.put(claim.withCost(0), new Whole(left, now));
      long reset = (burst - left) * interval;
      return allowed
          ? Decision.allowed(claim, left, reset)
          : Decision.refused(claim, left, reset, (claim.cost() - left) * interval);
    }
  }
}
