package io.tollgate.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.Condition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ValuesTest {

  @ParameterizedTest
  @CsvSource({
    "acme, acme, true",
    "acme, acme2, false",
    "acme*, acme, true",
    "acme*, acme-east, true",
    "acme*, the acme, false",
    "*acme, the acme, true",
    "*, anybody, true",
    "a*a, aa, true",
    "a*a, a, false",
    "a*b*c, abc, true",
    "a*b*c, a-b-c, true",
    "a*b*c, acb, false",
    "a*bc*c, abc, false",
    "**, x, true",
  })
  void fit_aStar_standsForAnyText(String value, String text, boolean fits) {
    assertThat(Values.withWildcards(Condition.in(value)).fit(text)).isEqualTo(fits);
    assertThat(Values.withWildcards(Condition.notIn(value)).fit(text)).isEqualTo(!fits);
  }

  @Test
  void fit_whatIsUnknown_isNoneOfTheValues() {
    assertThat(Values.withWildcards(Condition.in("*")).fit(null)).isFalse();
    assertThat(Values.withWildcards(Condition.notIn("*")).fit(null)).isTrue();
    assertThat(Values.exactly(Condition.NONE).fit(null)).isTrue();
  }

  @Test
  void fit_exactly_takesAStarForAStar() {
    assertThat(Values.exactly(Condition.in("a*")).fit("ab")).isFalse();
    assertThat(Values.exactly(Condition.in("a*")).fit("a*")).isTrue();
  }
}
