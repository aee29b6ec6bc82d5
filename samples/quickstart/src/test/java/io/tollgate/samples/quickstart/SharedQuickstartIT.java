package io.tollgate.samples.quickstart;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Three processes over one real Redis, called through the front and directly. */
final class SharedQuickstartIT {

  private SharedQuickstart shared;
  private Caller alice;

  @BeforeEach
  void start() throws IOException, InterruptedException {
    shared = SharedQuickstart.start("localhost", 0, System.out);
    alice = Caller.user(shared.uri(), "alice");
    // The first call of each is slow.
    alice.getAtOnce("search/health", 3);
  }

  @AfterEach
  void stop() {
    shared.close();
  }

  @Test
  void greeting_moreThanTheBurst_isRefusedByAllHostsTogether() {
    long begin = System.nanoTime();
    List<HttpResponse<String>> answers = alice.getAtOnce("greeting", 24);
    long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin) + 1;

    assertThat(answers)
        .extracting(HttpResponse::statusCode)
        .allMatch(status -> status == 200 || status == 429);
    assertThat(answers.stream().filter(answer -> answer.statusCode() == 200).count())
        .as("in " + seconds + " s at most")
        .isBetween(8L, 8 + seconds);
    assertThat(
            answers.stream()
                .map(answer -> answer.headers().firstValue("X-Host").orElse(""))
                .collect(toSet()))
        .containsExactlyInAnyOrder("1", "2", "3");
  }

  @Test
  void balance_afterACallToAnotherHost_isLess() throws IOException, InterruptedException {
    Caller atFirst = Caller.user(shared.hosts().get(0), "bob");
    Caller atLast = Caller.user(shared.hosts().get(2), "bob");
    assertThat(atLast.left("balance")).isEqualTo(8);

    atFirst.get("report");

    assertThat(atLast.left("balance")).isLessThan(8);
  }
}
