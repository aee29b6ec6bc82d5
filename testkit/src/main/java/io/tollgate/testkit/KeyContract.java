package io.tollgate.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.Algorithm;
import io.tollgate.Claim;
import io.tollgate.Decision;
import io.tollgate.Limit;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Nobody pays for another, whatever they are called. */
abstract class KeyContract extends ContractChapter {

  /** What the punctuation of some store, protocol or language would make something else of. */
  static final List<String> HOSTILE_KEYS =
      List.of(
          "",
          " ",
          "\0",
          "\r\nFLUSHALL\r\n",
          "*1\r\n$8\r\nFLUSHALL\r\n",
          "'); redis.call('flushall')--",
          "\"); os.exit() --",
          "'; drop table buckets; --",
          "${jndi:ldap://x}",
          "%s%n%00",
          "{key}",
          "key*",
          "../../etc/passwd",
          "\u001b[2J",
          "null",
          "0",
          "-1",
          "1e400",
          "Zoë",
          "名前",
          "😀",
          "\ud800",
          "x".repeat(8_192));

  KeyContract(BackendContract contract) {
    super(contract);
  }

  static Stream<Arguments> buckets() {
    var prefix = "k".repeat(8_000);
    return Stream.of(
        // the same text when limit and key are put one behind the other
        Arguments.of("r", "a:b", "r:a", "b"),
        Arguments.of("r", "a/b", "r/a", "b"),
        Arguments.of("r", "a|b", "r|a", "b"),
        Arguments.of("r", "a b", "r a", "b"),
        Arguments.of("r", "a.b", "r.a", "b"),
        Arguments.of("r", "a#b", "r#a", "b"),
        Arguments.of("r", "ab", "ra", "b"),
        Arguments.of("r", ":a", "r:", "a"),
        Arguments.of("r", "r", "rr", ""),
        Arguments.of("r", "a}", "r}", "a"),
        Arguments.of("{r}", "a", "{r", "}a"),
        // nearly the same key
        Arguments.of("r", "", "r", " "),
        Arguments.of("r", "a", "r", "a "),
        Arguments.of("r", "a", "r", "A"),
        Arguments.of("r", "a", "r", "a\0"),
        Arguments.of("r", "a", "r", "a\n"),
        Arguments.of("r", "a", "r", "a:"),
        Arguments.of("r", "1", "r", "01"),
        Arguments.of("r", "1", "r", "1.0"),
        Arguments.of("r", "9007199254740992", "r", "9007199254740993"),
        // the same in some encoding or normal form
        Arguments.of("r", "\u00e9", "r", "e\u0301"),
        Arguments.of("r", "\u00e9", "r", "?"),
        Arguments.of("r", "\u00e9", "r", "\u00c3\u00a9"),
        Arguments.of("r", "\u540d", "r", "\u524d"),
        Arguments.of("r", "\ud83d\ude00", "r", "\ud83d\ude01"),
        Arguments.of("r", "\ud800", "r", "\ud801"),
        Arguments.of("r", "\ud800", "r", "?"),
        // the same for the first thousands of characters
        Arguments.of("r", prefix, "r", prefix + "1"),
        Arguments.of("r", prefix + "1", "r", prefix + "2"),
        Arguments.of("r", prefix.substring(0, 255), "r", prefix.substring(0, 256)),
        // the same key of another limit
        Arguments.of("r", "a", "s", "a"),
        Arguments.of("r", "a", "R", "a"));
  }

  @ParameterizedTest
  @MethodSource("buckets")
  void decide_twoBuckets_doNotMix(String limit, String key, String otherLimit, String otherKey) {
    for (var algorithm : Algorithm.values()) {
      var one = limit(algorithm, 2).named(algorithm + limit);
      var other = limit(algorithm, 2).named(algorithm + otherLimit);

      assertThat(calls(one, key, 3)).isEqualTo("AAR");
      assertThat(remaining(other, otherKey)).isEqualTo(2);
      assertThat(calls(other, otherKey, 3)).isEqualTo("AAR");
      assertThat(calls(one, key, 1)).isEqualTo("R");
    }
  }

  @ParameterizedTest
  @MethodSource("buckets")
  void decide_twoBucketsInOneCall_doNotMix(
      String limit, String key, String otherLimit, String otherKey) {
    var one = new Claim(limit(Algorithm.TOKEN_BUCKET, 2).named(limit), key);
    var other = new Claim(limit(Algorithm.TOKEN_BUCKET, 2).named(otherLimit), otherKey);

    assertThat(decide(List.of(one, other)).each())
        .extracting(Decision::remaining)
        .containsExactly(1L, 1L);
    assertThat(decide(List.of(other, one)).each())
        .extracting(Decision::remaining)
        .containsExactly(0L, 0L);
    assertThat(decide(List.of(one, other)).allowed()).isFalse();
  }

  @ParameterizedTest
  @FieldSource("HOSTILE_KEYS")
  void decide_hostileKey_isAKeyLikeAnyOther(String key) {
    for (var algorithm : Algorithm.values()) {
      var limit = limit(algorithm, 2);
      assertThat(calls(limit, "canary", 3)).isEqualTo("AAR");
      assertThat(calls(limit, key, 3)).isEqualTo("AAR");
      assertThat(calls(limit, "canary", 1)).isEqualTo("R");
      assertThat(calls(limit, "another", 1)).isEqualTo("A");
    }
  }

  @ParameterizedTest
  @FieldSource("HOSTILE_KEYS")
  void release_hostileKey_endsItsLeaseOnly(String key) {
    var calls = Limit.concurrent(1).named("calls");
    decide(calls, "canary", 1);
    var held = decide(calls, key, 1);
    release(held.leases());

    assertThat(calls(calls, key, 2)).isEqualTo("AR");
    assertThat(calls(calls, "canary", 1)).isEqualTo("R");
  }

  @Test
  void decide_anyNameThatALimitMayHave_isANameLikeAnyOther() {
    for (char c = ' '; c <= '~'; c++) {
      if (c != '"' && c != '\\') {
        var limit = limit(Algorithm.TOKEN_BUCKET, 1).named("limit" + c);
        assertThat(calls(limit, "alice", 2)).as(limit.name()).isEqualTo("AR");
      }
    }
    var longest = limit(Algorithm.TOKEN_BUCKET, 1).named("n".repeat(128));
    assertThat(calls(longest, "alice", 2)).isEqualTo("AR");
  }

  @ParameterizedTest
  @EnumSource
  void decide_manyKeys_haveABucketEach(Algorithm algorithm) {
    var limit = limit(algorithm, 2);
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < 200; i++) {
        assertThat(decide(limit, "key" + i, 1).remaining()).isEqualTo(1 - round);
      }
    }
    for (int i = 0; i < 200; i++) {
      assertThat(decide(limit, "key" + i, 1).allowed()).isFalse();
    }
  }
}
