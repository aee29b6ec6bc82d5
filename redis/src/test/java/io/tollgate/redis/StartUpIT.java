package io.tollgate.redis;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;
import static org.awaitility.Awaitility.await;

import io.tollgate.Algorithm;
import io.tollgate.Limit;
import io.tollgate.LimiterListener.Source;
import io.tollgate.Per;
import io.tollgate.Settings;
import io.tollgate.redis.server.RedisServer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Passwords, users, addresses, and a Redis that is not there when the application starts. */
final class StartUpIT {

  private static final String PASSWORD = "dr0wssaP-that-nobody-may-see";
  private static final Limit LIMIT = Limit.of(10).per(Per.HOUR).named("hour");

  private RedisServer redis;
  private CapturedLog log;

  @BeforeEach
  void start() {
    redis = RedisServer.start();
    log = new CapturedLog();
  }

  @AfterEach
  void stop() {
    log.close();
    redis.close();
  }

  private String uri(String credentials) {
    return "redis://" + credentials + "@127.0.0.1:" + redis.port();
  }

  private void user(String... rules) {
    var command = new ArrayList<>(List.of("ACL", "SETUSER", "tollgate"));
    command.addAll(List.of(rules));
    redis.call(command.toArray(String[]::new));
  }

  private static String trace(Throwable thrown) {
    var text = new StringWriter();
    thrown.printStackTrace(new PrintWriter(text, /* autoFlush= */ true));
    return text.toString();
  }

  private void assertRefused(String uri, String said) {
    assertThatThrownBy(() -> new Watched(uri).close())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Redis at 127.0.0.1:" + redis.port() + " refuses us")
        .hasMessageContaining(said)
        .satisfies(thrown -> assertThat(trace(thrown)).doesNotContain(PASSWORD));
    assertThat(log.all()).doesNotContain(PASSWORD);
  }

  private static void assertShared(Watched watched) {
    watched.limiter().decide(LIMIT, "alice");
    assertThat(watched.lastFailure()).isEqualTo("none");
    assertThat(watched.decided(Source.BACKEND)).isEqualTo(1);
  }

  @Test
  void create_wrongPassword_isAnErrorThatDoesNotRepeatIt() {
    user("on", ">another", "allkeys", "allcommands");
    assertRefused(uri("tollgate:" + PASSWORD), "WRONGPASS");
  }

  @Test
  void create_noPasswordWhereOneIsNeeded_isAnError() {
    redis.call("CONFIG", "SET", "requirepass", "another");
    assertRefused(redis.uri(), "NOAUTH");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-set", "-setrange", "-time", "-zadd", "-zrange", "-pexpire"})
  void create_commandOfTheScriptNotPermitted_isAnError(String rule) {
    user("on", ">" + PASSWORD, "allkeys", "allcommands", rule);
    assertRefused(uri("tollgate:" + PASSWORD), "this command");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-evalsha", "-eval", "-@all"})
  void create_scriptsNotPermitted_isAnError(String rule) {
    user("on", ">" + PASSWORD, "allkeys", "allcommands", rule);
    assertRefused(uri("tollgate:" + PASSWORD), "NOPERM");
  }

  @Test
  void create_keysNotPermitted_isAnError() {
    user("on", ">" + PASSWORD, "~other:*", "allcommands");
    assertRefused(uri("tollgate:" + PASSWORD), "NOPERM");
  }

  @Test
  void create_userThatMayDoWhatTheDocsList_isShared() {
    user(
        "on",
        ">" + PASSWORD,
        "~tollgate:*",
        "-@all",
        "+eval",
        "+evalsha",
        "+time",
        "+get",
        "+set",
        "+setrange",
        "+del",
        "+zadd",
        "+zrem",
        "+zrange",
        "+zrangebyscore",
        "+zrevrangebyscore",
        "+zremrangebyscore",
        "+zscore",
        "+zcount",
        "+pexpire",
        "+ping",
        "+hello");
    try (var watched = new Watched(uri("tollgate:" + PASSWORD))) {
      assertShared(watched);
    }
    assertThat(log.all()).doesNotContain(PASSWORD);
  }

  @Test
  void create_userAndPasswordOfTheirOwnSettings_isShared() {
    user("on", ">" + PASSWORD, "allkeys", "allcommands");
    try (var watched =
        new Watched(
            redis.uri(),
            "tollgate.redis.username",
            "tollgate",
            "tollgate.redis.password",
            PASSWORD)) {
      assertShared(watched);
    }
    assertThat(log.all()).doesNotContain(PASSWORD);
  }

  @Test
  void decide_passwordChangedMeanwhile_goesOnWithoutRedisAndTellsNobodyThePassword() {
    user("on", ">" + PASSWORD, "allkeys", "allcommands");
    try (var watched = new Watched(uri("tollgate:" + PASSWORD))) {
      user("resetpass", ">another");
      redis.call("CLIENT", "KILL", "USER", "tollgate");
      await().atMost(5, SECONDS).until(() -> log.all().contains("cannot be used"));
      assertThat(watched.limiter().decide(LIMIT, "alice").allowed()).isTrue();
      assertThat(watched.decided(Source.FAILURE_MODE)).isEqualTo(1);
      user("resetpass", ">" + PASSWORD);
      awaitShared(watched);
    }
    assertThat(log.all()).doesNotContain(PASSWORD);
  }

  private static void awaitShared(Watched watched) {
    int before = watched.decided(Source.BACKEND);
    await()
        .atMost(5, SECONDS)
        .until(
            () -> {
              watched.limiter().decide(LIMIT, "alice", 0);
              return watched.decided(Source.BACKEND) > before;
            });
  }

  @Test
  void decide_limitThatRedisCannotCount_isSaidOnceAndOthersAreShared() {
    var odd = Limit.of(3).per(Per.SECOND).burst(2).algorithm(Algorithm.FIXED_WINDOW).named("odd");
    try (var watched = new Watched(redis.uri(), "tollgate.timeout", "5s")) {
      for (int i = 0; i < 20; i++) {
        watched.limiter().decide(odd, "alice");
      }
      assertThat(watched.decided(Source.FAILURE_MODE)).isEqualTo(20);
      assertThat(watched.failures()).isEqualTo(20);
      assertThat(watched.isBreakerOpen()).isFalse();
      watched.limiter().decide(LIMIT, "alice");
      assertThat(watched.decided(Source.BACKEND)).isEqualTo(1);
    }
    assertThat(log.ours(Level.WARNING))
        .singleElement(as(STRING))
        .contains("odd: ", "no whole number of microseconds", "make it one, or a second at least");
  }

  @Test
  void create_redisNotThere_startsAndIsSharedWhenItComes() {
    redis.kill();
    try (var watched = new Watched(redis.uri())) {
      assertThat(watched.limiter().decide(LIMIT, "alice").allowed()).isTrue();
      assertThat(watched.decided(Source.FAILURE_MODE)).isEqualTo(1);
      assertThat(log.ours(Level.WARNING))
          .anySatisfy(line -> assertThat(line).contains("127.0.0.1:" + redis.port()));
      redis.restart();
      awaitShared(watched);
    }
  }

  @Test
  void create_redisHangs_startsAndIsSharedWhenItGoesOn() {
    redis.pause();
    try (var watched = new Watched(redis.uri())) {
      assertThat(watched.limiter().decide(LIMIT, "alice").allowed()).isTrue();
      redis.resume();
      awaitShared(watched);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "redis://:" + PASSWORD + "@",
        "http://user:" + PASSWORD + "@localhost",
        "redis-sentinel://" + PASSWORD + "@localhost",
        PASSWORD,
        "redis://user:" + PASSWORD + "@local host:6379",
        "redis://" + PASSWORD + "@localhost:port"
      })
  void create_addressThatCannotBeRead_isAnErrorThatDoesNotRepeatIt(String uri) {
    assertThatThrownBy(() -> new Watched(uri).close())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("tollgate.redis.uri")
        .satisfies(thrown -> assertThat(trace(thrown)).doesNotContain(PASSWORD));
  }

  @Test
  void create_noAddress_saysWhatIsMissing() {
    var settings = Settings.of(Map.of("tollgate.backend", "redis"));
    assertThatThrownBy(() -> new RedisProvider().create(settings))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("tollgate.redis.uri is missing");
  }

  @Test
  void create_hashedKeysWithoutASecret_saysWhatIsMissing() {
    assertThatThrownBy(() -> new Watched(redis.uri(), "tollgate.redis.hashkeys", "true").close())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("tollgate.redis.secret is missing");
  }

  @Test
  void decide_hashedKeys_leaveNoNameInRedis() {
    try (var watched =
        new Watched(
            redis.uri(), "tollgate.redis.hashkeys", "true", "tollgate.redis.secret", "s3cret")) {
      assertShared(watched);
    }
    assertThat(redis.call("KEYS", "tollgate:hour:*").toString()).doesNotContain("alice");
  }
}
