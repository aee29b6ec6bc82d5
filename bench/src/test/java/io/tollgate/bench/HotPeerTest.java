package io.tollgate.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whoever is measured must limit. */
class HotPeerTest {

  /** These space calls out, so that the second in a moment is already refused. */
  private static final Set<HotPeer> PACING = EnumSet.of(HotPeer.GUAVA, HotPeer.FAILSAFE_SMOOTH);

  @ParameterizedTest
  @EnumSource
  void tryTake_scarce_admitsTheBurstThenRefuses(HotPeer peer) {
    assertThat(calls(peer, Allowance.SCARCE)).isEqualTo(PACING.contains(peer) ? "ARRRR" : "AAARR");
  }

  @ParameterizedTest
  @EnumSource
  void tryTake_ample_admits(HotPeer peer) {
    assertThat(calls(peer, Allowance.AMPLE)).isEqualTo("AAAAA");
  }

  private static String calls(HotPeer peer, Allowance allowance) {
    var bucket = peer.bucket(allowance);
    var blackhole = BytesPerKey.newBlackhole();
    var row = new StringBuilder();
    for (int i = 0; i < 5; i++) {
      row.append(bucket.tryTake(blackhole) ? 'A' : 'R');
    }
    return row.toString();
  }
}
