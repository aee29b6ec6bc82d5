package io.tollgate.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.bench.RedisFigures.Case;
import io.tollgate.bench.RedisFigures.Crowd;
import io.tollgate.bench.RedisFigures.Slice;
import io.tollgate.redis.server.RedisServer;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class RedisLoadIT {

  private static final Case HOT = new Case(Crowd.ONE, 8);

  @TempDir Path output;

  @ParameterizedTest
  @EnumSource
  void call_aMoment_countsDecisions(RedisPeer peer) throws IOException {
    try (var redis = RedisServer.start();
        var process =
            new RedisCallsProcess(peer, redis.uri(), Crowd.ONE, output.resolve("redis.log"))) {
      var done = process.call(HOT, /* millis= */ 100, /* seed= */ 7);

      assertThat(done.decisions()).isPositive();
      assertThat(done.nanos()).isGreaterThanOrEqualTo(100_000_000);
      assertThat(done.p99Micros()).isPositive();
    }
  }

  @Test
  void ratio_roundsOfTwoFleets_isThatWithinTheRounds() {
    var figures = new RedisFigures();
    for (int fleet = 1; fleet <= 2; fleet++) {
      figures.beginFleet();
      // The machine is slower from round to round, for both alike.
      for (int slow = 1; slow <= 3; slow++) {
        figures.add(HOT, RedisPeer.BARE, slice(6_000L / slow));
        figures.add(HOT, RedisPeer.TOLLGATE, slice(6_000L * fleet / slow));
      }
    }

    assertThat(figures.ratio(HOT, RedisPeer.TOLLGATE, RedisPeer.BARE)).contains(Spread.of(1, 2));
    assertThat(figures.perSecond(HOT, RedisPeer.BARE)).contains(Spread.of(3_000, 3_000));
    assertThat(figures.ratio(HOT, RedisPeer.REDISSON, RedisPeer.BARE)).isEmpty();
  }

  private static Slice slice(long decisions) {
    return new Slice(decisions, /* nanos= */ 1_000_000_000, /* p99Micros= */ 1, decisions);
  }
}
