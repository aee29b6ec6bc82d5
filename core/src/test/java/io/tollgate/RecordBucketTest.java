package io.tollgate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class RecordBucketTest {

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

  @Test
  void retireUnlessHeld_heldByNobody_retires() {
    var bucket = places();

    bucket.retireUnlessHeld(0);

    assertThat(bucket.isRetired()).isTrue();
  }
}
