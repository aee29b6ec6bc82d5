package io.tollgate.bench.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;

class StopwatchTest {

  private final Stopwatch watch =
      new Stopwatch((request, response, chain) -> chain.doFilter(request, response));

  @Test
  void median_ofThreeCalls_isTheMiddleOneToEightNanoseconds() {
    watch.count(800);
    watch.count(80);
    watch.count(1_000_000_000);

    assertThat(watch.takeMedianNanos()).isBetween(800L, 808L);
  }

  @Test
  void median_afterItWasTaken_isOfLaterCallsOnly() {
    watch.count(800);
    watch.takeMedianNanos();
    watch.count(80);

    assertThat(watch.takeMedianNanos()).isBetween(80L, 88L);
  }

  @Test
  void median_ofNoCalls_isNone() {
    assertThatIllegalStateException().isThrownBy(watch::takeMedianNanos);
  }
}
