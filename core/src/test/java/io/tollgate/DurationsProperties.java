package io.tollgate;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Locale;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;

class DurationsProperties {

  @Property
  void format_anyDuration_isReadAgain(@ForAll("durations") Duration duration) {
    assertThat(Durations.parse(Durations.format(duration))).contains(duration);
  }

  @Property
  void parse_anyAmountOfAnyUnit_isThatMuch(
      @ForAll @LongRange(min = 0, max = 100_000_000) long amount, @ForAll("units") String unit) {
    var expected = Durations.unit(unit).orElseThrow().multipliedBy(amount);

    assertThat(Durations.parse(amount + unit)).contains(expected);
    assertThat(Durations.parse(" " + amount + " " + unit.toUpperCase(Locale.ROOT)))
        .contains(expected);
    assertThat(Durations.parse(expected.toString())).contains(expected);
  }

  @Property
  void parse_anyText_neverThrows(@ForAll("almostDurations") String text) {
    Durations.parse(text).ifPresent(d -> assertThat(Durations.parse(d.toString())).contains(d));
  }

  @Provide
  Arbitrary<Duration> durations() {
    var seconds =
        Arbitraries.oneOf(
            Arbitraries.longs(),
            Arbitraries.longs().between(-10, 1_000_000),
            Arbitraries.longs().between(0, 10_000).map(days -> days * 86_400));
    var nanos =
        Arbitraries.oneOf(
            Arbitraries.just(0L),
            Arbitraries.longs().between(0, 999_999_999),
            Arbitraries.longs().between(0, 999).map(millis -> millis * 1_000_000));
    return Combinators.combine(seconds, nanos).as(Duration::ofSeconds);
  }

  @Provide
  Arbitrary<String> units() {
    return Arbitraries.of(Durations.unitNames());
  }

  @Provide
  Arbitrary<String> almostDurations() {
    return Arbitraries.strings().withChars("0123456789 pPtTsSmMhHdDnu.-+").ofMaxLength(25);
  }
}
