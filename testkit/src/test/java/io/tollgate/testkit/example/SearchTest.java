package io.tollgate.testkit.example;

import static io.tollgate.testkit.example.Search.SEARCH;
import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.Limiter;
import io.tollgate.testkit.Callers;
import io.tollgate.testkit.ManualTicker;
import io.tollgate.testkit.TollgateExtension;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(TollgateExtension.class)
class SearchTest {

  @Test
  void find_sixthInAMinute_isRefused(Limiter limiter, ManualTicker time) {
    var search = new Search(limiter);
    for (int i = 0; i < 5; i++) {
      assertThat(search.find("alice")).isEqualTo("found");
    }
    assertThat(search.find("alice")).isEqualTo("too many searches");

    time.advance(Duration.ofSeconds(12));
    assertThat(search.find("alice")).isEqualTo("found");
  }

  @Test
  void limit_ofSearch_isFiveAndOneMoreEachTwelveSeconds(Callers callers) {
    callers
        .assertThatCaller("alice")
        .of(SEARCH)
        .allows(5)
        .thenRefuses()
        .allowsAgainAfter(Duration.ofSeconds(12));
  }
}
