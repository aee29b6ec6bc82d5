package io.tollgate.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.Algorithm;
import io.tollgate.Claim;
import io.tollgate.Decision;
import io.tollgate.Decision.Outcome;
import io.tollgate.Limit;
import io.tollgate.LocalBackend;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import org.greenbytes.http.sfv.IntegerItem;
import org.greenbytes.http.sfv.Item;
import org.greenbytes.http.sfv.Parser;
import org.greenbytes.http.sfv.StringItem;

/** The fields as a parser of RFC 9651 reads them that somebody else has written. */
final class RateLimitFieldsProperties {

  private static final long MAX_INTEGER = 999_999_999_999_999L;
  private static final BigInteger SECOND_NANOS = BigInteger.valueOf(1_000_000_000);

  private final Answers answers = new Answers(Dialect.DRAFT, () -> Instant.EPOCH);

  @Property(tries = 10_000)
  void writeFields_anyDecisionOfTheLocalBackend_parsesAndAgrees(
      @ForAll("limits") Limit limit, @ForAll long seed) {
    var random = new Random(seed);
    var now = new AtomicLong(random.nextLong());
    var backend = new LocalBackend(/* maxKeys= */ 10, now::get, () -> Instant.EPOCH);
    for (int i = 0; i < 5; i++) {
      long cost = random.nextInt(4) == 0 ? 1 : bounded(random, limit.maxCost() + 2);
      check(backend.decide(limit, "key", cost));
      now.addAndGet(bounded(random, limit.period().toNanos()));
    }
  }

  @Property(tries = 10_000)
  void writeFields_anyNumbersOfAnyBackend_parseAndAgree(
      @ForAll("limits") Limit limit, @ForAll long seed) {
    var random = new Random(seed);
    var claim = new Claim(limit, "key", bounded(random, Long.MAX_VALUE));
    long remaining = random.nextInt(3) == 0 ? 0 : bounded(random, Long.MAX_VALUE);
    long reset = bounded(random, Long.MAX_VALUE);

    check(Decision.allowed(claim, remaining, reset));
    check(Decision.refused(claim, remaining, reset, bounded(random, Long.MAX_VALUE)));
    check(Decision.neverFits(claim, remaining, reset));
  }

  @Property
  void nextToken_nothingLeft_isWhenACallOfOneIsAdmittedAndNotBefore(
      @ForAll("limits") Limit limit, @ForAll long seed) {
    Assume.that(limit.maxCost() > 0);
    var random = new Random(seed);
    var now = new AtomicLong(random.nextLong());
    var backend = new LocalBackend(/* maxKeys= */ 10, now::get, () -> Instant.EPOCH);
    Decision decision;
    do {
      now.addAndGet(bounded(random, limit.period().toNanos() / limit.maxCost() / 2));
      decision = backend.decide(limit, "key", Math.max(1, limit.maxCost() / 4));
    } while (decision.remaining() > 0 && decision.allowed());
    Assume.that(decision.remaining() == 0);

    long wait = decision.nextToken().toNanos();
    assertThat(wait).isPositive();
    now.addAndGet(wait - 1);
    assertThat(backend.decide(limit, "key", 1).allowed()).isFalse();
    now.addAndGet(1);
    assertThat(backend.decide(limit, "key", 1).allowed()).isTrue();
  }

  /** Small numbers as often as large ones. */
  private static long bounded(Random random, long bound) {
    long value = random.nextLong() >>> (1 + random.nextInt(62));
    return value % Math.max(1, bound);
  }

  private void check(Decision decision) {
    var fields = new HashMap<String, String>();
    answers.writeFields(decision, fields::put);
    answers.writeRefusalFields(decision, fields::put);
    checkPolicy(
        decision.limit(), parameters(decision, fields.getOrDefault("RateLimit-Policy", "")));
    var retryAfter = Optional.ofNullable(fields.get("Retry-After")).map(Long::valueOf);
    checkState(decision, parameters(decision, fields.getOrDefault("RateLimit", "")), retryAfter);
    checkRetryAfter(decision, retryAfter);
  }

  private static void checkPolicy(Limit limit, Map<String, Item<?>> policy) {
    boolean concurrent = limit.algorithm() == Algorithm.CONCURRENCY;
    boolean wholeSeconds = limit.period().toNanosPart() == 0;
    assertThat(integer(policy, "q")).contains(Math.min(limit.tokens(), MAX_INTEGER));
    assertThat(integer(policy, "w"))
        .isEqualTo(
            concurrent || !wholeSeconds
                ? Optional.empty()
                : Optional.of(limit.period().toSeconds()))
        .matches(window -> window.isEmpty() || window.get() >= 1);
    assertThat(policy.containsKey("qu")).isEqualTo(concurrent);
    assertThat(integer(policy, "tollgate-burst"))
        .isEqualTo(
            limit.burst() == limit.tokens()
                ? Optional.empty()
                : Optional.of(Math.min(limit.burst(), MAX_INTEGER)));
  }

  private static void checkState(
      Decision decision, Map<String, Item<?>> state, Optional<Long> retryAfter) {
    var limit = decision.limit();
    long remaining = decision.remaining();
    assertThat(integer(state, "r")).contains(Math.min(remaining, MAX_INTEGER));
    if (limit.algorithm() == Algorithm.CONCURRENCY || limit.tokens() == 0) {
      assertThat(state).doesNotContainKey("t");
      return;
    }
    var expected =
        remaining == 0
            ? ceil(BigInteger.valueOf(decision.nextToken().toNanos()), SECOND_NANOS)
            : ceil(
                BigInteger.valueOf(remaining)
                    .multiply(BigInteger.valueOf(limit.period().toNanos())),
                BigInteger.valueOf(limit.tokens()).multiply(SECOND_NANOS));
    var bounded = expected.min(BigInteger.valueOf(MAX_INTEGER)).longValueExact();
    assertThat(integer(state, "t")).contains(Math.min(bounded, retryAfter.orElse(MAX_INTEGER)));
  }

  private static BigInteger ceil(BigInteger dividend, BigInteger divisor) {
    return dividend.add(divisor).subtract(BigInteger.ONE).divide(divisor);
  }

  private static void checkRetryAfter(Decision decision, Optional<Long> retryAfter) {
    assertThat(retryAfter.isPresent()).isEqualTo(decision.outcome() == Outcome.REFUSED);
    if (retryAfter.isPresent()) {
      var wait = decision.retryAfter().orElseThrow();
      var stated = Duration.ofSeconds(retryAfter.get());
      assertThat(stated).isGreaterThanOrEqualTo(wait).isPositive();
      assertThat(stated.minusSeconds(1)).isLessThanOrEqualTo(wait);
    }
  }

  private static Map<String, Item<?>> parameters(Decision decision, String field) {
    var items = Parser.parseList(field).get();
    assertThat(items).hasSize(1);
    assertThat(items.get(0)).isInstanceOf(StringItem.class);
    assertThat(items.get(0).get()).isEqualTo(decision.limit().name());
    return items.get(0).getParams();
  }

  private static Optional<Long> integer(Map<String, Item<?>> parameters, String name) {
    var item = parameters.get(name);
    if (item == null) {
      return Optional.empty();
    }
    assertThat(item).isInstanceOf(IntegerItem.class);
    return Optional.of(((IntegerItem) item).getAsLong());
  }

  @Provide
  static Arbitrary<Limit> limits() {
    return Combinators.combine(
            names(), Arbitraries.of(Algorithm.class), tokens(), periods(), Arbitraries.longs())
        .as(RateLimitFieldsProperties::limit)
        .filter(Optional::isPresent)
        .map(Optional::orElseThrow);
  }

  /** Not every combination of numbers can be kept. */
  private static Optional<Limit> limit(
      String name, Algorithm algorithm, long tokens, Duration period, long burst) {
    try {
      if (algorithm == Algorithm.CONCURRENCY) {
        return Optional.of(Limit.concurrent(tokens).lease(period).named(name));
      }
      var limit = Limit.of(tokens).per(period).algorithm(algorithm).named(name);
      boolean withBurst = tokens > 0 && burst % 2 == 0;
      return Optional.of(withBurst ? limit.burst(1 + Math.abs(burst % 1_000)) : limit);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static Arbitrary<String> names() {
    return Arbitraries.strings()
        .withCharRange(' ', '~')
        .excludeChars('"', '\\')
        .ofMinLength(1)
        .ofMaxLength(128);
  }

  private static Arbitrary<Long> tokens() {
    return Arbitraries.frequencyOf(
        Tuple.of(8, Arbitraries.longs().between(0, 1_000)),
        Tuple.of(1, Arbitraries.longs().between(0, Long.MAX_VALUE)));
  }

  private static Arbitrary<Duration> periods() {
    return Arbitraries.frequencyOf(
        Tuple.of(3, Arbitraries.longs().between(1, 100_000).map(Duration::ofSeconds)),
        Tuple.of(3, Arbitraries.longs().between(1, 100_000).map(Duration::ofMillis)),
        Tuple.of(1, Arbitraries.longs().between(1, Long.MAX_VALUE).map(Duration::ofNanos)));
  }
}
