package io.tollgate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class QuestionTest {

  @Test
  void with_eachPart_changesThatPartAlone() {
    var question =
        Question.of("get", "/search")
            .withEndpoint("Search.find")
            .withUser("alice")
            .withAddress("5.5.5.5")
            .withPlan("gold")
            .withCountry("de")
            .withHeader("X-App", "web")
            .withHeader("x-app", "ios")
            .withHeader("X-Other", "1");

    assertThat(question)
        .isEqualTo(
            new Question(
                "GET",
                "/search",
                Optional.of("Search.find"),
                Optional.of("alice"),
                Optional.of("5.5.5.5"),
                Optional.of("gold"),
                Optional.of("DE"),
                Map.of("x-app", "ios", "x-other", "1")));
  }
}
