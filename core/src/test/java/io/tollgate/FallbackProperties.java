package io.tollgate;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** Hosts whose backend fails admit together what one limit allows, and one token each at least. */
class FallbackProperties {

  private static final int SECOND_MILLIS = 1_000;

  /** A call on one of the hosts, some time after the one before. */
  record Call(int host, int afterMillis, int cost) {}

  /** What was admitted, and when. */
  record Admitted(long nanos, long cost) {}

  @Provide
  Arbitrary<List<Call>> calls() {
    var call =
        Combinators.combine(
                Arbitraries.integers().between(0, 4),
                Arbitraries.oneOf(Arbitraries.just(0), Arbitraries.integers().between(0, 700)),
                Arbitraries.integers().between(0, 4))
            .as(Call::new);
    return call.list().ofMinSize(30).ofMaxSize(150);
  }

  @Property(tries = 300)
  void decide_tokenBucketOfAnyHosts_keepsTheBoundTogether(
      @ForAll @IntRange(min = 1, max = 5) int hosts,
      @ForAll @IntRange(min = 1, max = 40) int burst,
      @ForAll @IntRange(min = 1, max = 20) int rate,
      @ForAll("calls") List<Call> calls) {
    var limit = Limit.of(rate).per(Per.SECOND).burst(burst).named("limit");
    var admitted = admitted(hosts, limit, cheapEnough(calls, burst / hosts));

    for (int first = 0; first < admitted.size(); first++) {
      long sum = 0;
      for (var one : admitted.subList(first, admitted.size())) {
        sum += one.cost;
        double seconds = (one.nanos - admitted.get(first).nanos) / 1e9;
        // A billionth for the doubles.
        assertThat(sum - 1e-9).isLessThanOrEqualTo(Math.max(burst, hosts) + rate * seconds);
      }
    }
  }

  @Property(tries = 300)
  void decide_slidingLogOfAnyHosts_keepsTheLimitTogether(
      @ForAll @IntRange(min = 1, max = 5) int hosts,
      @ForAll @IntRange(min = 1, max = 40) int tokens,
      @ForAll("calls") List<Call> calls) {
    var limit = Limit.of(tokens).per(Per.SECOND).algorithm(Algorithm.SLIDING_LOG).named("limit");
    var admitted = admitted(hosts, limit, cheapEnough(calls, tokens / hosts));

    for (var last : admitted) {
      long inWindow =
          admitted.stream()
              .filter(one -> one.nanos <= last.nanos && last.nanos - one.nanos < 1_000_000_000L)
              .mapToLong(Admitted::cost)
              .sum();
      assertThat(inWindow).isLessThanOrEqualTo(Math.max(tokens, hosts));
    }
  }

  @Property(tries = 300)
  void decide_fixedWindowOfAnyHosts_keepsTheLimitTogether(
      @ForAll @IntRange(min = 1, max = 5) int hosts,
      @ForAll @IntRange(min = 1, max = 40) int tokens,
      @ForAll("calls") List<Call> calls) {
    var limit = Limit.of(tokens).per(Per.SECOND).algorithm(Algorithm.FIXED_WINDOW).named("limit");
    var admitted = admitted(hosts, limit, cheapEnough(calls, tokens / hosts));

    for (var last : admitted) {
      long window = last.nanos / 1_000_000_000L;
      long inWindow =
          admitted.stream()
              .filter(one -> one.nanos / 1_000_000_000L == window)
              .mapToLong(Admitted::cost)
              .sum();
      assertThat(inWindow).isLessThanOrEqualTo(Math.max(tokens, hosts));
    }
  }

  /** Every host has heard of the same balance before the backend failed. */
  @Property(tries = 300)
  void decide_balanceKnownToAll_isNotAdmittedTwice(
      @ForAll @IntRange(min = 1, max = 5) int hosts,
      @ForAll @IntRange(min = 5, max = 40) int burst,
      @ForAll @IntRange(min = 0, max = 40) int taken) {
    var limit = Limit.of(1).per(Per.DAY).burst(burst).named("limit");
    var world = new FailingHosts(hosts);
    world.shared.decide(limit, "alice", Math.min(taken, burst));
    world.limiters.forEach(limiter -> limiter.decide(limit, "alice", 0));
    world.fail();

    long admitted = 0;
    for (var limiter : world.limiters) {
      while (limiter.decide(limit, "alice").allowed()) {
        admitted++;
      }
    }
    assertThat(admitted)
        .isLessThanOrEqualTo(Math.max(0, burst - taken))
        .isGreaterThanOrEqualTo(Math.max(0, burst - taken) - 2L * (hosts - 1));
  }

  /** A host that is asked all the time has its part of the rate, and not a token less. */
  @Property(tries = 30)
  void decide_tokenBucketAskedAllTheTime_hasItsPartOfTheRate(
      @ForAll @IntRange(min = 1, max = 7) int hosts,
      @ForAll @IntRange(min = 1, max = 50) int rate) {
    var limit = Limit.of(rate).per(Per.SECOND).burst(hosts).named("limit");
    var world = new FailingHosts(hosts);
    world.fail();
    var limiter = world.limiters.get(0);
    limiter.decide(limit, "alice");

    long admitted = 0;
    int millis = 10 * hosts * SECOND_MILLIS;
    for (int i = 0; i < millis; i++) {
      world.advance(Duration.ofMillis(1));
      admitted += limiter.decide(limit, "alice").allowed() ? 1 : 0;
    }
    // Tokens come at whole nanoseconds, calls at whole milliseconds: at most one wait is lost.
    assertThat(admitted).isBetween(10L * rate - 10L * rate * rate / SECOND_MILLIS - 1, 10L * rate);
  }

  private static List<Call> cheapEnough(List<Call> calls, int most) {
    int highest = Math.max(1, most);
    return calls.stream()
        .map(call -> new Call(call.host, call.afterMillis, Math.min(call.cost, highest)))
        .toList();
  }

  private static List<Admitted> admitted(int hosts, Limit limit, List<Call> calls) {
    var world = new FailingHosts(hosts);
    world.fail();
    var admitted = new ArrayList<Admitted>();
    for (var call : calls) {
      world.advance(Duration.ofMillis(call.afterMillis));
      var limiter = world.limiters.get(call.host % hosts);
      if (limiter.decide(limit, "alice", call.cost).allowed()) {
        admitted.add(new Admitted(world.time.get(), call.cost));
      }
    }
    return admitted;
  }
}
