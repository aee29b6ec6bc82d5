package io.tollgate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

final class RecordBucketTest {

  private static final long MINUTE = 60_000_000_000L;

  private static Bucket places() {
    var limit = Limit.concurrent(1).named("places");
    return Bucket.charged(/* hash= */ 0, limit, "key", /* now= */ 0, /* taken= */ 0);
  }

  /**
   * Who makes room looks for a bucket that nobody holds, and drops it a moment later: a call may
   * have come between, and its lease must not be lost.
   */
  @Test
  void retireUnlessHeld_heldMeanwhile_staysInUse() {
    var bucket = places();
    assertThat(bucket.isHeld(0)).isFalse();
    assertThat(bucket.tryTake(/* reading= */ 0, /* cost= */ 1)).matches(Decision::allowed);

    bucket.retireUnlessHeld(0);

    assertThat(bucket.isRetired()).isFalse();
    assertThat(bucket.tryTake(/* reading= */ 0, /* cost= */ 1)).matches(one -> !one.allowed());
  }

  /** Callers may come in another order than they read the clock. */
  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"TOKEN_BUCKET", "LEAKY_BUCKET", "CONCURRENCY"})
  void retireFor_fromBeforeTheWindowInWhichWasTaken_keepsWhatWasTaken(Algorithm algorithm) {
    var limit = Limit.of(10).per(Per.MINUTE).algorithm(algorithm).named("limit");
    var half = Limit.of(10).every(30, Per.SECOND).algorithm(Algorithm.FIXED_WINDOW).named("limit");
    var bucket = Bucket.charged(/* hash= */ 0, limit, "key", /* now= */ 0, /* taken= */ 0);
    assertThat(bucket.tryTake(MINUTE + 1, 5)).matches(Decision::allowed);

    var look = bucket.retireFor(half, MINUTE - 1).peek(MINUTE + 2, /* cost= */ 0);
    assertThat(Objects.requireNonNull(look).remaining()).isEqualTo(5);
  }

  @Test
  void retireUnlessHeld_heldByNobody_retires() {
    var bucket = places();

    bucket.retireUnlessHeld(0);

    assertThat(bucket.isRetired()).isTrue();
  }
}
