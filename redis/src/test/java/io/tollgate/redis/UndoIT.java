package io.tollgate.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.Algorithm;
import io.tollgate.Claim;
import io.tollgate.Decision;
import io.tollgate.Limit;
import io.tollgate.Per;
import io.tollgate.Settlement;
import io.tollgate.testkit.ManualTicker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.MethodSource;

/** What a call took that another slot refused comes back, although the limit changed meanwhile. */
final class UndoIT {

  private static final Duration MOMENT = Duration.ofMillis(2);

  @RegisterExtension static final LinkedRedis REDIS = new LinkedRedis();

  private final ManualTicker time = new ManualTicker();
  private RedisBackend backend;

  @BeforeEach
  void empty() {
    REDIS.call("FLUSHALL");
    backend = REDIS.link().redisBackend(ServerTime.of(time), "undo");
    time.advance(Duration.ofMinutes(90));
  }

  static Stream<Arguments> changes() {
    var changes = new ArrayList<Arguments>();
    for (var before : Algorithm.values()) {
      for (var after : Algorithm.values()) {
        if (before != Algorithm.CONCURRENCY && after != Algorithm.CONCURRENCY) {
          changes.add(Arguments.of(before, after));
        }
      }
    }
    return changes.stream();
  }

  private static Limit limit(Algorithm algorithm, int tokens) {
    return Limit.of(tokens).per(Per.DAY).algorithm(algorithm).named("undone");
  }

  private Decision take(Limit limit, long cost) {
    return Answers.of(backend.decideAsync(List.of(new Claim(limit, "alice", cost))));
  }

  private long remaining(Limit limit) {
    return take(limit, /* cost= */ 0).remaining();
  }

  private void undo(Limit limit, Decision decision, Duration elapsed) {
    var claim = new Claim(limit, "alice", decision.cost());
    Answers.of(backend.undo(List.of(Settlement.of(claim, decision, /* actual= */ 0, elapsed))));
  }

  @ParameterizedTest
  @MethodSource("changes")
  void undo_loweredMeanwhile_givesBackAll(Algorithm before, Algorithm after) {
    take(limit(before, 100), 20);
    var taken = take(limit(before, 100), 30);
    assertThat(take(limit(after, 10), 1).allowed()).isFalse();
    undo(limit(before, 100), taken, Duration.ZERO);

    assertThat(limit(after, 100).maxCost() - remaining(limit(after, 100))).isEqualTo(20);
  }

  @ParameterizedTest
  @MethodSource("changes")
  void undo_raisedMeanwhile_givesBackAll(Algorithm before, Algorithm after) {
    take(limit(before, 50), 15);
    var taken = take(limit(before, 50), 30);
    take(limit(after, 100), 5);
    undo(limit(before, 50), taken, Duration.ZERO);

    assertThat(limit(after, 100).maxCost() - remaining(limit(after, 100))).isEqualTo(20);
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "CONCURRENCY")
  void undo_changedToAndFroMeanwhile_givesBackAll(Algorithm algorithm) {
    take(limit(algorithm, 100), 20);
    var taken = take(limit(algorithm, 100), 30);
    time.advance(MOMENT);
    take(limit(algorithm, 10), 1);
    assertThat(remaining(limit(algorithm, 100))).isGreaterThanOrEqualTo(50);
    undo(limit(algorithm, 100), taken, MOMENT);

    // A bucket is so little fuller after a moment that it may be short of a part of a token.
    long left = limit(algorithm, 100).maxCost() - remaining(limit(algorithm, 100));
    assertThat(left).isBetween(20L, 21L);
  }

  /** Nothing is freed of what others took after the window ended, or the bucket was full. */
  @ParameterizedTest
  @MethodSource("changes")
  void undo_longAfterAChange_givesNothingBack(Algorithm before, Algorithm after) {
    var taken = take(limit(before, 100), 30);
    take(limit(after, 200), 0);
    time.advance(Duration.ofDays(3));
    take(limit(after, 200), 40);
    undo(limit(before, 100), taken, Duration.ofDays(3));

    assertThat(limit(after, 200).maxCost() - remaining(limit(after, 200))).isEqualTo(40);
  }

  @Test
  void undo_countedAsCallsUnderWayMeanwhile_changesNothing() {
    var daily = limit(Algorithm.TOKEN_BUCKET, 10);
    var calls = Limit.concurrent(10).named("undone");
    var taken = take(daily, 3);
    assertThat(remaining(calls)).isEqualTo(7);
    undo(daily, taken, Duration.ZERO);

    assertThat(remaining(calls)).isEqualTo(7);
  }

  @Test
  void settle_limitChanged_givesNothingBack() {
    var daily = limit(Algorithm.TOKEN_BUCKET, 10);
    var claim = new Claim(daily, "alice", 3);
    var taken = take(daily, 3);
    assertThat(remaining(limit(Algorithm.TOKEN_BUCKET, 20))).isEqualTo(17);
    var settlement = Settlement.of(claim, taken, /* actual= */ 0, Duration.ZERO);
    Answers.of(backend.settleAsync(List.of(settlement)));

    assertThat(remaining(limit(Algorithm.TOKEN_BUCKET, 20))).isEqualTo(17);
  }
}
