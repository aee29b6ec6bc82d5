package io.tollgate.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.Algorithm;
import io.tollgate.ConcurrencyLimited;
import io.tollgate.CostFunction;
import io.tollgate.Decision.Outcome;
import io.tollgate.Key;
import io.tollgate.Limit;
import io.tollgate.Limiter;
import io.tollgate.LocalBackend;
import io.tollgate.OnLimit;
import io.tollgate.Per;
import io.tollgate.Phase;
import io.tollgate.RateLimited;
import io.tollgate.RequestView;
import io.tollgate.http.Passage.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls that wait for their turn, on virtual time. */
@SuppressWarnings({"UnusedMethod", "EffectivelyPrivate"})
final class WaitingTest {

  /** As much as the caller says. */
  static final class Size implements CostFunction {
    @Override
    public long cost(RequestView request) {
      return Long.parseLong(request.header("Size").orElseThrow());
    }
  }

  /** One endpoint for each way to wait. */
  static class Counter {
    @RateLimited(
        bucket = "counter",
        limit = 2,
        key = Key.USER,
        onLimit = OnLimit.WAIT,
        maxWait = "5s")
    public void served() {}

    @RateLimited(
        bucket = "counter",
        limit = 2,
        key = Key.USER,
        cost = 2,
        onLimit = OnLimit.WAIT,
        maxWait = "5s")
    public void dear() {}

    @RateLimited(
        limit = 3,
        per = Per.MINUTE,
        algorithm = Algorithm.FIXED_WINDOW,
        key = Key.GLOBAL,
        onLimit = OnLimit.WAIT,
        maxWait = "90s")
    public void window() {}

    @RateLimited(limit = 1, key = Key.USER, onLimit = OnLimit.WAIT, maxWait = "5s")
    @RateLimited(limit = 3, per = Per.HOUR, key = Key.GLOBAL)
    public void strict() {}

    @RateLimited(bucket = "a", limit = 1, key = Key.GLOBAL, onLimit = OnLimit.WAIT, maxWait = "9s")
    public void onlyA() {}

    @RateLimited(bucket = "a", limit = 1, key = Key.GLOBAL, onLimit = OnLimit.WAIT, maxWait = "9s")
    @RateLimited(bucket = "b", limit = 1, key = Key.GLOBAL, onLimit = OnLimit.WAIT, maxWait = "9s")
    public void both() {}

    @RateLimited(bucket = "b", limit = 1, key = Key.GLOBAL, onLimit = OnLimit.WAIT, maxWait = "9s")
    public void onlyB() {}

    @RateLimited(
        limit = 2,
        every = 10,
        key = Key.GLOBAL,
        costFunction = Size.class,
        onLimit = OnLimit.WAIT,
        maxWait = "20s")
    public void sized() {}

    @RateLimited(bucket = "a", limit = 1, key = Key.GLOBAL, onLimit = OnLimit.WAIT, maxWait = "9s")
    @RateLimited(limit = 2, per = Per.HOUR, key = Key.USER, costFunction = Size.class)
    public void sizedBehindA() {}

    @RateLimited(limit = 1, burst = 3, key = Key.USER, algorithm = Algorithm.LEAKY_BUCKET)
    public void leaky() {}

    @RateLimited(limit = 1, burst = 9, key = Key.USER, algorithm = Algorithm.LEAKY_BUCKET)
    @RateLimited(limit = 3, per = Per.HOUR, key = Key.USER)
    @ConcurrencyLimited(max = 2, key = Key.USER)
    public void leakyForTwo() {}
  }

  private ManualScheduler time = new ManualScheduler(0);
  private final Map<String, String> settings = new HashMap<>();
  private Gate gate = gate();
  private final List<String> served = new ArrayList<>();

  private Gate gate() {
    var backend = new LocalBackend(/* maxKeys= */ 100, time, () -> Instant.EPOCH);
    return Endpoints.gate(settings, Limiter.builder().local(backend).build(), time, time);
  }

  private Endpoint endpoint(String method) {
    return gate.endpoint(Counter.class, Endpoints.method(Counter.class, method));
  }

  /** A call as an adapter leads it: it writes its name down when it goes on or is refused. */
  private Passage call(String name, String method) {
    return call(name, method, "alice");
  }

  private Passage call(String name, String method, String user) {
    var passage = gate.arrival(Request.from("5.5.5.5").user(user)).passage();
    lead(name, passage, endpoint(method));
    return passage;
  }

  private Passage sized(long size, String method) {
    var request = Request.from("5.5.5.5").user("alice").header("Size", Long.toString(size));
    var passage = gate.arrival(request).passage();
    lead("size " + size, passage, endpoint(method));
    return passage;
  }

  private void lead(String name, Passage passage, Endpoint endpoint) {
    switch (passage.ask(endpoint, Phase.AFTER_AUTHENTICATION)) {
      case GO_ON -> served.add(name);
      case REFUSED, DENIED -> served.add(name + " refused");
      case WAIT -> {
        var unused = passage.turn().thenRun(() -> lead(name, passage, endpoint));
      }
    }
  }

  private void advance(long millis) {
    time.advance(Duration.ofMillis(millis));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, Long.MIN_VALUE, Long.MAX_VALUE})
  void wait_fromAnyClockOrigin_servesInOrderAtTheRate(long origin) {
    time = new ManualScheduler(origin);
    gate = gate();
    for (int i = 1; i <= 6; i++) {
      call("" + i, "served");
    }

    assertThat(served).containsExactly("1", "2");
    assertThat(gate.waiting()).isEqualTo(4);
    advance(499);
    assertThat(served).hasSize(2);
    advance(1);
    assertThat(served).containsExactly("1", "2", "3");
    advance(1_500);
    assertThat(served).containsExactly("1", "2", "3", "4", "5", "6");
    assertThat(gate.waiting()).isZero();
    assertThat(time.scheduled()).isZero();
  }

  @Test
  void wait_newcomerWhileATokenIsThere_goesBehindThoseWhoWait() {
    call("1", "served");
    call("2", "served");
    call("dear", "dear");
    advance(600);
    // There is a token now, and the one before needs two.
    call("late", "dear");

    assertThat(served).containsExactly("1", "2");
    advance(400);
    assertThat(served).containsExactly("1", "2", "dear");
    advance(1_000);
    assertThat(served).containsExactly("1", "2", "dear", "late");
  }

  @Test
  void wait_longerThanMayBe_isRefusedAtOnceAndToldWhenTheOthersAreGone() {
    for (int i = 1; i <= 12; i++) {
      call("" + i, "served");
    }
    var refused = call("13", "served");

    assertThat(served).containsExactly("1", "2", "13 refused");
    assertThat(refused.refusal().retryAfter()).contains(Duration.ofMillis(5_500));
    advance(5_000);
    assertThat(served).hasSize(13).endsWith("12");
    assertThat(gate.waiting()).isZero();
  }

  @Test
  void wait_otherKeys_haveQueuesOfTheirOwn() {
    call("a1", "dear", "alice");
    call("a2", "dear", "alice");
    call("b1", "dear", "bob");

    assertThat(served).containsExactly("a1", "b1");
  }

  @Test
  void wait_aFullQueue_refuses() {
    settings.put("tollgate.wait.maxperbucket", "2");
    gate = gate();
    for (int i = 1; i <= 5; i++) {
      call("" + i, "served");
    }
    call("bob", "served", "bob");

    assertThat(served).containsExactly("1", "2", "5 refused", "bob");
  }

  @Test
  void wait_aFullRoom_refusesAtEveryBucket() {
    settings.put("tollgate.wait.maxwaiting", "1");
    gate = gate();
    call("a1", "dear", "alice");
    call("a2", "dear", "alice");
    call("b1", "dear", "bob");
    call("b2", "dear", "bob");

    assertThat(served).containsExactly("a1", "b1", "b2 refused");
    advance(1_000);
    assertThat(served).endsWith("a2");
    call("b3", "dear", "bob");
    assertThat(served).endsWith("b3");
  }

  @Test
  void abandon_inTheMiddle_letsTheOthersMoveUp() {
    call("1", "dear");
    call("2", "dear");
    var left = call("3", "dear");
    call("4", "dear");
    left.abandon();

    assertThat(served).containsExactly("1", "3 refused");
    advance(2_000);
    assertThat(served).containsExactly("1", "3 refused", "2", "4");
  }

  @Test
  void abandon_atTheHead_letsTheNextOneAsk() {
    call("1", "dear");
    var left = call("2", "dear");
    call("3", "dear");
    left.abandon();
    advance(1_000);

    assertThat(served).containsExactly("1", "2 refused", "3");
    assertThat(gate.waiting()).isZero();
    assertThat(time.scheduled()).isZero();
  }

  @Test
  void wait_forAWindow_servesAsManyAsItHolds() {
    for (int i = 1; i <= 7; i++) {
      call("" + i, "window");
    }

    assertThat(served).containsExactly("1", "2", "3", "7 refused");
    advance(60_000);
    assertThat(served).containsExactly("1", "2", "3", "7 refused", "4", "5", "6");
  }

  @Test
  void wait_refusedByALimitThatIsNotWaitedFor_isRefusedAtOnce() {
    for (int i = 1; i <= 3; i++) {
      call("" + i, "strict");
      advance(1_000);
    }
    call("4", "strict", "bob");

    assertThat(served).containsExactly("1", "2", "3", "4 refused");
  }

  @Test
  void wait_refusedByAnotherLimitAtItsTurn_isRefusedThen() {
    for (int i = 1; i <= 4; i++) {
      call("" + i, "strict");
    }
    advance(3_000);

    assertThat(served).containsExactly("1", "2", "3", "4 refused");
  }

  /** 3 would be there in 20 seconds if the bucket held more than 2. */
  @ParameterizedTest
  @ValueSource(longs = {3, 5, Long.MAX_VALUE})
  void wait_costThatNeverFitsBehindOthers_isRefusedAtOnceAndDelaysNobody(long cost) {
    sized(2, "sized");
    sized(1, "sized");
    var never = sized(cost, "sized");
    assertThat(never.refusal().outcome()).isEqualTo(Outcome.NEVER_FITS);
    assertThat(never.refusal().retryAfter()).isEmpty();
    assertThat(gate.waiting()).isEqualTo(1);

    sized(2, "sized");
    advance(15_000);
    assertThat(served).containsExactly("size 2", "size " + cost + " refused", "size 1", "size 2");
    assertThat(time.scheduled()).isZero();
  }

  @Test
  void wait_costThatNeverFitsAtALimitThatIsNotWaitedFor_isRefusedAtOnce() {
    call("1", "onlyA");
    call("2", "onlyA");
    var never = sized(3, "sizedBehindA");

    assertThat(served).containsExactly("1", "size 3 refused");
    assertThat(never.refusal().outcome()).isEqualTo(Outcome.NEVER_FITS);
    advance(1_000);
    assertThat(served).containsExactly("1", "size 3 refused", "2");
  }

  @Test
  void wait_atTwoBuckets_isInTurnAtBoth() {
    call("a1", "onlyA");
    call("b1", "onlyB");
    call("a2", "onlyA");
    call("both", "both");
    call("b2", "onlyB");

    assertThat(served).containsExactly("a1", "b1");
    advance(1_000);
    assertThat(served).containsExactly("a1", "b1", "a2");
    advance(1_000);
    assertThat(served).containsExactly("a1", "b1", "a2", "both");
    advance(1_000);
    assertThat(served).containsExactly("a1", "b1", "a2", "both", "b2");
  }

  @Test
  void wait_whenSomebodyElseTakesTheTokens_goesOnWaitingUntilItsTimeIsOver() {
    call("1", "dear");
    call("2", "dear");
    var limit = Limit.of(2).per(Per.SECOND).named("counter");
    for (int i = 0; i < 12; i++) {
      advance(490);
      // Another host, which knows nothing of those who wait here.
      gate.limiter().decide(limit, "user:alice", 1);
    }

    assertThat(served).containsExactly("1", "2 refused");
    assertThat(gate.waiting()).isZero();
    assertThat(time.scheduled()).isZero();
  }

  @Test
  void leaky_calls_goOnOneByOne() {
    for (int i = 1; i <= 5; i++) {
      call("" + i, "leaky");
    }

    assertThat(served).containsExactly("1", "5 refused");
    advance(1_000);
    assertThat(served).endsWith("2");
    advance(2_000);
    assertThat(served).containsExactly("1", "5 refused", "2", "3", "4");
    assertThat(gate.waiting()).isZero();
  }

  @Test
  void leaky_aFullRoom_refusesAndGivesBack() {
    settings.put("tollgate.wait.maxwaiting", "1");
    gate = gate();
    for (int i = 1; i <= 4; i++) {
      call("" + i, "leaky");
    }

    assertThat(served).containsExactly("1", "3 refused", "4 refused");
    advance(1_000);
    call("5", "leaky");
    advance(1_000);
    assertThat(served).containsExactly("1", "3 refused", "4 refused", "2", "5");
  }

  @Test
  void leaky_abandoned_keepsItsTurnAndGoesOn() {
    call("1", "leaky");
    var left = call("2", "leaky");
    left.abandon();

    assertThat(served).containsExactly("1", "2");
    assertThat(gate.waiting()).isZero();
  }

  /** A call that waits, and does not hear that its turn has come. */
  private Passage waiting(String method) {
    var passage = gate.arrival(Request.from("5.5.5.5").user("alice")).passage();
    assertThat(passage.ask(endpoint(method), Phase.AFTER_AUTHENTICATION)).isEqualTo(Step.WAIT);
    return passage;
  }

  @Test
  void leave_inAQueue_letsTheNextOneAsk() {
    call("1", "dear");
    var left = waiting("dear");
    call("2", "dear");
    left.leave();
    advance(1_000);

    assertThat(served).containsExactly("1", "2");
    assertThat(gate.waiting()).isZero();
    assertThat(time.scheduled()).isZero();
  }

  @Test
  void leave_whenItsTurnHasJustCome_givesBackWhatItTook() {
    call("1", "dear");
    var left = waiting("dear");
    advance(1_000);
    left.leave();
    left.leave();
    call("2", "dear");
    call("3", "dear");

    assertThat(served).containsExactly("1", "2");
    advance(1_000);
    assertThat(served).containsExactly("1", "2", "3");
  }

  @Test
  void leave_whileALeakyBucketHasItWait_givesBackAllButItsTurn() {
    call("1", "leakyForTwo").close();
    var left = waiting("leakyForTwo");
    call("2", "leakyForTwo");
    call("3", "leakyForTwo");
    assertThat(served).containsExactly("1", "3 refused");
    left.leave();
    call("4", "leakyForTwo");

    advance(2_000);
    assertThat(served).containsExactly("1", "3 refused", "2");
    advance(1_000);
    assertThat(served).containsExactly("1", "3 refused", "2", "4");
    assertThat(gate.waiting()).isZero();
  }

  @Test
  void leave_ofACallThatHasGoneOn_keepsItsPlace() {
    call("1", "leakyForTwo");
    var other = call("2", "leakyForTwo");
    advance(1_000);
    other.leave();
    call("3", "leakyForTwo");

    assertThat(served).containsExactly("1", "2", "3 refused");
  }

  @Test
  void awaitTurn_ofAnInterruptedThread_endsTheWaiting() {
    call("1", "dear");
    var passage = gate.arrival(Request.from("5.5.5.5").user("alice")).passage();
    assertThat(passage.ask(endpoint("dear"), Phase.AFTER_AUTHENTICATION)).isEqualTo(Step.WAIT);

    Thread.currentThread().interrupt();
    passage.awaitTurn();

    assertThat(Thread.interrupted()).isTrue();
    assertThat(passage.ask(endpoint("dear"), Phase.AFTER_AUTHENTICATION)).isEqualTo(Step.REFUSED);
    assertThat(gate.waiting()).isZero();
  }

  @Test
  void wait_thenShadow_isCountedOnce() {
    class Twice {
      @RateLimited(limit = 1, key = Key.USER, onLimit = OnLimit.WAIT, maxWait = "5s")
      @RateLimited(limit = 1, per = Per.HOUR, key = Key.GLOBAL, shadow = true)
      public void get() {}
    }
    var endpoint = gate.endpoint(Twice.class, Endpoints.method(Twice.class, "get"));
    for (int i = 0; i < 3; i++) {
      lead("" + i, gate.arrival(Request.from("5.5.5.5").user("alice")).passage(), endpoint);
    }
    advance(2_000);

    assertThat(served).containsExactly("0", "1", "2");
    assertThat(gate.shadow().refusals(endpoint)).isEqualTo(2);
  }
}
