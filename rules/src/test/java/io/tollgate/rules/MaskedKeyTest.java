package io.tollgate.rules;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class MaskedKeyTest {

  @ParameterizedTest
  @CsvSource({
    "user:eve, user:eve",
    "ip:2001:db8:0:0:0:0:0:0, ip:2001:db8:0:0:0:0:0:0",
    "all, all",
    "plan:gold, plan:gold",
    "header:x-api-key:secret:more, header:x-api-key:secr…",
    "header:x-api-key:abc, header:x-api-key:…",
    "cookie:session:0123456789, cookie:session:0123…",
    "query:key:0123456789, query:key:0123…",
    "claim:sub:0123456789, claim:sub:0123…",
    "own:com.acme.ByTenant:0123456789, own:com.acme.ByTenant:0123…",
    "own:com.acme.ByTenant:0123, own:com.acme.ByTenant:…",
    "8:user:eve22:header:k:0123456789abc, 8:user:eve22:header:k:0123…",
    "27:header:x-api-key:0123456789, 27:header:x-api-key:0123…",
    "0123456789, 0123…",
    "header:k, head…",
  })
  void key_ofAnyKind_showsNoSecret(String key, String shown) {
    assertThat(MaskedKey.of(key)).isEqualTo(shown);
  }
}
