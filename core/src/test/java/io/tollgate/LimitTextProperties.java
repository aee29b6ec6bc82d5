package io.tollgate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.math.BigInteger;
import java.time.Duration;
import java.util.Locale;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.NumericChars;
import net.jqwik.api.constraints.StringLength;

class LimitTextProperties {

  private static final String NAME = "name";

  @Property
  void parse_whatALimitPrints_isThatLimit(
      @ForAll @LongRange(min = 1, max = 1_000_000) long tokens,
      @ForAll("periods") Duration period,
      @ForAll @LongRange(min = 1, max = 20) long bursts,
      @ForAll Algorithm algorithm,
      @ForAll boolean countingRefused,
      @ForAll @LongRange(min = 0, max = 1_000) long gapNanos) {
    Limit limit;
    if (algorithm == Algorithm.CONCURRENCY) {
      limit = Limit.concurrent(tokens).lease(period);
    } else {
      limit = Limit.of(tokens).per(period).algorithm(algorithm).burst(tokens * bursts);
    }
    if (algorithm == Algorithm.SLIDING_LOG) {
      limit = limit.minimumGap(Duration.ofNanos(gapNanos));
      limit = countingRefused ? limit.countingRefused() : limit;
    }

    assertThat(LimitText.parse(limit.toString()).named(NAME)).isEqualTo(limit.named(NAME));
  }

  @Property
  void parse_anySpacingAndCase_isTheSame(
      @ForAll @LongRange(min = 1, max = 1_000) long tokens,
      @ForAll("units") String unit,
      @ForAll("spaces") String space,
      @ForAll boolean upperCase) {
    String text = space + tokens + space + "/" + space + unit + " burst " + space + tokens + space;
    String cased = upperCase ? text.toUpperCase(Locale.ROOT) : text;

    assertThat(LimitText.parse(cased).named(NAME))
        .isEqualTo(
            Limit.of(tokens).per(Durations.unit(unit).orElseThrow()).burst(tokens).named(NAME));
  }

  @Property
  void parse_almostALimit_isALimitOrAMessage(@ForAll("almostLimits") String text) {
    try {
      assertThat(LimitText.parse(text).named(NAME).name()).isEqualTo(NAME);
    } catch (IllegalArgumentException e) {
      assertThat(e).hasMessageMatching("[^\\r\\n]+");
    }
  }

  @Property
  void parse_anyNumber_isReadExactlyOrRefused(
      @ForAll @NumericChars @StringLength(min = 1, max = 25) String digits) {
    var number = new BigInteger(digits);
    Assume.that(number.bitLength() > 63);

    assertThat(catchThrowable(() -> LimitText.parse(digits + "/s")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is too large");
  }

  @Provide
  Arbitrary<Duration> periods() {
    return Arbitraries.oneOf(
        Arbitraries.longs().between(1_000, 1_000_000).map(Duration::ofNanos),
        Arbitraries.longs().between(1, 100_000).map(Duration::ofMillis),
        Arbitraries.longs().between(1, 100_000).map(Duration::ofSeconds));
  }

  @Provide
  Arbitrary<String> units() {
    return Arbitraries.of("s", "sec", "second", "m", "min", "minutes", "h", "hour", "d", "day");
  }

  @Provide
  Arbitrary<String> spaces() {
    return Arbitraries.of("", " ", "  ", "\t");
  }

  @Provide
  Arbitrary<String> almostLimits() {
    return Arbitraries.of(
            "1",
            "0",
            "100",
            "9223372036854775807",
            "/",
            "per",
            "s",
            "min",
            "day",
            "burst",
            "gap",
            "counting",
            "refused",
            "for",
            "most",
            "at",
            "a",
            "time",
            "sliding_log",
            "fixed_window",
            "concurrency",
            "leaky_bucket",
            "brust",
            "-",
            ".",
            "\n")
        .list()
        .ofMaxSize(9)
        .map(words -> String.join(" ", words));
  }
}
