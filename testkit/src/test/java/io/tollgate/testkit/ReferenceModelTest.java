package io.tollgate.testkit;

import static io.tollgate.Per.MINUTE;
import static io.tollgate.Per.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tollgate.Algorithm;
import io.tollgate.Limit;
import io.tollgate.testkit.ReferenceModel.Answer;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** The models against what the documentation says in words. */
final class ReferenceModelTest {

  private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

  /** Calls a model and writes down A for admitted, R for refused, N for never fits. */
  private static final class Caller {

    private final ReferenceModel model;
    private BigInteger nanos = BigInteger.valueOf(NOON.getEpochSecond() * 1_000_000_000);

    Caller(Limit limit) {
      this.model = ReferenceModel.of(limit);
    }

    String calls(int count, long cost) {
      var row = new StringBuilder();
      for (int i = 0; i < count; i++) {
        var answer = model.decide(nanos, cost);
        row.append(answer.allowed() ? 'A' : answer.neverFits() ? 'N' : 'R');
      }
      return row.toString();
    }

    String calls(int count) {
      return calls(count, /* cost= */ 1);
    }

    Answer peek(long cost) {
      return model.peek(nanos, cost);
    }

    Caller advance(Duration duration) {
      nanos = nanos.add(BigInteger.valueOf(duration.toNanos()));
      return this;
    }
  }

  private static BigInteger nanos(Duration duration) {
    return BigInteger.valueOf(duration.toNanos());
  }

  @Test
  void tokenBucket_usedUp_refillsEvenly() {
    var caller = new Caller(Limit.of(3).per(SECOND).burst(4));

    assertThat(caller.calls(6)).isEqualTo("AAAARR");
    assertThat(caller.calls(1, /* cost= */ 5)).isEqualTo("N");
    assertThat(caller.calls(1, /* cost= */ 0)).isEqualTo("A");
    assertThat(caller.peek(1).waitNanos()).isEqualTo(333_333_334);
    assertThat(caller.peek(1).resetNanos()).isEqualTo(1_333_333_334);
    assertThat(caller.advance(Duration.ofSeconds(1)).calls(4)).isEqualTo("AAAR");
    assertThat(caller.advance(Duration.ofDays(1)).peek(4))
        .isEqualTo(new Answer(true, false, 4, BigInteger.ZERO, BigInteger.ZERO, BigInteger.ZERO));
  }

  @Test
  void leakyBucket_burst_mayWaitBehindTheCallThatLeaves() {
    var caller = new Caller(Limit.of(5).per(SECOND).algorithm(Algorithm.LEAKY_BUCKET).burst(3));

    assertThat(caller.peek(4).delayNanos()).isZero();
    assertThat(caller.calls(1, /* cost= */ 5)).isEqualTo("N");
    assertThat(caller.calls(3)).isEqualTo("AAA");
    assertThat(caller.peek(1).delayNanos()).isEqualTo(nanos(Duration.ofMillis(600)));
    assertThat(caller.calls(2)).isEqualTo("AR");
    assertThat(caller.peek(1).waitNanos()).isEqualTo(nanos(Duration.ofMillis(200)));
    assertThat(caller.peek(1).delayNanos()).isZero();
    assertThat(caller.advance(Duration.ofMillis(100)).peek(1).remaining()).isZero();
    assertThat(caller.advance(Duration.ofMillis(100)).peek(1).remaining()).isEqualTo(1);
  }

  @Test
  void fixedWindow_burst_makesTheWindowLonger() {
    var caller = new Caller(Limit.of(20).per(MINUTE).algorithm(Algorithm.FIXED_WINDOW).burst(40));

    assertThat(caller.advance(Duration.ofSeconds(119)).calls(2, /* cost= */ 40)).isEqualTo("AR");
    assertThat(caller.peek(1).waitNanos()).isEqualTo(nanos(Duration.ofSeconds(1)));
    assertThat(caller.advance(Duration.ofSeconds(1)).calls(2, /* cost= */ 40)).isEqualTo("AR");
    assertThat(caller.peek(1).waitNanos()).isEqualTo(nanos(Duration.ofMinutes(2)));
  }

  @Test
  void slidingWindow_nextWindow_weighsThePreviousByItsOverlap() {
    var caller = new Caller(Limit.of(4).per(MINUTE).algorithm(Algorithm.SLIDING_WINDOW));

    assertThat(caller.calls(5)).isEqualTo("AAAAR");
    assertThat(caller.peek(1).waitNanos()).isEqualTo(nanos(Duration.ofSeconds(75)));
    assertThat(caller.advance(Duration.ofSeconds(90)).peek(1).remaining()).isEqualTo(2);
    assertThat(caller.calls(3)).isEqualTo("AAR");
    assertThat(caller.peek(1).resetNanos()).isEqualTo(nanos(Duration.ofSeconds(90)));
  }

  @Test
  void slidingLog_anyWindow_hasTheLimitAtMost() {
    var caller = new Caller(Limit.of(2).per(MINUTE).algorithm(Algorithm.SLIDING_LOG));

    assertThat(caller.calls(1)).isEqualTo("A");
    assertThat(caller.advance(Duration.ofSeconds(50)).calls(2)).isEqualTo("AR");
    assertThat(caller.advance(Duration.ofSeconds(10)).calls(2)).isEqualTo("AR");
    assertThat(caller.peek(1).waitNanos()).isEqualTo(nanos(Duration.ofSeconds(50)));
    assertThat(caller.peek(1).resetNanos()).isEqualTo(nanos(Duration.ofSeconds(60)));
  }

  @Test
  void slidingLog_gap_keepsCallsApart() {
    var caller =
        new Caller(
            Limit.of(9)
                .per(MINUTE)
                .algorithm(Algorithm.SLIDING_LOG)
                .minimumGap(Duration.ofSeconds(2)));

    assertThat(caller.calls(2)).isEqualTo("AR");
    assertThat(caller.advance(Duration.ofSeconds(1)).calls(1)).isEqualTo("R");
    assertThat(caller.advance(Duration.ofSeconds(1)).calls(2)).isEqualTo("AR");
  }

  @Test
  void slidingLog_countingRefused_keepsOutWhoHammers() {
    var caller =
        new Caller(Limit.of(1).per(SECOND).algorithm(Algorithm.SLIDING_LOG).countingRefused());

    assertThat(caller.calls(1)).isEqualTo("A");
    for (int i = 0; i < 5; i++) {
      assertThat(caller.advance(Duration.ofMillis(900)).calls(1)).isEqualTo("R");
    }
    assertThat(caller.calls(1, /* cost= */ 2)).isEqualTo("N");
    assertThat(caller.advance(Duration.ofSeconds(1)).calls(1)).isEqualTo("A");
  }

  @Test
  void concurrency_leases_endByThemselvesOrWhenReleased() {
    var caller = new Caller(Limit.concurrent(2).lease(Duration.ofSeconds(10)));

    assertThat(caller.calls(1, /* cost= */ 0)).isEqualTo("A");
    assertThat(caller.calls(3)).isEqualTo("AAR");
    caller.model.release(1);
    caller.model.release(1);
    assertThat(caller.advance(Duration.ofSeconds(1)).calls(2)).isEqualTo("AR");
    assertThat(caller.peek(1).waitNanos()).isEqualTo(nanos(Duration.ofSeconds(9)));
    assertThat(caller.advance(Duration.ofSeconds(9)).calls(2)).isEqualTo("AR");
  }

  @Test
  void limitOfZero_anyAlgorithm_neverFits() {
    for (var algorithm : Algorithm.values()) {
      var limit =
          algorithm == Algorithm.CONCURRENCY
              ? Limit.concurrent(0)
              : Limit.of(0).per(MINUTE).algorithm(algorithm);

      assertThat(new Caller(limit).calls(1)).isEqualTo("N");
      assertThat(new Caller(limit).calls(1, /* cost= */ 0)).isEqualTo("A");
    }
  }

  @Test
  void decide_timeGoesBack_isAMistakeOfTheTest() {
    var caller = new Caller(Limit.of(1).per(SECOND));
    caller.calls(1);

    assertThatThrownBy(() -> caller.advance(Duration.ofNanos(-1)).calls(1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("time went back");
  }

  @Test
  void release_noLease_isAMistakeOfTheTest() {
    assertThatThrownBy(() -> new Caller(Limit.of(1).per(SECOND)).model.release(0))
        .isInstanceOf(UnsupportedOperationException.class);
  }
}
