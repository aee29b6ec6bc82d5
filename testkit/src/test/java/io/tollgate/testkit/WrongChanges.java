package io.tollgate.testkit;

import io.tollgate.Algorithm;
import io.tollgate.Claim;
import io.tollgate.Decision;
import io.tollgate.Lease;
import io.tollgate.Limit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Backends that are wrong when a limit changes. */
final class WrongChanges {

  private WrongChanges() {}

  /** A bucket keeps the numbers that it was made with. */
  static final class KeepsTheOldNumbers extends WrongBackend {
    private final Map<String, Limit> first = new HashMap<>();

    KeepsTheOldNumbers(ManualTicker time) {
      super(time);
    }

    @Override
    Decision decide(List<Claim> claims) {
      return answerAs(claims, claims.stream().map(this::old).toList());
    }

    private Claim old(Claim claim) {
      var key = claim.limit().name() + '\0' + claim.key();
      var limit = first.computeIfAbsent(key, any -> claim.limit());
      return new Claim(limit, claim.key(), claim.cost());
    }
  }

  /** Other numbers make another bucket. */
  static final class StartsAnewWithOtherNumbers extends WrongBackend {
    StartsAnewWithOtherNumbers(ManualTicker time) {
      super(time);
    }

    @Override
    Decision decide(List<Claim> claims) {
      return answerAs(
          claims, claims.stream().map(claim -> apart(claim, "" + claim.limit())).toList());
    }

    @Override
    void release(List<Lease> leases) {
      for (var lease : leases) {
        var claim = apart(new Claim(lease.limit(), lease.key()), "" + lease.limit());
        right.release(List.of(new Lease(lease.limit(), claim.key(), lease.id())));
      }
    }
  }

  /** Another algorithm makes another bucket. */
  static final class StartsAnewWithAnotherAlgorithm extends WrongBackend {
    StartsAnewWithAnotherAlgorithm(ManualTicker time) {
      super(time);
    }

    @Override
    Decision decide(List<Claim> claims) {
      return answerAs(
          claims,
          claims.stream().map(claim -> apart(claim, "" + claim.limit().algorithm())).toList());
    }

    @Override
    void release(List<Lease> leases) {
      for (var lease : leases) {
        var claim = apart(new Claim(lease.limit(), lease.key()), "" + Algorithm.CONCURRENCY);
        right.release(List.of(new Lease(lease.limit(), claim.key(), lease.id())));
      }
    }
  }

  private static Claim apart(Claim claim, String mark) {
    return new Claim(claim.limit(), claim.key() + '\0' + mark, claim.cost());
  }

  /** A bucket whose limit changes is full. */
  static final class FillsWhenRaised extends WrongBackend {
    private final Map<String, Limit> seen = new HashMap<>();

    FillsWhenRaised(ManualTicker time) {
      super(time);
    }

    @Override
    Decision decide(List<Claim> claims) {
      for (var claim : claims) {
        var old = seen.put(claim.limit().name() + '\0' + claim.key(), claim.limit());
        if (old != null && old.maxCost() < claim.limit().maxCost()) {
          startAnew();
        }
      }
      return right.decide(claims);
    }
  }

  /** What was taken goes over in whole tokens, and no more of it than the limit has. */
  static final class ForgivesWhatIsBeyond extends WrongBackend {
    private final Map<String, Limit> seen = new HashMap<>();

    ForgivesWhatIsBeyond(ManualTicker time) {
      super(time);
    }

    @Override
    Decision decide(List<Claim> claims) {
      for (var claim : claims) {
        var old = seen.put(claim.limit().name() + '\0' + claim.key(), claim.limit());
        if (old != null && !old.equals(claim.limit())) {
          long taken = old.maxCost() - remaining(new Claim(old, claim.key()));
          startAnew();
          right.decide(List.of(claim.withCost(Math.min(taken, claim.limit().maxCost()))));
        }
      }
      return right.decide(claims);
    }
  }
}
