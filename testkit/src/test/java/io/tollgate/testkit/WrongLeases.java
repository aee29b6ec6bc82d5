package io.tollgate.testkit;

import io.tollgate.Algorithm;
import io.tollgate.Claim;
import io.tollgate.Decision;
import io.tollgate.Lease;
import io.tollgate.Limit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Backends that are wrong about calls under way. */
final class WrongLeases {

  private WrongLeases() {}

  /** Remembers who holds what. */
  private abstract static class Remembering extends WrongBackend {
    final List<Lease> held = new ArrayList<>();

    Remembering(ManualTicker time) {
      super(time);
    }

    @Override
    Decision decide(List<Claim> claims) {
      var decision = right.decide(claims);
      held.addAll(decision.leases());
      return decision;
    }

    static boolean sameBucket(Lease one, Lease other) {
      return one.key().equals(other.key()) && one.limit().name().equals(other.limit().name());
    }
  }

  /** Giving a lease back ends all of its bucket. */
  static final class EndsEveryLease extends Remembering {
    EndsEveryLease(ManualTicker time) {
      super(time);
    }

    @Override
    void release(List<Lease> leases) {
      for (var lease : leases) {
        right.release(held.stream().filter(other -> sameBucket(lease, other)).toList());
      }
    }
  }

  /** A lease is known by its number, and buckets may give out the same. */
  static final class KnowsLeasesByNumberOnly extends Remembering {
    KnowsLeasesByNumberOnly(ManualTicker time) {
      super(time);
    }

    @Override
    void release(List<Lease> leases) {
      for (var lease : leases) {
        right.release(held.stream().filter(other -> other.id() == lease.id()).toList());
      }
    }
  }

  /** A counter goes down whenever a lease of a bucket is given back, no matter which. */
  static final class OnlyCounts extends Remembering {
    OnlyCounts(ManualTicker time) {
      super(time);
    }

    @Override
    void release(List<Lease> leases) {
      for (var lease : leases) {
        var any = held.stream().filter(other -> sameBucket(lease, other)).findFirst();
        any.ifPresent(
            one -> {
              held.remove(one);
              right.release(List.of(one));
            });
      }
    }
  }

  /** Leases are not given back before they end by themselves. */
  static final class IgnoresReleases extends WrongBackend {
    IgnoresReleases(ManualTicker time) {
      super(time);
    }

    @Override
    void release(List<Lease> leases) {}
  }

  /** A lease of a higher cost comes back as one. */
  static final class GivesOneBackOnly extends WrongBackend {
    private final Map<Lease, Long> costs = new HashMap<>();

    GivesOneBackOnly(ManualTicker time) {
      super(time);
    }

    @Override
    Decision decide(List<Claim> claims) {
      var decision = right.decide(claims);
      for (var each : decision.each()) {
        each.leases().forEach(lease -> costs.put(lease, each.cost()));
      }
      return decision;
    }

    @Override
    void release(List<Lease> leases) {
      for (var lease : leases) {
        right.release(List.of(lease));
        long rest = costs.getOrDefault(lease, 1L) - 1;
        right.decide(List.of(new Claim(lease.limit(), lease.key(), Math.max(0, rest))));
      }
    }
  }

  /** A lease that is not given back is held for ever. */
  static final class NeverEndsLeases extends WrongBackend {
    NeverEndsLeases(ManualTicker time) {
      super(time);
    }

    @Override
    Decision decide(List<Claim> claims) {
      return answerAs(claims, claims.stream().map(NeverEndsLeases::endless).toList());
    }

    private static Claim endless(Claim claim) {
      return claim.limit().algorithm() == Algorithm.CONCURRENCY
          ? new Claim(endless(claim.limit()), claim.key(), claim.cost())
          : claim;
    }

    private static Limit endless(Limit limit) {
      return limit.lease(Duration.ofDays(10_000));
    }
  }

  /** All leases of a bucket end when the oldest would, or start afresh with the newest. */
  static final class ProlongsAllLeases extends WrongBackend {
    private final Map<Lease, Lease> present = new HashMap<>();

    ProlongsAllLeases(ManualTicker time) {
      super(time);
    }

    @Override
    Decision decide(List<Claim> claims) {
      var decision = right.decide(claims);
      for (var lease : decision.leases()) {
        for (var other : List.copyOf(present.keySet())) {
          if (Remembering.sameBucket(lease, other)) {
            renew(other);
          }
        }
        present.put(lease, lease);
      }
      return decision;
    }

    private void renew(Lease lease) {
      var now = present.get(lease);
      var claim = new Claim(lease.limit(), lease.key(), 0);
      long before = remaining(claim);
      right.release(List.of(now));
      if (remaining(claim) > before) {
        var renewed = right.decide(List.of(claim.withCost(1))).leases();
        present.put(lease, renewed.get(0));
      }
    }

    @Override
    void release(List<Lease> leases) {
      for (var lease : leases) {
        var now = present.remove(lease);
        right.release(List.of(now == null ? lease : now));
      }
    }
  }

  /** Numbers that are free are given out again. */
  static final class ReusesNumbers extends WrongBackend {
    private final List<Lease> places = new ArrayList<>();

    ReusesNumbers(ManualTicker time) {
      super(time);
    }

    @Override
    Decision decide(List<Claim> claims) {
      return restated(
          claims,
          right.decide(claims),
          answer -> answer.leases().isEmpty() ? answer.toDecision() : placed(answer));
    }

    private Decision placed(Answer answer) {
      places.add(answer.leases().get(0));
      return Decision.leased(
          answer.claim(), answer.remaining(), answer.reset().toNanos(), places.size() - 1);
    }

    @Override
    void release(List<Lease> leases) {
      for (var lease : leases) {
        boolean known = lease.id() >= 0 && lease.id() < places.size();
        if (known && Remembering.sameBucket(lease, places.get((int) lease.id()))) {
          right.release(List.of(places.remove((int) lease.id())));
        }
      }
    }
  }
}
