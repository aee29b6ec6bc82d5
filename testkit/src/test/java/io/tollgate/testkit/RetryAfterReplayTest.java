package io.tollgate.testkit;

import static io.tollgate.Algorithm.CONCURRENCY;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.Algorithm;
import io.tollgate.Decision;
import io.tollgate.Limit;
import io.tollgate.LocalBackend;
import io.tollgate.http.Answers;
import io.tollgate.http.Dialect;
import io.tollgate.testkit.Trace.Call;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code Retry-After} is honest: a day of refused calls, each tried again when it says. */
final class RetryAfterReplayTest {

  private static final long SECOND_NANOS = 1_000_000_000;

  private final Answers answers = new Answers(Dialect.DRAFT, () -> Instant.EPOCH);
  private long refusals;
  private final List<String> wrong = new ArrayList<>();

  @ParameterizedTest
  @CsvSource({"10, 10", "5, 7", "2, 10", "3, 60"})
  void retryAfter_everyRefusalOfTheWebLog_isWhenTheCallIsAdmittedAndNotASecondMore(
      long tokens, long seconds) {
    var byKey = Trace.nasa().calls().stream().collect(groupingBy(Call::key));
    for (var algorithm : Algorithm.values()) {
      if (algorithm != CONCURRENCY) {
        var limit = Limit.of(tokens).per(Duration.ofSeconds(seconds)).algorithm(algorithm);
        refusals = 0;
        byKey.values().forEach(calls -> retryEach(calls, limit));

        assertThat(wrong).isEmpty();
        assertThat(refusals).as("refusals by %s", algorithm).isPositive();
      }
    }
  }

  /** Tries every refused call again as if nobody had called between. */
  private void retryEach(List<Call> calls, Limit limit) {
    var admitted = new ArrayList<Call>();
    var host = new Host(limit);
    for (var call : calls) {
      var decision = host.decide(call.nanos(), call);
      if (decision.allowed()) {
        admitted.add(call);
      } else {
        retry(call, decision, admitted, limit);
      }
    }
  }

  private void retry(Call call, Decision refusal, List<Call> admitted, Limit limit) {
    refusals++;
    var other = new Host(limit);
    admitted.forEach(earlier -> other.decide(earlier.nanos(), earlier));
    long wait = Long.parseLong(retryAfter(refusal)) * SECOND_NANOS;
    boolean early = other.decide(call.nanos() + wait - SECOND_NANOS, call).allowed();
    boolean inTime = other.decide(call.nanos() + wait, call).allowed();
    if (early || !inTime) {
      wrong.add(call + (early ? " was admitted a second earlier, " : " was refused, ") + refusal);
    }
  }

  private String retryAfter(Decision refusal) {
    var fields = new HashMap<String, String>();
    answers.writeRefusalFields(refusal, fields::put);
    return fields.getOrDefault("Retry-After", "none");
  }

  /** A process of its own with virtual time. */
  private static final class Host {

    private final Limit limit;
    private final AtomicLong time = new AtomicLong();
    private final LocalBackend backend =
        new LocalBackend(/* maxKeys= */ 10, time::get, () -> Instant.ofEpochSecond(0, time.get()));

    Host(Limit limit) {
      this.limit = limit;
    }

    Decision decide(long nanos, Call call) {
      time.set(nanos);
      return backend.decide(limit, call.key(), call.cost());
    }
  }
}
