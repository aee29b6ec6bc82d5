package io.tollgate.jaxrs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.http.TokenClaims;
import jakarta.json.Json;
import jakarta.json.JsonValue;
import java.security.Principal;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tokens of which the claims are values of JSON, as MicroProfile allows for those of one's own. */
final class JsonClaimsTest {

  record Token(Map<String, JsonValue> claims) implements Principal {

    @Override
    public String getName() {
      return "alice";
    }

    public @Nullable JsonValue getClaim(String name) {
      return claims.get(name);
    }
  }

  @Test
  void of_textOfJson_hasNoQuotes() {
    var token =
        new Token(Map.of("tier", Json.createValue("gold"), "quoted", Json.createValue("\"")));

    assertThat(TokenClaims.of(token, "tier")).contains("gold");
    assertThat(TokenClaims.of(token, "quoted")).contains("\"");
  }

  @Test
  void of_otherValueOfJson_isAsItIsWritten() {
    var token = new Token(Map.of("level", Json.createValue(7), "staff", JsonValue.TRUE));

    assertThat(TokenClaims.of(token, "level")).contains("7");
    assertThat(TokenClaims.of(token, "staff")).contains("true");
  }
}
