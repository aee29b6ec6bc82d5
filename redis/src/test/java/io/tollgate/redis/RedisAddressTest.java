package io.tollgate.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.RedisCredentials;
import io.lettuce.core.RedisURI;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RedisAddressTest {

  private static RedisAddress address(String uri) {
    return RedisAddress.of(SharedLink.settings(uri, "tollgate"));
  }

  private static RedisAddress address(String uri, String username, String password) {
    return RedisAddress.of(
        new RedisSettings(
            uri,
            /* cluster= */ false,
            Optional.of(username).filter(text -> !text.isEmpty()),
            Optional.of(password).filter(text -> !text.isEmpty()),
            "tollgate",
            Optional.empty(),
            /* hashKeys= */ false));
  }

  private static String login(RedisURI node) {
    RedisCredentials credentials = node.getCredentialsProvider().resolveCredentials().block();
    return credentials == null || !credentials.hasPassword()
        ? "nobody"
        : credentials.getUsername() + "/" + new String(credentials.getPassword());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          redis://localhost                            | localhost:6379                  | false
          redis://10.0.0.1:7000/2                      | 10.0.0.1:7000                   | false
          redis://user:pass@redis.internal:7000        | redis.internal:7000             | false
          redis://[::1]:7000                           | [::1]:7000                      | false
          rediss://localhost:7000                      | localhost:7000                  | false
          redis://a:1,b:2,c                            | a:1, b:2, c:6379                | true
          rediss://user:pass@a:1,b:2                   | a:1, b:2                        | true
          redis-sentinel://a:1,b:2?sentinelMasterId=m  | a:1, b:2                        | false
          redis-socket:///run/redis.sock               | /run/redis.sock                 | false
          """)
  void of_everyKindOfAddress_isRead(String uri, String shown, boolean cluster) {
    var address = address(uri);

    assertThat(address.shown()).isEqualTo(shown);
    assertThat(address.isCluster()).isEqualTo(cluster);
  }

  @Test
  void of_tls_isOnForEveryNode() {
    assertThat(address("rediss://a:1,b:2").nodes()).hasSize(2).allMatch(RedisURI::isSsl);
    assertThat(address("redis://a:1").nodes()).noneMatch(RedisURI::isSsl);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          redis://h                    |       |       | nobody
          redis://u:p@h                |       |       | u/p
          redis://p@h                  |       |       | null/p
          redis://h                    | user  | pass  | user/pass
          redis://h                    |       | pass  | null/pass
          redis://u:p@h                |       | pass  | u/pass
          redis://u:p@h                | user  |       | user/p
          redis://u:p@h1,h2            |       |       | u/p
          """)
  void of_userAndPassword_comeFromTheirOwnSettingsFirst(
      String uri, String username, String password, String login) {
    var address = address(uri, username == null ? "" : username, password == null ? "" : password);

    assertThat(address.nodes()).allSatisfy(node -> assertThat(login(node)).isEqualTo(login));
  }

  @Test
  void of_userWithoutPassword_saysWhatIsMissing() {
    assertThatThrownBy(() -> address("redis://h", "user", ""))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("set tollgate.redis.password");
  }

  @ParameterizedTest
  @CsvSource({"redis://h, 500", "redis://h?timeout=60s, 500", "redis://h?timeout=100ms, 100"})
  void of_timeout_isHalfASecondAtMost(String uri, long millis) {
    assertThat(address(uri).nodes().get(0).getTimeout()).isEqualTo(Duration.ofMillis(millis));
  }

  @Test
  void of_sentinelsAndClusterAtOnce_isRefused() {
    var settings =
        new RedisSettings(
            "redis-sentinel://a?sentinelMasterId=m",
            /* cluster= */ true,
            Optional.empty(),
            Optional.empty(),
            "tollgate",
            Optional.empty(),
            /* hashKeys= */ false);
    assertThatThrownBy(() -> RedisAddress.of(settings))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("choose one of them");
  }
}
