package io.tollgate.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.Claim;
import io.tollgate.Limit;
import io.tollgate.LocalBackend;
import io.tollgate.Per;
import io.tollgate.testkit.ManualTicker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Several hosts take tokens of one bucket in advance, while answers are late, hosts stop and hosts
 * die: together they never exceed the limit by more than is tolerated.
 */
final class LeasedHostsTest {

  private static final int RUNS = 300;
  private static final int STEPS = 2_000;

  private static final class World {
    final ManualTicker time = new ManualTicker();
    final LocalBackend bucket = new LocalBackend(/* maxKeys= */ 100, time, time);
    final Tolerance tolerance;
    final Limit limit;
    final Excess excess;
    final List<LeasedHost> hosts = new ArrayList<>();

    World(Random random) {
      int burst = 100 + random.nextInt(2_000);
      int rate = 1 + random.nextInt(2_000);
      this.tolerance = new Tolerance(100 * (1 + random.nextInt(50)));
      this.limit = Limit.of(rate).per(Per.SECOND).burst(burst).named("limit");
      this.excess = new Excess(rate, 1_000_000_000L, burst);
      int count = 1 + random.nextInt(4);
      // The number is known before any of them takes in advance.
      for (int i = 0; i < count; i++) {
        hosts.add(newHost());
      }
    }

    private LeasedHost newHost() {
      return new LeasedHost(bucket, tolerance, now -> hosts.size(), time);
    }

    void step(Random random) {
      var host = hosts.get(random.nextInt(hosts.size()));
      int kind = random.nextInt(1_000);
      if (kind < 700) {
        calls(host, random);
      } else if (kind < 800) {
        host.work();
      } else if (kind < 900) {
        host.way.letGo();
      } else if (kind < 940) {
        host.leased.sweep();
      } else if (kind < 990) {
        time.advance(Duration.ofNanos((long) (random.nextDouble() * 50_000_000)));
      } else if (kind < 998) {
        time.advance(Duration.ofMillis(random.nextInt(3_000)));
      } else {
        hosts.set(hosts.indexOf(host), newHost()); // died, with what it held
      }
    }

    private void calls(LeasedHost host, Random random) {
      for (int i = random.nextInt(40); i >= 0; i--) {
        long cost = 1L + random.nextInt(3);
        if (host.call(new Claim(limit, "alice", cost))) {
          excess.admit(time.read(), cost);
        }
        host.work();
        host.way.letGo();
      }
    }

    long tolerated() {
      return tolerance.share(limit.maxCost(), /* hosts= */ 1);
    }
  }

  @Test
  void decide_anyOrderOfEvents_exceedsByNoMoreThanIsTolerated() {
    int exceeded = 0;
    for (int seed = 0; seed < RUNS; seed++) {
      var random = new Random(seed);
      var world = new World(random);
      for (int step = 0; step < STEPS; step++) {
        world.step(random);
      }
      assertThat(world.excess.worst())
          .as("seed %d, %s, %s", seed, world.limit, world.tolerance)
          .isLessThanOrEqualTo(world.tolerated());
      exceeded += world.excess.worst() > 0 ? 1 : 0;
    }
    // Otherwise nothing was taken in advance, and nothing was tested.
    assertThat(exceeded).isGreaterThan(RUNS / 10);
  }

  @Test
  void decide_frozenClock_losesAndDoublesNothing() {
    for (int seed = 0; seed < 100; seed++) {
      var random = new Random(seed);
      var world = new World(random);
      long admitted = 0;
      for (int i = 0; i < 1_000; i++) {
        var host = world.hosts.get(random.nextInt(world.hosts.size()));
        long cost = 1L + random.nextInt(3);
        admitted += host.call(new Claim(world.limit, "alice", cost)) ? cost : 0;
        if (random.nextBoolean()) {
          host.work();
          host.way.letGo();
        }
      }
      for (var host : world.hosts) {
        host.work();
        host.way.letGo();
        host.leased.close();
      }
      assertThat(admitted + world.bucket.decide(world.limit, "alice", 0).remaining())
          .as("seed %d", seed)
          .isEqualTo(world.limit.maxCost());
    }
  }
}
