package io.tollgate;

import static io.tollgate.Per.MINUTE;
import static io.tollgate.Per.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What one of several hosts has of a limit. */
final class SharesTest {

  private static final Shares OF_THREE = Shares.WHOLE.among(3);

  @Test
  void of_tokenBucket_hasTheThirdPartOfRateAndBurst() {
    var share = OF_THREE.of(Limit.of(100).per(MINUTE).burst(200).named("search"));

    assertThat(share).isEqualTo(Limit.of(100).every(3, MINUTE).burst(66).named("search"));
  }

  @Test
  void of_leakyBucket_dividesTheOneThatLeavesAndThoseThatWait() {
    var leaky = Limit.of(100).per(MINUTE).algorithm(Algorithm.LEAKY_BUCKET);

    assertThat(OF_THREE.of(leaky.burst(8)).burst()).isEqualTo(2);
    assertThat(OF_THREE.of(leaky.burst(8)).period()).isEqualTo(Duration.ofMinutes(3));
    assertThat(OF_THREE.of(leaky.burst(0)).burst()).isZero();
  }

  @ParameterizedTest
  @EnumSource(names = {"FIXED_WINDOW", "SLIDING_WINDOW", "SLIDING_LOG"})
  void of_window_hasTheThirdPartInTheSameWindow(Algorithm algorithm) {
    var limit = Limit.of(20).per(MINUTE).burst(40).algorithm(algorithm).named("search");

    assertThat(OF_THREE.of(limit))
        .isEqualTo(Limit.of(13).every(2, MINUTE).algorithm(algorithm).named("search"));
  }

  @Test
  void of_logWithGap_hasThreeTimesTheGapWithinItsWindow() {
    var log = Limit.of(9).per(SECOND).algorithm(Algorithm.SLIDING_LOG).countingRefused();

    var short3 = OF_THREE.of(log.minimumGap(Duration.ofMillis(100)));
    assertThat(short3.minimumGap()).isEqualTo(Duration.ofMillis(300));
    assertThat(short3.countsRefused()).isTrue();
    assertThat(OF_THREE.of(log.minimumGap(Duration.ofMillis(400))).minimumGap())
        .isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void of_callsUnderWay_hasTheThirdPartForTheSameTime() {
    var limit = Limit.concurrent(7).lease(Duration.ofSeconds(30)).named("calls");

    assertThat(OF_THREE.of(limit))
        .isEqualTo(Limit.concurrent(2).lease(Duration.ofSeconds(30)).named("calls"));
  }

  @ParameterizedTest
  @EnumSource
  void of_fewerTokensThanHosts_isOne(Algorithm algorithm) {
    var two =
        algorithm == Algorithm.CONCURRENCY
            ? Limit.concurrent(2)
            : Limit.of(2).per(MINUTE).algorithm(algorithm);

    assertThat(OF_THREE.of(two).maxCost()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource
  void of_zero_staysZero(Algorithm algorithm) {
    var none =
        algorithm == Algorithm.CONCURRENCY
            ? Limit.concurrent(0)
            : Limit.of(0).per(MINUTE).algorithm(algorithm);

    assertThat(OF_THREE.of(none).maxCost()).isZero();
    assertThat(OF_THREE.of(new Claim(none, "alice")).cost()).isEqualTo(1);
  }

  @Test
  void of_limitWithoutName_keepsItsBuckets() {
    var limit = Limit.of(100).per(MINUTE);

    assertThat(OF_THREE.of(limit).sharesBucketsWith(limit)).isTrue();
  }

  @Test
  void of_partThatCannotBeCounted_isTheWhole() {
    var limit = Limit.of(1).per(Duration.ofDays(365 * 50)).named("jubilee");

    assertThat(OF_THREE.of(limit)).isEqualTo(limit);
  }

  @Test
  void of_costAboveThePart_isAllThatThePartHas() {
    var limit = Limit.of(10).per(MINUTE).named("ten");

    assertThat(OF_THREE.of(new Claim(limit, "alice", 2)).cost()).isEqualTo(2);
    assertThat(OF_THREE.of(new Claim(limit, "alice", 10)).cost()).isEqualTo(3);
    assertThat(OF_THREE.of(new Claim(limit, "alice", 11)).cost()).isEqualTo(11);
  }

  @Test
  void ofTaken_anyNumber_isRoundedUp() {
    assertThat(OF_THREE.ofTaken(0)).isZero();
    assertThat(OF_THREE.ofTaken(1)).isEqualTo(1);
    assertThat(OF_THREE.ofTaken(6)).isEqualTo(2);
    assertThat(OF_THREE.ofTaken(Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE / 3 + 1);
  }

  @Test
  void among_oneOrNonsense_isTheWhole() {
    var limit = Limit.of(10).per(MINUTE).named("ten");
    var claim = new Claim(limit, "alice", 10);

    for (var shares : new Shares[] {OF_THREE.among(1), OF_THREE.among(0), OF_THREE.among(-7)}) {
      assertThat(shares.of(limit)).isSameAs(limit);
      assertThat(shares.of(claim)).isSameAs(claim);
      assertThat(shares.ofTaken(7)).isEqualTo(7);
    }
  }
}
