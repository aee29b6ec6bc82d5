package io.tollgate.rules.retriever;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class AskedQuestionTest {

  @Test
  void read_ofAllFields_isTheQuestion() {
    var asked =
        AskedQuestion.read(
            "id-7?method=POST&path=%2Fitems%2F1&user=a+%26+b&country=de&header.X-App=i%3Dos");

    assertThat(asked.id()).isEqualTo("id-7");
    assertThat(asked.question().method()).isEqualTo("POST");
    assertThat(asked.question().path()).isEqualTo("/items/1");
    assertThat(asked.question().user()).contains("a & b");
    assertThat(asked.question().country()).contains("DE");
    assertThat(asked.question().plan()).isEmpty();
    assertThat(asked.question().headers()).containsEntry("x-app", "i=os");
  }

  @Test
  void read_ofSomethingElse_isAnError() {
    assertThatThrownBy(() -> AskedQuestion.read("nonsense"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> AskedQuestion.read("id?path=%zz"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
