package io.tollgate.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tollgate.Key;
import io.tollgate.KeyResolver;
import io.tollgate.RequestView;
import io.tollgate.Settings;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class KeySourceTest {

  private static final Map<String, String> SETTINGS =
      Map.of(
          "tollgate.proxies", "127.0.0.1",
          "tollgate.country", "header:CF-IPCountry",
          "tollgate.plan", "role:gold,silver");

  private static String key(KeySpec spec, Request request) {
    return key(spec, request, new ByTenant());
  }

  private static String key(KeySpec spec, Request request, KeyResolver resolver) {
    return key(spec, request, resolver, /* withPlan= */ false);
  }

  private static String keyWithPlan(KeySpec spec, Request request) {
    return key(spec, request, new ByTenant(), /* withPlan= */ true);
  }

  private static String key(KeySpec spec, Request request, KeyResolver resolver, boolean withPlan) {
    var instances =
        new Instances() {
          @Override
          @SuppressWarnings("unchecked") // The only class that is asked for here.
          public <T> T of(Class<T> type) {
            return (T) resolver;
          }
        };
    return KeySource.of(spec, withPlan, instances)
        .key(new Caller(request, Callers.of(Settings.of(SETTINGS), new Failures(() -> 0))));
  }

  private static KeySpec keys(Key... keys) {
    return KeySpec.of(keys, new String[0], KeyResolver.class);
  }

  private static KeySpec by(String... parts) {
    return KeySpec.of(new Key[0], parts, KeyResolver.class);
  }

  private static Request request() {
    return Request.from("5.5.5.5");
  }

  @ParameterizedTest
  @EnumSource
  void key_withPlan_ofCallersWithoutOneIsTheSame(Key kind) {
    assertThat(keyWithPlan(keys(kind), request())).isEqualTo(key(keys(kind), request()));
    assertThat(keyWithPlan(keys(kind), request().user("alice")))
        .isEqualTo(key(keys(kind), request().user("alice")));
  }

  @Test
  void key_withPlan_isTheUsersOwnWhateverThePlan() {
    var alice = request().user("alice").roles("gold");
    assertThat(keyWithPlan(keys(Key.USER), alice)).isEqualTo(key(keys(Key.USER), alice));
    assertThat(keyWithPlan(keys(Key.CLIENT), alice)).isEqualTo(key(keys(Key.CLIENT), alice));
  }

  @ParameterizedTest
  @EnumSource
  void key_withPlan_tellsPlansApartWhereNoUserIsKnown(Key kind) {
    var gold = request().roles("gold");
    assertThat(keyWithPlan(keys(kind), gold))
        .isNotEqualTo(keyWithPlan(keys(kind), request()))
        .isNotEqualTo(keyWithPlan(keys(kind), request().roles("silver")));
    assertThat(keyWithPlan(by("header:Tenant"), gold.header("Tenant", "a")))
        .isNotEqualTo(keyWithPlan(by("header:Tenant"), request().header("Tenant", "a")));
  }

  /** A class of an application. */
  private static final class ByTenant implements KeyResolver {
    @Override
    public Optional<String> resolve(RequestView request) {
      return request
          .header("Tenant")
          .map(
              tenant -> {
                if (tenant.equals("bad")) {
                  throw new IllegalStateException("no such tenant");
                }
                return tenant;
              });
    }
  }

  @Test
  void key_user_isTheUserOrElseTheAddress() {
    assertThat(key(keys(Key.USER), request().user("alice"))).isEqualTo("user:alice");
    assertThat(key(keys(Key.USER), request())).isEqualTo("ip:5.5.5.5");
    assertThat(key(keys(Key.USER), request().user(" "))).isEqualTo("ip:5.5.5.5");
    assertThat(key(keys(Key.CLIENT), request().user("alice"))).isEqualTo("user:alice");
    assertThat(key(keys(), request())).isEqualTo("ip:5.5.5.5");
  }

  @Test
  void key_ofSeveral_isTheSameInWhateverOrder() {
    var request = request().user("alice").header("A", "x").header("B", "y");

    assertThat(key(keys(Key.IP, Key.CLIENT), request))
        .isEqualTo(key(keys(Key.USER, Key.IP), request));
    assertThat(key(by("header:B", "header:A"), request))
        .isEqualTo(key(by("header:A", "header:B"), request));
  }

  @Test
  void key_userNamedLikeAnAddress_isNotThatAddress() {
    assertThat(key(keys(Key.USER), request().user("5.5.5.5")))
        .isNotEqualTo(key(keys(Key.IP), request()));
  }

  @Test
  void key_unknownAddress_isOneForAll() {
    assertThat(key(keys(Key.IP), Request.fromNowhere())).isEqualTo("ip:");
  }

  @Test
  void key_global_isOneForAll() {
    assertThat(key(keys(Key.GLOBAL), request().user("alice")))
        .isEqualTo(key(keys(Key.GLOBAL), Request.from("6.6.6.6")));
  }

  @Test
  void key_country_isBelievedFromTrustedProxiesOnly() {
    var spec = keys(Key.COUNTRY);

    assertThat(key(spec, Request.from("127.0.0.1").header("CF-IPCountry", "de")))
        .isEqualTo("country:DE");
    assertThat(key(spec, request().header("CF-IPCountry", "DE"))).isEqualTo("country:");
  }

  @Test
  void key_plan_isTheBestRole() {
    assertThat(key(keys(Key.PLAN), request().roles("silver", "gold"))).isEqualTo("plan:gold");
    assertThat(key(keys(Key.PLAN), request())).isEqualTo("plan:");
  }

  @ParameterizedTest
  @ValueSource(strings = {"header:Name", "query:Name", "path:Name", "cookie:Name", "claim:Name"})
  void key_partOfTheRequest_isThatPartOrElseTheAddress(String part) {
    var full = request().header("Name", "x").parameter("Name", "x").claim("Name", "x");
    var blank = request().header("Name", " ");

    assertThat(key(by(part), full)).startsWithIgnoringCase(part + ":").endsWith("x");
    assertThat(key(by(part), request())).isEqualTo("ip:5.5.5.5");
    assertThat(key(by(part), blank)).isEqualTo("ip:5.5.5.5");
  }

  @ParameterizedTest
  @ValueSource(strings = {"header", "header:", "header: ", ":x", "", "body:x", "Header:x"})
  void of_unknownPart_isExplained(String part) {
    assertThatThrownBy(() -> by(part))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("write header:, query:, path:, cookie:, claim: and a name");
  }

  @Test
  void key_headerInAnySpelling_isTheSame() {
    var request = request().header("X-Api-Key", "k");

    assertThat(key(by("header:x-api-KEY"), request))
        .isEqualTo(key(by("header:X-Api-Key"), request));
  }

  @Test
  void key_nameWithAColon_isNotTheBeginningOfAValue() {
    assertThat(key(by("claim:a:b"), request().claim("a:b", "c")))
        .isNotEqualTo(key(by("claim:a"), request().claim("a", "b:c")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"header:X Api", "header:X-Api-Key,Other", "header:a:b", "header:ä"})
  void of_noNameOfAHeader_isExplained(String part) {
    assertThatThrownBy(() -> by(part))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(
            "is not the name of a header field; write letters, digits and dashes");
  }

  private static String own(String text) {
    return "own:" + ByTenant.class.getName() + ":" + text;
  }

  /** Counts by devices. */
  private static final class ByDevice implements KeyResolver {
    @Override
    public Optional<String> resolve(RequestView request) {
      return Optional.of("42");
    }
  }

  @Test
  void key_sameAnswerOfTwoResolvers_isTwoKeys() {
    var byTenant = KeySpec.of(new Key[0], new String[0], ByTenant.class);
    var byDevice = KeySpec.of(new Key[0], new String[0], ByDevice.class);

    assertThat(key(byDevice, request(), new ByDevice()))
        .isNotEqualTo(key(byTenant, request().header("Tenant", "42")));
  }

  @Test
  void key_ownResolver_isItsAnswerOrElseTheAddress() {
    var spec = KeySpec.of(new Key[0], new String[0], ByTenant.class);

    assertThat(key(spec, request().header("Tenant", "acme"))).isEqualTo(own("acme"));
    assertThat(key(spec, request().header("Tenant", " "))).isEqualTo("ip:5.5.5.5");
    assertThat(key(spec, request().header("Tenant", "bad"))).isEqualTo("ip:5.5.5.5");
    assertThat(key(spec, request())).isEqualTo("ip:5.5.5.5");
  }

  @Test
  @SuppressWarnings("NullAway") // What a careless class of an application answers.
  void key_ownResolverThatAnswersNull_isTheAddress() {
    var spec = KeySpec.of(new Key[0], new String[0], ByTenant.class);

    assertThat(key(spec, request(), request -> null)).isEqualTo("ip:5.5.5.5");
  }

  static List<Throwable> failures() {
    return List.of(
        new IllegalStateException("no such tenant"),
        new IOException("not declared"),
        new AssertionError("never"),
        new NoClassDefFoundError("gone"));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void key_ownResolverThatFailsInAnyWay_isTheAddress(Throwable failure) {
    var spec = KeySpec.of(new Key[0], new String[0], ByTenant.class);

    assertThat(key(spec, request(), request -> Endpoints.fail(failure))).isEqualTo("ip:5.5.5.5");
  }

  @Test
  void key_virtualMachineFails_isTold() {
    var spec = KeySpec.of(new Key[0], new String[0], ByTenant.class);
    var failure = new StackOverflowError();

    assertThatThrownBy(() -> key(spec, request(), request -> Endpoints.fail(failure)))
        .isSameAs(failure);
  }

  @ParameterizedTest
  @EnumSource(Key.class)
  void key_ofEveryKind_existsForABareRequest(Key key) {
    assertThat(key(keys(key), Request.fromNowhere())).isNotEmpty();
  }

  @Property
  void key_ofSeveralParts_tellsAnyTwoListsApart(
      @ForAll @Size(2) List<String> one, @ForAll @Size(2) List<String> other) {
    Assume.that(one.stream().noneMatch(String::isBlank));
    Assume.that(other.stream().noneMatch(String::isBlank));
    Assume.that(!one.equals(other));

    assertThat(joined(one)).isNotEqualTo(joined(other));
  }

  private static String joined(List<String> values) {
    var request = request().header("A", values.get(0)).header("B", values.get(1));
    return key(by("header:A", "header:B"), request);
  }
}
