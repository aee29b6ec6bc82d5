package io.tollgate.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.bench.KeyedPeer.Room;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whoever is measured must limit, each key for itself. */
class KeyedPeerTest {

  @ParameterizedTest
  @EnumSource
  void tryTake_scarce_admitsTheBurstOfEachKeyThenRefuses(KeyedPeer peer) {
    var buckets = buckets(peer, Allowance.SCARCE);
    // Guava spaces calls out, so that the second in a moment is already refused.
    var expected = peer == KeyedPeer.GUAVA ? "ARRRR" : "AAARR";

    assertThat(calls(buckets, /* caller= */ 1)).isEqualTo(expected);
    assertThat(calls(buckets, /* caller= */ 2)).isEqualTo(expected);
  }

  @ParameterizedTest
  @EnumSource
  void tryTake_ample_admits(KeyedPeer peer) {
    assertThat(calls(buckets(peer, Allowance.AMPLE_PER_KEY), /* caller= */ 1)).isEqualTo("AAAAA");
  }

  @ParameterizedTest
  @EnumSource
  void bytesPerKey_fewKeys_holdsAllOfThem(KeyedPeer peer) {
    var bytes = BytesPerKey.of(peer, 2_000);

    // A key alone has 24 bytes of text object and 40 of characters, and a bucket 8 of state.
    assertThat(bytes.withoutKey()).isBetween(8.0, 1_000.0);
    assertThat(bytes.withKey() - bytes.withoutKey()).isEqualTo(64.0);
  }

  private static KeyedBuckets buckets(KeyedPeer peer, Allowance allowance) {
    return peer.buckets(new Room(/* maxKeys= */ 10, allowance, Runnable::run));
  }

  private static String calls(KeyedBuckets buckets, int caller) {
    var blackhole = BytesPerKey.newBlackhole();
    var row = new StringBuilder();
    for (int i = 0; i < 5; i++) {
      row.append(buckets.tryTake(Traffic.key(caller), blackhole) ? 'A' : 'R');
    }
    return row.toString();
  }
}
