package io.tollgate.http;

import static io.tollgate.Per.MINUTE;
import static io.tollgate.Per.SECOND;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.EnumSource.Mode.EXCLUDE;

import io.tollgate.Algorithm;
import io.tollgate.Backend;
import io.tollgate.Claim;
import io.tollgate.Decision;
import io.tollgate.FailureMode;
import io.tollgate.Lease;
import io.tollgate.Limit;
import io.tollgate.Limiter;
import io.tollgate.LocalBackend;
import io.tollgate.Settlement;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class AnswersTest {

  private final AtomicLong nanos = new AtomicLong();
  private final LocalBackend backend =
      new LocalBackend(/* maxKeys= */ 100, nanos::get, () -> Instant.ofEpochSecond(0, nanos.get()));
  private final Answers answers = answers(Dialect.DRAFT);
  private final Limit search = Limit.of(100).per(MINUTE).named("search");

  private Answers answers(Dialect dialect) {
    return new Answers(dialect, () -> Instant.ofEpochSecond(1_000_000, nanos.get()));
  }

  private Decision decide(Limit limit, long cost) {
    return backend.decide(limit, "key", cost);
  }

  private static Map<String, String> fields(Answers answers, Decision decision) {
    var fields = new LinkedHashMap<String, String>();
    answers.writeFields(decision, fields::put);
    return fields;
  }

  private Map<String, String> refusalFields(Decision refusal) {
    var fields = new LinkedHashMap<String, String>();
    answers.writeRefusalFields(refusal, fields::put);
    return fields;
  }

  private String problem(Decision refusal) {
    return new String(answers.problem(refusal), US_ASCII);
  }

  @Test
  void writeFields_draft_isPolicyAndState() {
    assertThat(fields(answers, decide(search, 58)))
        .containsExactly(
            Map.entry("RateLimit-Policy", "\"search\";q=100;w=60"),
            Map.entry("RateLimit", "\"search\";r=42;t=26"));
  }

  @ParameterizedTest
  @CsvSource({
    "TRIPLE, RateLimit-, 26",
    "XDELTA, X-RateLimit-, 26",
    "XEPOCH, X-RateLimit-, 1000026"
  })
  void writeFields_otherDialect_isThreeFields(Dialect dialect, String prefix, String reset) {
    assertThat(fields(answers(dialect), decide(search, 58)))
        .containsExactly(
            Map.entry(prefix + "Limit", "100"),
            Map.entry(prefix + "Remaining", "42"),
            Map.entry(prefix + "Reset", reset));
  }

  @ParameterizedTest
  @CsvSource({"TRIPLE, RateLimit-", "XDELTA, X-RateLimit-", "XEPOCH, X-RateLimit-"})
  void writeFields_otherDialectOfHugeLimit_hasFifteenDigits(Dialect dialect, String prefix) {
    var huge = Limit.of(5_000_000_000_000_000L).per(Duration.ofDays(1));

    assertThat(fields(answers(dialect), decide(huge, 1)))
        .containsEntry(prefix + "Limit", "999999999999999")
        .containsEntry(prefix + "Remaining", "999999999999999");
  }

  @Test
  void writeFields_otherDialectWithBurst_isTheQuotaAndWhatIsLeftOfTheBurst() {
    var bursting = Limit.of(20).per(Duration.ofMinutes(1)).burst(40);

    assertThat(fields(answers(Dialect.TRIPLE), decide(bursting, 1)))
        .containsEntry("RateLimit-Limit", "20")
        .containsEntry("RateLimit-Remaining", "39");
  }

  @Test
  void writeFields_epochInsideASecond_isRoundedUp() {
    nanos.set(900_000_000);
    var decision = decide(Limit.of(1).per(SECOND), 1);

    // There is a token at 1000001.9; who comes at 1000001 is too early.
    assertThat(fields(answers(Dialect.XEPOCH), decision))
        .containsEntry("X-RateLimit-Reset", "1000002");
  }

  @Test
  void writeFields_none_isNothing() {
    assertThat(fields(answers(Dialect.NONE), decide(search, 1))).isEmpty();
  }

  @Test
  void writeFields_nothingLeft_isTheTimeToTheNextToken() {
    decide(search, 100);

    assertThat(fields(answers, decide(search, 0))).containsEntry("RateLimit", "\"search\";r=0;t=1");
    assertThat(fields(answers, decide(search, 10)))
        .containsEntry("RateLimit", "\"search\";r=0;t=1");
  }

  @Test
  void writeFields_refusedWithSomeLeft_namesNoLongerTimeThanRetryAfter() {
    decide(search, 50);
    var refusal = decide(search, 51);

    assertThat(fields(answers, refusal)).containsEntry("RateLimit", "\"search\";r=50;t=1");
    assertThat(refusalFields(refusal)).containsEntry("Retry-After", "1");
  }

  @Test
  void writeFields_severalClaims_speaksForTheNearest() {
    var other = Limit.of(5).per(SECOND).named("other");
    var decision = backend.decide(List.of(new Claim(search, "key"), new Claim(other, "key")));

    assertThat(fields(answers, decision))
        .containsEntry("RateLimit-Policy", "\"other\";q=5;w=1")
        .containsEntry("RateLimit", "\"other\";r=4;t=1");
  }

  @Test
  void writeFields_limitOfZero_isQuotaZeroWithoutTime() {
    var refusal = decide(Limit.of(0).per(SECOND).named("closed"), 1);

    assertThat(fields(answers, refusal))
        .containsExactly(
            Map.entry("RateLimit-Policy", "\"closed\";q=0;w=1"),
            Map.entry("RateLimit", "\"closed\";r=0"));
    assertThat(fields(answers(Dialect.XEPOCH), refusal))
        .containsExactly(
            Map.entry("X-RateLimit-Limit", "0"), Map.entry("X-RateLimit-Remaining", "0"));
    assertThat(answers.status(refusal)).isEqualTo(429);
    assertThat(refusalFields(refusal)).containsExactly(Map.entry("Cache-Control", "no-store"));
    assertThat(problem(refusal)).contains("This limit is 0: it admits no call");
  }

  @Test
  void writeFields_windowOfPartsOfASecond_isNotStated() {
    var decision = decide(Limit.of(2).per(Duration.ofMillis(1500)).named("odd"), 1);

    assertThat(fields(answers, decision))
        .containsEntry("RateLimit-Policy", "\"odd\";q=2")
        .containsEntry("RateLimit", "\"odd\";r=1;t=1");
  }

  @Test
  void writeFields_burst_isAParameterOfOurOwn() {
    var decision = decide(search.burst(200), 1);

    assertThat(fields(answers, decision))
        .containsEntry("RateLimit-Policy", "\"search\";q=100;w=60;tollgate-burst=200")
        .containsEntry("RateLimit", "\"search\";r=199;t=120");
  }

  @Test
  void writeFields_callsUnderWay_havePlacesAndNoTimes() {
    var uploads = Limit.concurrent(2).named("uploads");
    var first = decide(uploads, 1);
    decide(uploads, 1);
    var refusal = decide(uploads, 1);

    assertThat(fields(answers, first))
        .containsExactly(
            Map.entry("RateLimit-Policy", "\"uploads\";q=2;qu=\"concurrent-requests\""),
            Map.entry("RateLimit", "\"uploads\";r=1"));
    assertThat(fields(answers, refusal)).containsEntry("RateLimit", "\"uploads\";r=0");
    // Who waits until the leases end by themselves gets in whatever becomes of the calls.
    assertThat(refusalFields(refusal)).containsEntry("Retry-After", "300");
    assertThat(problem(refusal)).contains("it fits when one of them ends, in 300 s at the latest.");
  }

  @Test
  void writeFields_manyLimits_areEachTold() {
    for (int i = 0; i < 25_000; i++) {
      var limit = Limit.of(5).per(SECOND).named("n" + i);
      assertThat(fields(answers, Decision.allowed(new Claim(limit, "key"), 4, 0)))
          .containsEntry("RateLimit-Policy", "\"n" + i + "\";q=5;w=1");
    }
  }

  @Test
  void writeFields_limitsOfOneNameInTurn_areEachTold() {
    var free = Limit.of(5).per(SECOND).named("search");
    var gold = Limit.of(50).per(SECOND).named("search");
    for (int i = 0; i < 3; i++) {
      assertThat(fields(answers, Decision.allowed(new Claim(free, "key"), 4, 0)))
          .containsEntry("RateLimit-Policy", "\"search\";q=5;w=1");
      assertThat(fields(answers, Decision.allowed(new Claim(gold, "key"), 4, 0)))
          .containsEntry("RateLimit-Policy", "\"search\";q=50;w=1");
    }
  }

  @Test
  void refusal_forNow_isA429WithRetryAfterAndProblem() {
    decide(search, 100);
    var refusal = decide(search, 3);

    assertThat(answers.status(refusal)).isEqualTo(429);
    assertThat(refusalFields(refusal))
        .containsExactly(Map.entry("Cache-Control", "no-store"), Map.entry("Retry-After", "2"));
    assertThat(problem(refusal))
        .isEqualTo(
            "{\"type\":\"https://iana.org/assignments/http-problem-types#quota-exceeded\","
                + "\"title\":\"Too Many Requests\",\"status\":429,"
                + "\"detail\":\"This call costs 3 tokens and 0 are left; it fits in 2 s.\","
                + "\"violated-policies\":[\"search\"]}");
  }

  @Test
  void refusal_tenMillisecondsToWait_isOneSecond() {
    var limit = Limit.of(100).per(SECOND);
    decide(limit, 100);

    assertThat(refusalFields(decide(limit, 1))).containsEntry("Retry-After", "1");
  }

  @Test
  void refusal_thatNeverFits_hasNoRetryAfterAndSaysSo() {
    var refusal = decide(search, 101);

    assertThat(answers.status(refusal)).isEqualTo(429);
    assertThat(refusalFields(refusal)).containsExactly(Map.entry("Cache-Control", "no-store"));
    assertThat(problem(refusal))
        .contains("This call costs 101 tokens and this limit never has more than 100")
        .contains("it can never fit.");
  }

  @Test
  void refusal_severalLimits_namesThoseThatRefuse() {
    var tight = Limit.of(1).per(SECOND).named("tight");
    var wide = Limit.of(9).per(SECOND).named("wide");
    var closed = Limit.of(0).per(SECOND).named("closed");
    var claims =
        List.of(new Claim(wide, "key"), new Claim(tight, "key", 2), new Claim(closed, "key"));

    assertThat(problem(backend.decide(claims)))
        .contains("\"violated-policies\":[\"tight\",\"closed\"]");
  }

  @Test
  void refusal_nobodyCouldDecide_isA503WithoutFields() {
    Decision refusal;
    try (var limiter =
        Limiter.builder().backend(new BrokenBackend()).onFailure(FailureMode.DENY).build()) {
      refusal = limiter.decide(search, "key");
    }

    assertThat(answers.status(refusal)).isEqualTo(503);
    assertThat(fields(answers, refusal)).isEmpty();
    assertThat(refusalFields(refusal)).containsExactly(Map.entry("Cache-Control", "no-store"));
    assertThat(problem(refusal))
        .contains("#temporary-reduced-capacity")
        .contains("\"status\":503")
        .contains("\"violated-policies\":[\"search\"]");
  }

  @ParameterizedTest
  @EnumSource(mode = EXCLUDE, names = "CONCURRENCY")
  void writeFields_everyAlgorithm_tellsWhatIsLeft(Algorithm algorithm) {
    // A leaky bucket lets the first call out at once, so that one more may wait.
    var state = algorithm == Algorithm.LEAKY_BUCKET ? "r=61;t=37" : "r=60;t=36";

    assertThat(fields(answers, decide(search.algorithm(algorithm), 40)))
        .containsEntry("RateLimit", "\"search\";" + state);
  }

  /** A backend that cannot decide. */
  private static final class BrokenBackend implements Backend {

    @Override
    public CompletionStage<Decision> decideAsync(List<Claim> claims) {
      return CompletableFuture.failedFuture(new IllegalStateException("broken"));
    }

    @Override
    public CompletionStage<Void> settleAsync(List<Settlement> settlements) {
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<Void> releaseAsync(List<Lease> leases) {
      return CompletableFuture.completedFuture(null);
    }
  }
}
