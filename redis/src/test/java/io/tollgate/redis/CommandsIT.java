package io.tollgate.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.Algorithm;
import io.tollgate.Claim;
import io.tollgate.Limit;
import io.tollgate.LimiterListener.Source;
import io.tollgate.Per;
import io.tollgate.redis.server.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How often Redis is asked, as it counts itself. */
final class CommandsIT {

  private static final int DECISIONS = 200;
  private static final Pattern COUNTED = Pattern.compile("cmdstat_([a-z|]+):calls=(\\d+)");

  private RedisServer redis;
  private Watched watched;

  @BeforeEach
  void start() {
    redis = RedisServer.start();
    // Generous, so that a machine under load does not make a decision fail.
    watched = new Watched(redis.uri(), "tollgate.timeout", "10s");
  }

  @AfterEach
  void stop() {
    watched.close();
    redis.close();
  }

  /** Returns how often each command was carried out, by clients and by scripts, since a reset. */
  private Map<String, Integer> counts() {
    var counts = new TreeMap<String, Integer>();
    var matcher = COUNTED.matcher(redis.call("INFO", "commandstats").toString());
    while (matcher.find()) {
      counts.put(matcher.group(1), Integer.parseInt(matcher.group(2)));
    }
    // What this test asks itself.
    counts.remove("config|resetstat");
    counts.remove("info");
    withoutAnnouncements(counts);
    return counts;
  }

  /** Takes out what the host does every second, which is to say that it is there. */
  private static void withoutAnnouncements(Map<String, Integer> counts) {
    int announcements = counts.getOrDefault("zcount", 0);
    var each =
        List.of(
            "eval", "time", "zadd", "zremrangebyscore", "zremrangebyscore", "pexpire", "zcount");
    for (var command : each) {
      counts.computeIfPresent(
          command, (name, count) -> count == announcements ? null : count - announcements);
    }
  }

  private static List<Claim> claims(int limits, Algorithm algorithm) {
    var claims = new ArrayList<Claim>();
    for (int i = 0; i < limits; i++) {
      var limit =
          algorithm == Algorithm.CONCURRENCY
              ? Limit.concurrent(1_000)
              : Limit.of(1_000).per(Per.HOUR).algorithm(algorithm);
      claims.add(new Claim(limit.named("limit" + i), "alice"));
    }
    return claims;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void decide_severalLimits_isOneCommand(int limits) {
    var claims = claims(limits, Algorithm.TOKEN_BUCKET);
    watched.limiter().decide(claims);
    redis.call("CONFIG", "RESETSTAT");
    for (int i = 0; i < DECISIONS; i++) {
      assertThat(watched.limiter().decide(claims).allowed()).isTrue();
    }

    var counts = counts();
    // The script reads the time and each bucket, and writes it over what is there, or else anew.
    int over = counts.getOrDefault("setrange", 0);
    assertThat(over).isPositive();
    counts.remove("setrange");
    counts.merge("set", over, Integer::sum);
    var expected = new TreeMap<String, Integer>();
    expected.put("set", limits * DECISIONS);
    expected.put("evalsha", DECISIONS);
    expected.put("time", DECISIONS);
    expected.put("get", limits * DECISIONS);
    assertThat(counts).isEqualTo(expected);
    assertThat(watched.decided(Source.BACKEND)).isEqualTo(DECISIONS + 1);
  }

  @ParameterizedTest
  @EnumSource
  void decide_anyAlgorithm_isOneCommand(Algorithm algorithm) {
    var claims = claims(/* limits= */ 2, algorithm);
    watched.limiter().decide(claims);
    redis.call("CONFIG", "RESETSTAT");
    for (int i = 0; i < DECISIONS; i++) {
      assertThat(watched.limiter().decide(claims).allowed()).isTrue();
    }

    assertThat(counts()).containsEntry("evalsha", DECISIONS).doesNotContainKey("eval");
  }

  @Test
  void decide_refusalThatLasts_asksNobody() {
    var limit = Limit.of(3).per(Per.HOUR).named("three");
    for (int i = 0; i < 4; i++) {
      assertThat(watched.limiter().decide(limit, "alice").allowed()).isEqualTo(i < 3);
    }
    redis.call("CONFIG", "RESETSTAT");
    for (int i = 0; i < DECISIONS; i++) {
      assertThat(watched.limiter().decide(limit, "alice").allowed()).isFalse();
    }

    assertThat(counts()).isEmpty();
    assertThat(watched.decided(Source.MEMORY)).isEqualTo(DECISIONS);
  }

  @Test
  void decide_scriptsFlushed_loadsThemInTheSameCall() {
    var claims = claims(/* limits= */ 2, Algorithm.TOKEN_BUCKET);
    for (int i = 0; i < 20; i++) {
      redis.call("SCRIPT", "FLUSH");
      assertThat(watched.limiter().decide(claims).allowed()).isTrue();
    }

    assertThat(watched.failures()).isZero();
    assertThat(watched.decided(Source.BACKEND)).isEqualTo(20);
  }

  @Test
  void settleAndRelease_severalClaims_areOneCommandEach() {
    var limit = Limit.of(1_000).per(Per.HOUR).named("hour");
    var calls = Limit.concurrent(10).named("calls");
    var claims = List.of(new Claim(limit, "alice", 5), new Claim(calls, "alice"));
    var look = List.of(new Claim(limit, "alice", 0), new Claim(calls, "alice", 0));
    // Scripts that Redis does not know yet are sent again, and the look might come before them.
    settleAndRelease(claims);
    Awaitility.await().until(() -> watched.limiter().decide(look).each().get(1).remaining() == 10);
    redis.call("CONFIG", "RESETSTAT");
    settleAndRelease(claims);
    // Comes after both on the same connection.
    var left = watched.limiter().decide(look);

    assertThat(left.each().get(0).remaining()).isEqualTo(996);
    assertThat(left.each().get(1).remaining()).isEqualTo(10);
    assertThat(counts()).containsEntry("evalsha", 4).doesNotContainKey("eval");
  }

  private void settleAndRelease(List<Claim> claims) {
    var decision = watched.limiter().decide(claims);
    watched.limiter().settle(claims, decision, /* actual= */ 2, Duration.ZERO);
    watched.limiter().release(decision);
  }
}
