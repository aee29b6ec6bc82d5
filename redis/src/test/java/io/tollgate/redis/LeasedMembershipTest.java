package io.tollgate.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.Claim;
import io.tollgate.Limit;
import io.tollgate.LocalBackend;
import io.tollgate.Per;
import io.tollgate.testkit.ManualTicker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Hosts come, stop for a while, are cut off and go while others take tokens of the same bucket in
 * advance, and each knows of the others only what it has heard: together they never exceed the
 * limit by more than is tolerated.
 */
final class LeasedMembershipTest {

  private static final int RUNS = 24;
  private static final int STEPS = 3_000;
  private static final Duration STEP = Duration.ofMillis(10);
  private static final long STEP_NANOS = STEP.toNanos();
  private static final long SECOND_NANOS = 1_000_000_000L;
  private static final long LIFE_NANOS = 3 * SECOND_NANOS;

  /** A host that says every second that it is there. */
  private static final class Member {
    private final Hosts heard;
    private final LeasedHost host;
    private long nextWordAt;
    private long wakesAt;

    /** While cut off, its words are lost; what it asks of the bucket still comes through. */
    private long heardAgainAt;

    Member(World world) {
      this.heard = new Hosts("test", world.time);
      this.host = new LeasedHost(world.bucket, world.tolerance, heard::sharers, world.time);
      long now = world.time.read();
      this.nextWordAt = now;
      this.wakesAt = now;
      this.heardAgainAt = now;
    }
  }

  private static final class World {
    final ManualTicker time = new ManualTicker();
    final LocalBackend bucket = new LocalBackend(/* maxKeys= */ 100, time, time);
    final Tolerance tolerance;
    final Limit limit;
    final Excess excess;
    final List<Member> members = new ArrayList<>();
    final Map<Member, Long> lastWords = new HashMap<>();
    int mostHosts;

    /** How many calls come to all hosts in a step. */
    int demand;

    World(Random random) {
      int burst = 400 + random.nextInt(2_000);
      int rate = 500 + random.nextInt(5_000);
      this.tolerance = new Tolerance(200 * (1 + random.nextInt(5)));
      this.limit = Limit.of(rate).per(Per.SECOND).burst(burst).named("limit");
      this.excess = new Excess(rate, SECOND_NANOS, burst);
      members.add(new Member(this));
    }

    void step(Random random) {
      time.advance(STEP);
      long now = time.read();
      if (random.nextInt(40) == 0) {
        // Calm, so that buckets are full and hosts hold what they may; then everybody comes.
        long calm = limit.tokens() * STEP_NANOS / SECOND_NANOS;
        demand = (int) (random.nextInt(4) == 0 ? limit.maxCost() : calm * random.nextInt(10) / 10);
      }
      change(random, now);
      for (var member : members) {
        if (now - member.wakesAt >= 0) {
          live(member, random, now);
        }
      }
    }

    private void change(Random random, long now) {
      int kind = random.nextInt(1_000);
      var member = members.get(random.nextInt(members.size()));
      if (kind < 4 && members.size() < 5) {
        members.add(new Member(this));
        mostHosts = Math.max(mostHosts, members.size());
      } else if (kind < 6 && members.size() > 1) {
        members.remove(member); // killed: says nothing, gives nothing back
      } else if (kind < 9) {
        member.wakesAt = now + random.nextInt(600) * STEP_NANOS;
      } else if (kind < 12) {
        member.heardAgainAt = now + random.nextInt(600) * STEP_NANOS;
      } else if (kind == 12) {
        lastWords.clear(); // Redis has lost its memory
      }
    }

    private void live(Member member, Random random, long now) {
      if (now - member.nextWordAt >= 0) {
        member.nextWordAt = now + SECOND_NANOS;
        if (now - member.heardAgainAt >= 0) {
          lastWords.put(member, now);
          lastWords.values().removeIf(word -> now - word >= LIFE_NANOS);
          member.heard.hear(lastWords.size(), now);
        }
      }
      for (int i = random.nextInt(2 * demand / members.size() + 1); i > 0; i--) {
        if (member.host.call(new Claim(limit, "alice"))) {
          excess.admit(now, 1);
        }
        if (random.nextInt(3) == 0) {
          member.host.work();
          member.host.way.letGo();
        }
      }
      if (random.nextInt(25) == 0) {
        member.host.leased.sweep();
      }
    }
  }

  @Test
  void decide_hostsThatComeStopAndGo_exceedByNoMoreThanIsTolerated() {
    int exceeded = 0;
    int shared = 0;
    for (int seed = 0; seed < RUNS; seed++) {
      var random = new Random(seed);
      var world = new World(random);
      for (int step = 0; step < STEPS; step++) {
        world.step(random);
      }
      assertThat(world.excess.worst())
          .as("seed %d, %s, %s", seed, world.limit, world.tolerance)
          .isLessThanOrEqualTo(world.tolerance.share(world.limit.maxCost(), /* hosts= */ 1));
      exceeded += world.excess.worst() > 0 ? 1 : 0;
      shared += world.mostHosts > 2 ? 1 : 0;
    }
    // Otherwise nothing was taken in advance, or nobody came, and nothing was tested.
    assertThat(exceeded).isGreaterThan(RUNS / 3);
    assertThat(shared).isGreaterThan(RUNS / 3);
  }
}
