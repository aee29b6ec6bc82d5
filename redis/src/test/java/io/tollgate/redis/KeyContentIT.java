package io.tollgate.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.cluster.SlotHash;
import io.tollgate.Algorithm;
import io.tollgate.Backend;
import io.tollgate.Claim;
import io.tollgate.Limit;
import io.tollgate.Per;
import io.tollgate.testkit.ManualTicker;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What callers put into their keys stays in the names of keys. */
final class KeyContentIT {

  private static final Limit TWO = Limit.of(2).per(Per.HOUR).named("two");

  @RegisterExtension static final LinkedRedis REDIS = new LinkedRedis();
  private Backend backend;

  @BeforeEach
  void empty() {
    REDIS.call("FLUSHALL");
    REDIS.call("SET", "canary", "alive");
    backend = REDIS.link().backend(ServerTime.of(new ManualTicker()), "tollgate");
  }

  private String calls(Limit limit, String key, int count) {
    var row = new StringBuilder();
    for (int i = 0; i < count; i++) {
      var decision = Answers.of(backend.decideAsync(List.of(new Claim(limit, key))));
      row.append(decision.allowed() ? 'A' : 'R');
    }
    return row.toString();
  }

  private static List<String> keys() {
    var keys = new ArrayList<String>();
    for (var key : (List<?>) REDIS.call("KEYS", "*")) {
      keys.add(key.toString());
    }
    return keys;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\r\nFLUSHALL\r\n",
        "*1\r\n$8\r\nFLUSHALL\r\n",
        "'); redis.call('flushall')--",
        "\"); redis.call('flushall') --",
        "]]..redis.call('flushall')..[[",
        "\0",
        "{x}",
        "*",
        "\u001b[2J",
        ""
      })
  void decide_keyThatLooksLikeACommand_touchesNothingElse(String key) {
    assertThat(calls(TWO, key, 3)).isEqualTo("AAR");

    assertThat(REDIS.call("GET", "canary")).isEqualTo("alive");
    assertThat(keys()).containsExactlyInAnyOrder("canary", "tollgate:two:" + key);
  }

  @Test
  void decide_nameOfALimitAndKeyOfOneText_areDifferentBuckets() {
    assertThat(calls(TWO.named("r"), "a:b", 3)).isEqualTo("AAR");
    assertThat(calls(TWO.named("r:a"), "b", 3)).isEqualTo("AAR");

    assertThat(keys()).contains("tollgate:r:a:b", "tollgate:r\\:a:b");
  }

  @Test
  void decide_longKeys_areCutAndStayApart() {
    var long1 = "k".repeat(8_192) + "1";
    var long2 = "k".repeat(8_192) + "2";
    assertThat(calls(TWO, long1, 3)).isEqualTo("AAR");
    assertThat(calls(TWO, long2, 3)).isEqualTo("AAR");

    assertThat(keys()).hasSize(3).allSatisfy(key -> assertThat(key.length()).isLessThan(300));
  }

  @Test
  void decide_blankKeys_areLimitedLikeAnyOther() {
    for (var key : List.of("", " ", "\t")) {
      assertThat(calls(TWO, key, 3)).isEqualTo("AAR");
    }
  }

  @ParameterizedTest
  @EnumSource
  void decide_manyKeys_allExpire(Algorithm algorithm) {
    var limit =
        algorithm == Algorithm.CONCURRENCY
            ? Limit.concurrent(5)
            : Limit.of(5).per(Per.MINUTE).algorithm(algorithm);
    var answers = new ArrayList<CompletionStage<?>>();
    for (int i = 0; i < 500; i++) {
      answers.add(backend.decideAsync(List.of(new Claim(limit.named("many"), "key" + i))));
    }
    answers.forEach(Answers::of);

    var ours = keys();
    ours.remove("canary");
    assertThat(ours).hasSize(500);
    // A lease lasts five minutes, and a sliding window counts for two; a key lives half a minute
    // more.
    long longest = algorithm == Algorithm.CONCURRENCY ? 332_000 : 152_000;
    for (var key : ours) {
      assertThat((Long) REDIS.call("PTTL", key)).isBetween(1L, longest);
    }
  }

  @Test
  void names_ofOneCaller_shareASlotThatHeCannotChoose() {
    var one = KeyNames.plain("tollgate").tagged("one".getBytes(StandardCharsets.UTF_8));
    var two = KeyNames.plain("tollgate").tagged("two".getBytes(StandardCharsets.UTF_8));
    var slots = new HashSet<Integer>();
    int same = 0;
    for (int i = 0; i < 1_000; i++) {
      var key = "{x}" + i + "{}}{";
      int slot = SlotHash.getSlot(one.of(TWO, key));
      assertThat(SlotHash.getSlot(one.of(TWO.named("other {limit}"), key))).isEqualTo(slot);
      slots.add(slot);
      same += slot == SlotHash.getSlot(two.of(TWO, key)) ? 1 : 0;
    }

    // A thousand of 16,384, some of them twice; and another secret makes others of them.
    assertThat(slots).hasSizeGreaterThan(900);
    assertThat(same).isLessThan(10);
  }

  @Test
  void names_hashed_tellNothingOfTheKey() {
    var names = KeyNames.plain("tollgate").hashed("secret".getBytes(StandardCharsets.UTF_8));
    var alice = new String(names.of(TWO, "alice@example.org"), StandardCharsets.UTF_8);
    var bob = new String(names.of(TWO, "bob@example.org"), StandardCharsets.UTF_8);

    assertThat(alice).startsWith("tollgate:two:").doesNotContain("alice").isNotEqualTo(bob);
    assertThat(alice)
        .isEqualTo(new String(names.of(TWO, "alice@example.org"), StandardCharsets.UTF_8));
  }
}
