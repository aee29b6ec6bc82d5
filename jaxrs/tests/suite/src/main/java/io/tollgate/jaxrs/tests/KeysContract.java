package io.tollgate.jaxrs.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.Key;
import io.tollgate.KeyResolver;
import io.tollgate.Per;
import io.tollgate.Phase;
import io.tollgate.RateLimited;
import io.tollgate.RequestView;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Who pays for a call. */
abstract class KeysContract extends ServedContract {

  KeysContract(Host host) {
    super(host);
  }

  @Override
  App application() {
    return new App(Keyed.class, Nested.class, Guarded.class, Authentication.class);
  }

  /** Pays by different keys. */
  @Path("keys")
  public static class Keyed {

    @GET
    @Path("address")
    @RateLimited(limit = 1, per = Per.DAY, key = Key.IP)
    public String address() {
      return "got";
    }

    @GET
    @Path("user")
    @RateLimited(limit = 1, per = Per.DAY, key = Key.USER)
    public String user() {
      return "got";
    }

    @GET
    @Path("header")
    @RateLimited(limit = 1, per = Per.DAY, by = "header:X-Api-Key")
    public String header() {
      return "got";
    }

    @GET
    @Path("query")
    @RateLimited(limit = 1, per = Per.DAY, by = "query:tenant")
    public String query() {
      return "got";
    }

    @GET
    @Path("path/{tenant}")
    @RateLimited(limit = 1, per = Per.DAY, by = "path:tenant")
    public String path() {
      return "got";
    }

    @GET
    @Path("cookie")
    @RateLimited(limit = 1, per = Per.DAY, by = "cookie:session")
    public String cookie() {
      return "got";
    }

    @GET
    @Path("resolver")
    @RateLimited(limit = 1, per = Per.DAY, resolver = FirstLetter.class)
    public String resolver() {
      return "got";
    }
  }

  /** With two parts of a path that have one name. */
  @Path("tenants/{id}")
  public static class Nested {

    @GET
    @Path("users/{id}")
    @RateLimited(limit = 1, per = Per.DAY, by = "path:id")
    public String user(@PathParam("id") String id) {
      return id;
    }
  }

  /** With a limit that protects the authentication. */
  @Path("guarded")
  public static class Guarded {

    @GET
    @RateLimited(limit = 1, per = Per.DAY, key = Key.GLOBAL, phase = Phase.BEFORE_AUTHENTICATION)
    public String get() {
      return "got";
    }
  }

  /** Callers whose names begin alike pay together. */
  public static final class FirstLetter implements KeyResolver {

    @Override
    public Optional<String> resolve(RequestView request) {
      return request.query("name").map(name -> name.substring(0, 1));
    }
  }

  @Test
  void key_ip_isTheAddressOfThePeer() throws IOException {
    assertThat(caller().calls(2, "keys/address", "X-Forwarded-For", "9.9.9.9")).isEqualTo("AR");
    assertThat(caller().statusFrom(2, "keys/address")).contains(" 200");
    assertThat(caller().statusFrom(2, "keys/address")).contains(" 429");
  }

  @Test
  void key_user_isWhoWasAuthenticated() {
    assertThat(caller().calls(2, "keys/user", "X-User", "alice")).isEqualTo("AR");
    assertThat(caller().calls(2, "keys/user", "X-User", "bob")).isEqualTo("AR");
  }

  @Test
  void by_header_isItsValue() {
    assertThat(caller().calls(2, "keys/header", "X-Api-Key", "a")).isEqualTo("AR");
    assertThat(caller().calls(2, "keys/header", "X-Api-Key", "b")).isEqualTo("AR");
  }

  @Test
  void by_query_isItsValue() {
    assertThat(caller().calls(2, "keys/query?tenant=a")).isEqualTo("AR");
    assertThat(caller().calls(2, "keys/query?tenant=b")).isEqualTo("AR");
  }

  @Test
  void by_pathWhereTwoPartsHaveTheName_isWhatTheMethodIsGiven() {
    assertThat(caller().get("tenants/a/users/1").body()).isEqualTo("1");
    assertThat(caller().calls(1, "tenants/b/users/1")).isEqualTo("R");
    assertThat(caller().calls(2, "tenants/a/users/2")).isEqualTo("AR");
  }

  @Test
  void by_path_isWhatTheTemplateMatched() {
    assertThat(caller().calls(2, "keys/path/a")).isEqualTo("AR");
    assertThat(caller().calls(2, "keys/path/b")).isEqualTo("AR");
  }

  @Test
  void by_cookie_isItsValue() {
    assertThat(caller().calls(2, "keys/cookie", "Cookie", "session=a")).isEqualTo("AR");
    assertThat(caller().calls(2, "keys/cookie", "Cookie", "session=b")).isEqualTo("AR");
  }

  @Test
  void resolver_ofTheApplication_isAsked() {
    assertThat(caller().calls(1, "keys/resolver?name=alice")).isEqualTo("A");
    assertThat(caller().calls(1, "keys/resolver?name=adam")).isEqualTo("R");
    assertThat(caller().calls(1, "keys/resolver?name=bob")).isEqualTo("A");
  }

  @Test
  void phase_beforeAuthentication_refusesBeforeAnybodyIsAuthenticated() {
    assertThat(caller().get("guarded", "X-User", "mallory").statusCode()).isEqualTo(401);
    int asked = Authentication.ASKED.get();
    assertThat(caller().get("guarded", "X-User", "mallory").statusCode()).isEqualTo(429);
    assertThat(Authentication.ASKED.get()).isEqualTo(asked);
  }
}
