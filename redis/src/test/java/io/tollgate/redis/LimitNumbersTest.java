package io.tollgate.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tollgate.Algorithm;
import io.tollgate.Limit;
import io.tollgate.Per;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

final class LimitNumbersTest {

  private static final long MOST = 1L << 51;

  /** Almost a day, of which a limit of 2^51 is a round fraction. */
  private static final Duration ROUND = Duration.ofNanos(1_000L << 36);

  /** The code and the numbers that a script gets. */
  private static double[] numbers(Limit limit) {
    var packed = ByteBuffer.wrap(LimitNumbers.of(limit).packed()).order(ByteOrder.LITTLE_ENDIAN);
    var numbers = new double[5];
    numbers[0] = packed.get();
    for (int i = 1; i < numbers.length; i++) {
      numbers[i] = packed.getDouble();
    }
    assertThat(packed.remaining()).isZero();
    return numbers;
  }

  private static double[] of(double... numbers) {
    return Arrays.copyOf(numbers, 5);
  }

  @Test
  void of_tokenBucket_isTheReducedRatioAndTheBurst() {
    assertThat(numbers(Limit.of(3).per(Per.SECOND))).isEqualTo(of(1, 3, 1_000_000, 3));
    assertThat(numbers(Limit.of(100).per(Per.MINUTE).burst(7))).isEqualTo(of(1, 1, 600_000, 7));
    assertThat(numbers(Limit.of(1).per(Duration.ofNanos(7)))).isEqualTo(of(1, 1_000, 7, 1));
  }

  /** Returns a cost as a script is told it. */
  private static long cost(Limit limit, long cost) {
    var numbers = LimitNumbers.of(limit);
    return (long)
        ByteBuffer.wrap(numbers.packed(cost))
            .order(ByteOrder.LITTLE_ENDIAN)
            .getDouble(numbers.packed().length);
  }

  @Test
  void of_limitOfNothing_isABucketWithoutRoom() {
    for (var algorithm : Algorithm.values()) {
      var nothing =
          algorithm == Algorithm.CONCURRENCY
              ? Limit.concurrent(0)
              : Limit.of(0).per(Per.SECOND).algorithm(algorithm);
      assertThat(cost(nothing, Long.MAX_VALUE)).isEqualTo(1);
    }
  }

  @Test
  void of_leakyBucket_hasRoomForOneMoreThanMayWait() {
    var leaky = Limit.of(3).per(Per.SECOND).algorithm(Algorithm.LEAKY_BUCKET).burst(9);
    assertThat(numbers(leaky)).isEqualTo(of(2, 3, 1_000_000, 10));
  }

  @Test
  void of_windows_areMicroseconds() {
    var fixed = Limit.of(3).per(Per.SECOND).algorithm(Algorithm.FIXED_WINDOW);
    assertThat(numbers(fixed)).isEqualTo(of(3, 3, 1_000_000));
    assertThat(numbers(fixed.burst(9))).isEqualTo(of(3, 9, 3_000_000));
    assertThat(numbers(fixed.algorithm(Algorithm.SLIDING_WINDOW))).isEqualTo(of(4, 3, 1_000_000));
    var log = fixed.algorithm(Algorithm.SLIDING_LOG).minimumGap(Duration.ofMillis(1));
    assertThat(numbers(log)).isEqualTo(of(5, 3, 1_000_000, 1_000, 0));
    assertThat(numbers(log.countingRefused())).isEqualTo(of(5, 3, 1_000_000, 1_000, 1));
    assertThat(numbers(Limit.concurrent(4))).isEqualTo(of(6, 4, 300_000_000));
  }

  @Test
  void of_fastestRate_isExact() {
    var fastest = Limit.of(1_000_000_000_000L).per(Per.SECOND);
    assertThat(numbers(fastest)).isEqualTo(of(1, 1_000_000, 1, 1e12));
  }

  @Test
  void of_dayOfManyTokens_isExact() {
    for (var algorithm : Algorithm.values()) {
      if (algorithm != Algorithm.CONCURRENCY) {
        var day = Limit.of(1_000_000_000_000L).per(Per.DAY).algorithm(algorithm);
        assertThat(cost(day, 1_000_000_000_000L)).isEqualTo(1_000_000_000_000L);
      }
    }
  }

  /** A token is one unit, so that the burst is as large as the units that fit. */
  @Test
  void of_largestBurst_fitsAndOneMoreDoesNot() {
    var perSecond = Limit.of(1_000_000_000).per(Per.SECOND);
    assertThat(numbers(perSecond.burst(1L << 52))[3]).isEqualTo(1L << 52);
    assertThatThrownBy(() -> LimitNumbers.of(perSecond.burst((1L << 52) + 1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("takes too long to refill to be counted exactly in Redis's 53 bits")
        .hasMessageEndingWith("lower the burst to at most 4503599627370496");
  }

  /**
   * 1,000,003 is prime, so the exact ratio has large numbers, and a burst as large does not fit.
   */
  @Test
  void of_ratioThatDoesNotFit_isTheSimplestAtMostAMillionthBelow() {
    var limit = Limit.of(1_000_003).per(Per.DAY);
    var numbers = numbers(limit);
    var rate = new BigDecimal(numbers[1]).divide(new BigDecimal(numbers[2]), MathContext.DECIMAL64);
    var exact =
        new BigDecimal(1_000_003).divide(new BigDecimal(86_400_000_000L), MathContext.DECIMAL64);

    assertThat(numbers[2] * numbers[3]).isLessThanOrEqualTo(1L << 52);
    assertThat(rate).isLessThan(exact);
    assertThat(rate.doubleValue() / exact.doubleValue()).isGreaterThan(1 - 1e-6);
  }

  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"TOKEN_BUCKET", "LEAKY_BUCKET", "CONCURRENCY"})
  void of_largestLimitOfAWindow_fitsAndOneMoreDoesNot(Algorithm algorithm) {
    assertThat(numbers(Limit.of(MOST).per(ROUND).algorithm(algorithm))[1]).isEqualTo(MOST);
    for (long tooMany : new long[] {MOST + 1, (1L << 53) - 1, 1L << 53, (1L << 53) + 1}) {
      assertThatThrownBy(() -> LimitNumbers.of(Limit.of(tooMany).per(ROUND).algorithm(algorithm)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageEndingWith("lower it to at most " + MOST);
    }
  }

  @Test
  void of_windowsThatAreNoMicroseconds_areRoundedUpOrRefused() {
    var fixed = Limit.of(1).per(Duration.ofNanos(1_000_000_001)).algorithm(Algorithm.FIXED_WINDOW);
    assertThat(numbers(fixed)[2]).isEqualTo(1_000_001);
    var tooShort = Limit.of(1).per(Duration.ofNanos(1_001)).algorithm(Algorithm.FIXED_WINDOW);
    assertThatThrownBy(() -> LimitNumbers.of(tooShort))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no whole number of microseconds")
        .hasMessageEndingWith("make it one, or a second at least");
  }

  @Test
  void of_windowThatIsTooLong_isRefused() {
    var long71 = Limit.of(1).per(Duration.ofDays(26_000)).algorithm(Algorithm.FIXED_WINDOW);
    assertThat(numbers(long71)[0]).isEqualTo(3);
    var long73 = Limit.of(1).per(Duration.ofDays(26_600)).algorithm(Algorithm.FIXED_WINDOW);
    assertThatThrownBy(() -> LimitNumbers.of(long73))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageEndingWith("shorten it to at most 71 years");
  }
}
