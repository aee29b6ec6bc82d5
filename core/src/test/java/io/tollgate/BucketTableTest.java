package io.tollgate;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.MethodSource;

final class BucketTableTest {

  private static final long DAY = Duration.ofDays(1).toNanos();

  private long now;
  private Runnable whenRead = () -> {};
  private final BucketTable table =
      new BucketTable(
          /* maxKeys= */ 100,
          () -> {
            whenRead.run();
            return now;
          });

  private static Limit limit(Algorithm algorithm, long most) {
    return algorithm == Algorithm.CONCURRENCY
        ? Limit.concurrent(most).named("limit")
        : Limit.of(most).per(Per.DAY).algorithm(algorithm).named("limit");
  }

  private Bucket bucket(Limit limit) {
    return table.findOrAdd(BucketTable.hash(limit, "key"), limit, "key", /* now= */ 0);
  }

  private long missing(Limit limit) {
    var look = bucket(limit).peek(/* now= */ 0, /* cost= */ 0);
    return limit.maxCost() - Objects.requireNonNull(look).remaining();
  }

  private static void take(Bucket bucket, long cost) {
    assertThat(bucket.tryTake(/* now= */ 0, cost)).matches(Decision::allowed);
  }

  /** A call that took from one bucket of several, and gives that back, may find it replaced. */
  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "CONCURRENCY")
  void giveBackToSuccessor_limitChanged_givesBackThere(Algorithm algorithm) {
    var before = bucket(limit(algorithm, 10));
    take(before, 2);
    take(before, 3);
    var changed = limit(algorithm, 20);
    assertThat(missing(changed)).isEqualTo(5);
    table.giveBackToSuccessor(before, /* cost= */ 3, /* now= */ 0);

    assertThat(missing(changed)).isEqualTo(2);
    assertThat(table.size()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "CONCURRENCY")
  void giveBackToSuccessor_limitChangedToAndFro_givesBackThere(Algorithm algorithm) {
    var limit = limit(algorithm, 10);
    var before = bucket(limit);
    take(before, 2);
    take(before, 3);
    for (var other : Algorithm.values()) {
      if (other != Algorithm.CONCURRENCY) {
        assertThat(missing(limit(other, 7))).isEqualTo(5);
        assertThat(missing(limit)).isEqualTo(5);
      }
    }
    table.giveBackToSuccessor(before, /* cost= */ 3, /* now= */ 0);

    assertThat(missing(limit)).isEqualTo(2);
  }

  /**
   * One call with an early reading has taken, and another with a later one has opened the next
   * window under other numbers: what comes back of the first is not the other's.
   */
  @Test
  void giveBackToSuccessor_nextWindowBegan_leavesWhatOthersTookInIt() {
    var limit = limit(Algorithm.FIXED_WINDOW, 10);
    var changed = limit(Algorithm.FIXED_WINDOW, 20);
    int hash = BucketTable.hash(limit, "key");
    long early = DAY - 1;
    long late = DAY + 1;
    var before = table.findOrAdd(hash, limit, "key", early);
    assertThat(before.tryTake(early, 1)).matches(Decision::allowed);
    var after = table.findOrAdd(hash, changed, "key", late);
    assertThat(after.tryTake(late, 1)).matches(Decision::allowed);
    table.giveBackToSuccessor(before, /* cost= */ 1, early);

    var look = table.findOrAdd(hash, changed, "key", late).peek(late, /* cost= */ 0);
    assertThat(Objects.requireNonNull(look).remaining()).isEqualTo(19);
  }

  private static Stream<Arguments> allPairs() {
    return Stream.of(Algorithm.values())
        .flatMap(one -> Stream.of(Algorithm.values()).map(other -> Arguments.of(one, other)));
  }

  /** Callers may come in another order than they read the clock. */
  @ParameterizedTest
  @MethodSource("allPairs")
  void findOrAdd_changedByAReadingOfAnEarlierWindow_keepsWhatWasTaken(
      Algorithm algorithm, Algorithm other) {
    var limit = limit(algorithm, 10);
    var changed = limit(other, 20);
    int hash = BucketTable.hash(limit, "key");
    long late = DAY - 1;
    var before = table.findOrAdd(hash, limit, "key", late);
    now = DAY + 1;
    assertThat(before.tryTake(now, 5)).matches(Decision::allowed);

    var after = table.findOrAdd(hash, changed, "key", late);
    assertThat(after.tryTake(late, 3)).matches(Decision::allowed);
    var look = Objects.requireNonNull(after.peek(now, /* cost= */ 0));
    assertThat(changed.maxCost() - look.remaining()).isEqualTo(8);
  }

  /** Who takes from the old bucket has read the clock before the successor is made. */
  @ParameterizedTest
  @MethodSource("allPairs")
  void findOrAdd_changed_readsTheClockWhenNobodyTakesAnyMore(Algorithm algorithm, Algorithm other) {
    var before = bucket(limit(algorithm, 10));
    take(before, 5);
    var retired = new ArrayList<Boolean>();
    whenRead = () -> retired.add(before.isRetired());
    bucket(limit(other, 20));

    assertThat(retired).isNotEmpty().doesNotContain(false);
  }

  /** What was dropped has forgotten what was taken of it, which cannot come back then. */
  @Test
  void giveBackToSuccessor_droppedAndAddedAnew_givesNothingBack() {
    var limit = limit(Algorithm.TOKEN_BUCKET, 10);
    for (var now : List.of(limit, limit(Algorithm.TOKEN_BUCKET, 20))) {
      var before = bucket(limit);
      take(before, 3);
      before.retire();
      take(bucket(now), 4);
      table.giveBackToSuccessor(before, /* cost= */ 3, /* now= */ 0);

      assertThat(missing(now)).isEqualTo(4);
      bucket(now).retire();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"TOKEN_BUCKET", "LEAKY_BUCKET"})
  void findOrAdd_limitWithoutTokens_addsNothing(Algorithm algorithm) {
    var nothing = limit(algorithm, 0);
    int hash = BucketTable.hash(nothing, "key");

    assertThat(bucket(nothing).limit).isEqualTo(nothing);
    assertThat(table.findAnyOrAdd(hash, nothing, "key", /* now= */ 0).limit).isEqualTo(nothing);
    table.put(Bucket.charged(hash, nothing, "key", /* now= */ 0, /* taken= */ 0), /* now= */ 0);
    assertThat(table.size()).isZero();
  }

  /** A bucket of it is always full, and could keep nothing. */
  @Test
  void findOrAdd_limitWithoutTokens_leavesTheBucketOfTheOtherDefinition() {
    var limit = limit(Algorithm.TOKEN_BUCKET, 10);
    take(bucket(limit), 4);
    var nothing = limit(Algorithm.TOKEN_BUCKET, 0);

    assertThat(missing(nothing)).isZero();
    assertThat(bucket(nothing).limit).isEqualTo(nothing);
    assertThat(missing(limit)).isEqualTo(4);
    assertThat(table.size()).isEqualTo(1);
  }
}
