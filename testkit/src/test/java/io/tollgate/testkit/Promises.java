package io.tollgate.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.testkit.AlgorithmProperties.Admitted;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;

/** The promises of design.md, checked on the calls that were admitted. */
final class Promises {

  private Promises() {}

  /** At most {@code burst + rate * d} in any stretch of {@code d}. */
  static void assertInAnyStretch(
      List<Admitted> admitted, long tokens, long periodNanos, long burst) {
    for (int from = 0; from < admitted.size(); from++) {
      var sum = BigInteger.ZERO;
      for (var call : admitted.subList(from, admitted.size())) {
        sum = sum.add(big(call.cost()));
        var stretch = call.counted().subtract(admitted.get(from).counted());
        var promised = big(burst).multiply(big(periodNanos)).add(stretch.multiply(big(tokens)));
        assertThat(sum.multiply(big(periodNanos))).isLessThanOrEqualTo(promised);
      }
    }
  }

  /** At most {@code limit} in any window: two calls one window apart are not in the same. */
  static void assertInAnyWindow(List<Admitted> admitted, BigInteger limit, long windowNanos) {
    for (int from = 0; from < admitted.size(); from++) {
      var end = admitted.get(from).counted().add(big(windowNanos));
      var sum = BigInteger.ZERO;
      for (var call : admitted.subList(from, admitted.size())) {
        sum = call.counted().compareTo(end) < 0 ? sum.add(big(call.cost())) : sum;
      }
      assertThat(sum).isLessThanOrEqualTo(limit);
    }
  }

  /** At most {@code limit} in each window of which one begins in 1970. */
  static void assertInAlignedWindows(List<Admitted> admitted, BigInteger limit, long windowNanos) {
    var sums = new HashMap<BigInteger, BigInteger>();
    for (var call : admitted) {
      var window = TriedModel.floorDiv(call.counted(), big(windowNanos));
      sums.merge(window, big(call.cost()), BigInteger::add);
    }
    assertThat(sums.values()).allSatisfy(sum -> assertThat(sum).isLessThanOrEqualTo(limit));
  }

  /** At least {@code gapNanos} between two calls. */
  static void assertApart(List<Admitted> admitted, long gapNanos) {
    for (int i = 1; i < admitted.size(); i++) {
      var gap = admitted.get(i).counted().subtract(admitted.get(i - 1).counted());
      assertThat(gap).isGreaterThanOrEqualTo(big(gapNanos));
    }
  }

  private static BigInteger big(long value) {
    return BigInteger.valueOf(value);
  }
}
