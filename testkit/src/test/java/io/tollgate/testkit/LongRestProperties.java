package io.tollgate.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.Claim;
import io.tollgate.Decision;
import io.tollgate.Limit;
import io.tollgate.LocalBackend;
import io.tollgate.Settlement;
import io.tollgate.algorithm.TokenBucket;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.PropertyDefaults;
import net.jqwik.api.Provide;

/**
 * Pauses so long that the word of a bucket must be renewed, or must not be looked at any more.
 *
 * <p>Most rates are of the kind whose refill takes a large part of that time.
 */
@PropertyDefaults(edgeCases = EdgeCasesMode.NONE) // The edges are among what is generated.
final class LongRestProperties {

  /** What a pause is a part of. */
  enum Of {
    REFILL,
    HALF_THE_REST,
    REST
  }

  /**
   * A pause, and then a call that takes a share of what is there.
   *
   * @param part how much of the whole the pause is, in thousandths
   * @param share how much of what remains the call takes, in thousandths
   * @param over how much more of the burst it turns out to cost, in thousandths
   */
  record Turn(Of whole, int part, int share, int over) {}

  @Provide
  Arbitrary<Rate> rates() {
    var slowest = Rate.any().map(Rate::withLargestBurst);
    return Arbitraries.oneOf(slowest, slowest, Rate.any())
        // A limit has a burst of its tokens before it is given another.
        .filter(rate -> rate.tokens() > 0 && rate.withBurst(rate.tokens()).isTaken());
  }

  @Provide
  Arbitrary<List<Turn>> turns() {
    var thousandths = Arbitraries.integers().between(0, 1_000);
    var mostlyNone = Arbitraries.oneOf(Arbitraries.just(0), Arbitraries.just(0), thousandths);
    return Combinators.combine(Arbitraries.of(Of.class), thousandths, thousandths, mostlyNone)
        .as(Turn::new)
        .list()
        .ofSize(12);
  }

  @Property(tries = 300)
  void decide_pausesAboutARest_answersLikeTheModel(
      @ForAll("rates") Rate rate, @ForAll long origin, @ForAll("turns") List<Turn> turns) {
    var period = Duration.ofNanos(rate.periodNanos());
    var limit = Limit.of(rate.tokens()).per(period).burst(rate.burst()).named("limit");
    var kept = Rate.keptBy(rate.bucket());
    var model = new TokenBucketModel(kept.tokens(), kept.periodNanos(), kept.burst());
    var ticker = new AtomicLong(origin);
    var backend = new LocalBackend(/* maxKeys= */ 10, ticker::get, () -> Instant.EPOCH);
    var nanos = BigInteger.ZERO;
    for (var turn : turns) {
      long pause = pauseNanos(rate.bucket(), turn);
      ticker.addAndGet(pause);
      nanos = nanos.add(BigInteger.valueOf(pause));

      long left = model.remaining(nanos);
      long there = Math.max(0, left);
      assertThat(backend.decide(limit, "key", /* cost= */ 0).remaining()).isEqualTo(there);
      if (there < rate.burst()) {
        assertThat(backend.decide(limit, "key", there + 1).allowed()).isFalse();
      }
      long cost = Step.thousandths(there, turn.share);
      var decision = backend.decide(limit, "key", cost);
      assertThat(decision.allowed()).isTrue();
      long over = Step.thousandths(mostOver(rate, left - cost), turn.over);
      settle(backend, decision, cost + over);
      model.take(nanos, cost + over);
    }
  }

  private static long pauseNanos(TokenBucket bucket, Turn turn) {
    return switch (turn.whole) {
      case REFILL -> Step.thousandths(bucket.refillNanos(), turn.part);
      case HALF_THE_REST -> Step.thousandths(bucket.restNanos() / 2, turn.part);
      case REST -> Step.thousandths(bucket.restNanos(), turn.part) + 1;
    };
  }

  /** What is below empty by more than the burst, or than a word can tell, is forgiven. */
  private static long mostOver(Rate rate, long left) {
    boolean hasRoomBelow = rate.bucket().debtAfter(0, rate.burst()) <= 1L << 60;
    return hasRoomBelow ? Math.max(0, left + rate.burst() - 1) : 0;
  }

  private static void settle(LocalBackend backend, Decision decision, long actual) {
    var claim = new Claim(decision.limit(), "key", decision.cost());
    backend.settle(List.of(Settlement.of(claim, decision, actual, Duration.ZERO)));
  }
}
