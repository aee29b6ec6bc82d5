package io.tollgate.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.security.Principal;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class TokenClaimsTest {

  /** As MicroProfile's: the type of a claim is what the caller hopes for. */
  record Token(Map<String, Object> claims) implements Principal {

    @Override
    public String getName() {
      return "alice";
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // As theirs.
    public <T> @Nullable T getClaim(String name) {
      return (T) claims.get(name);
    }
  }

  /** Fails in whatever way it is told to. */
  record Broken(Optional<Throwable> failure) implements Principal {

    @Override
    public String getName() {
      return "mallory";
    }

    public String getClaim(String name) throws Throwable {
      if (failure.isPresent()) {
        throw failure.get();
      }
      return name;
    }
  }

  private static Broken broken(Throwable failure) {
    return new Broken(Optional.of(failure));
  }

  @Test
  void of_claim_isItsText() {
    var token = new Token(Map.of("tier", "gold", "level", 7L, "groups", Set.of("a")));

    assertThat(TokenClaims.of(token, "tier")).contains("gold");
    assertThat(TokenClaims.of(token, "level")).contains("7");
    assertThat(TokenClaims.of(token, "groups")).contains("[a]");
  }

  @Test
  void of_claimThatIsNotThere_isEmpty() {
    assertThat(TokenClaims.of(new Token(Map.of()), "tier")).isEmpty();
  }

  @Test
  void of_userWithoutClaims_isEmpty() {
    Principal user = () -> "bob";

    assertThat(TokenClaims.of(user, "tier")).isEmpty();
  }

  @Test
  void of_tokenThatFails_isEmpty() {
    assertThat(TokenClaims.of(broken(new IllegalStateException("expired")), "tier")).isEmpty();
    assertThat(TokenClaims.of(broken(new IOException("unreadable")), "tier")).isEmpty();
  }

  @Test
  void of_virtualMachineFails_isTold() {
    var failure = new StackOverflowError();

    assertThatThrownBy(() -> TokenClaims.of(broken(failure), "tier")).isSameAs(failure);
  }
}
