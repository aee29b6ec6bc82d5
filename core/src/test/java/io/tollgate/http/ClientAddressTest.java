package io.tollgate.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.RequestView;
import io.tollgate.address.Cidr;
import io.tollgate.address.IpAddress;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ClientAddressTest {

  private static final String XFF = "X-Forwarded-For";

  private final ClientAddress trustingNobody = address(ProxyHeader.X_FORWARDED_FOR);
  private final ClientAddress behindLoopback = address(ProxyHeader.X_FORWARDED_FOR, "127.0.0.1");
  private final ClientAddress forwarded = address(ProxyHeader.FORWARDED, "127.0.0.1");

  private static ClientAddress address(ProxyHeader header, String... proxies) {
    return new ClientAddress(
        Stream.of(proxies).map(Cidr::parse).toList(), header, /* v6Bits= */ 64);
  }

  private static Optional<String> text(ClientAddress address, RequestView request) {
    return address.of(request).map(Client::text);
  }

  private static Request viaLoopback(String... fields) {
    return Request.from("127.0.0.1").header(XFF, fields);
  }

  @Test
  void a1_randomForwardedForWithoutTrustedProxy_isOneClient() {
    for (int i = 0; i < 1_000; i++) {
      var request = Request.from("9.9.9.9").header(XFF, "1.1." + i / 256 + "." + i % 256);

      assertThat(text(trustingNobody, request)).contains("9.9.9.9");
      assertThat(text(behindLoopback, request)).contains("9.9.9.9");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.1.1.1, 5.5.5.5", "2.2.2.2,5.5.5.5", "127.0.0.1, x, 5.5.5.5"})
  void a2_trustedProxy_leftPartHasNoEffect(String field) {
    assertThat(text(behindLoopback, viaLoopback(field))).contains("5.5.5.5");
  }

  @Test
  void a3_twoLines_areJoined() {
    assertThat(text(behindLoopback, viaLoopback("1.1.1.1", "5.5.5.5"))).contains("5.5.5.5");
    assertThat(text(behindLoopback, viaLoopback("5.5.5.5", "127.0.0.1"))).contains("5.5.5.5");
  }

  static Stream<String> unreadable() {
    return Stream.of(
        "abc",
        "999.1.1.1",
        " , ,",
        "",
        "5.5.5.5:",
        "5.5.5.5:x",
        "5.5.5.5:123456",
        "[::1",
        "[::1]x",
        "[5.5.5.5]:80",
        "unknown",
        "localhost",
        "5.5.5.5 6.6.6.6",
        "\"5.5.5.5\"",
        "x".repeat(8192),
        "x,".repeat(4096),
        "::".repeat(4096),
        "5.5.5.5, abc",
        "5.5.5.5,");
  }

  @ParameterizedTest
  @MethodSource("unreadable")
  void a4_hopThatCannotBeRead_isThePeer(String field) {
    assertThat(text(behindLoopback, viaLoopback(field))).contains("127.0.0.1");
  }

  @ParameterizedTest
  @CsvSource({
    "5.5.5.5:1234, 5.5.5.5",
    "[2001:db8::1]:443, 2001:db8::1",
    "[2001:db8::1], 2001:db8::1",
    "[2001:DB8:0::1]:1, 2001:db8::1"
  })
  void a5_port_isTheSameClientAsWithout(String with, String without) {
    assertThat(text(behindLoopback, viaLoopback(with)))
        .isPresent()
        .isEqualTo(text(behindLoopback, viaLoopback(without)));
  }

  @Test
  void a6_addressesOfOneNetwork_areOneClient() {
    var first = text(trustingNobody, Request.from("2001:db8::1"));

    assertThat(first).contains("2001:db8:0:0:0:0:0:0/64");
    for (int i = 0; i < 1_000; i++) {
      var address = String.format("2001:db8::%x:%x", i * 31 % 0x10000, i);
      assertThat(text(trustingNobody, Request.from(address))).isEqualTo(first);
    }
    assertThat(text(trustingNobody, Request.from("2001:db8:0:1::1"))).isNotEqualTo(first);
  }

  @Test
  void a7_mappedAddress_isTheSameClient() {
    assertThat(text(trustingNobody, Request.from("::ffff:5.5.5.5"))).contains("5.5.5.5");
    assertThat(text(behindLoopback, viaLoopback("::ffff:5.5.5.5"))).contains("5.5.5.5");
    assertThat(text(behindLoopback, Request.from("::ffff:127.0.0.1").header(XFF, "5.5.5.5")))
        .contains("5.5.5.5");
  }

  @ParameterizedTest
  @ValueSource(strings = {"64:ff9b::5.5.5.5", "64:ff9b::505:505", "64:FF9B:0:0:0:0:505:505"})
  void of_translatedAddress_isTheClientOfVersion4(String translated) {
    var direct = trustingNobody.of(Request.from(translated)).orElseThrow();

    assertThat(direct.text()).isEqualTo("5.5.5.5");
    assertThat(direct.address()).isEqualTo(IpAddress.parse("5.5.5.5"));
    assertThat(text(behindLoopback, viaLoopback("[" + translated + "]:443"))).contains("5.5.5.5");
    assertThat(text(trustingNobody, Request.from("64:ff9b::5.5.5.6"))).contains("5.5.5.6");
  }

  @Test
  void of_translatedAddressOfATrustedProxy_isNotTrusted() {
    assertThat(text(behindLoopback, Request.from("64:ff9b::127.0.0.1").header(XFF, "5.5.5.5")))
        .contains("127.0.0.1");
    assertThat(text(behindLoopback, viaLoopback("6.6.6.6, 64:ff9b::127.0.0.1")))
        .contains("127.0.0.1");

    var translator = address(ProxyHeader.X_FORWARDED_FOR, "64:ff9b::/96");
    assertThat(text(translator, Request.from("64:ff9b::9.9.9.9").header(XFF, "5.5.5.5")))
        .contains("5.5.5.5");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "for=\"[2001:db8::1]:4711\";proto=https, FOR=5.5.5.5 | 5.5.5.5",
        "for=5.5.5.5, for=\"[2001:db8::1]:4711\" | 2001:db8:0:0:0:0:0:0/64",
        "proto=https;for=5.5.5.5;by=1.1.1.1 | 5.5.5.5",
        "for=\"5.5.5.5:80\" | 5.5.5.5",
        "for=\"5.5.5.5:_port\" | 5.5.5.5",
        "for=\"[2001:db8::1]:_a.b-c_9\" | 2001:db8:0:0:0:0:0:0/64",
        "for=\"5.5.5.5:_\" | 127.0.0.1",
        "for=\"5.5.5.5:_a b\" | 127.0.0.1",
        "for=\"5.5.5.5:_a:80\" | 127.0.0.1",
        "for=\"\\5.5.\\5.5\" | 5.5.5.5",
        "for=\"5.5.5.5\\:80\" | 5.5.5.5",
        "for=\"5.5.5.5\\\\\" | 127.0.0.1",
        "for=\"5.5.5.5\\\"\" | 127.0.0.1",
        "for=\\5.5.5.5 | 127.0.0.1",
        "for=5.5.5.5;ext=\"a,b\\\",for=6.6.6.6\" | 5.5.5.5",
        "for=1.1.1.1,for=5.5.5.5 ; proto=http,for=127.0.0.1 | 5.5.5.5",
        "for=5.5.5.5, for=unknown | 127.0.0.1",
        "for=5.5.5.5, for=_hidden | 127.0.0.1",
        "for=5.5.5.5, by=6.6.6.6 | 127.0.0.1",
        "for=5.5.5.5, | 127.0.0.1",
        "for=\"5.5.5.5 | 127.0.0.1",
        "5.5.5.5 | 127.0.0.1"
      })
  void a8_forwarded_isReadByItsGrammar(String field, String client) {
    var request = Request.from("127.0.0.1").header("Forwarded", field);

    assertThat(text(forwarded, request)).contains(client);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "for=6.6.6.6;x=\"",
        "for=6.6.6.6;x=\"\\",
        "for=6.6.6.6;x=\"a\";y=\"",
        "for=6.6.6.6, for=7.7.7.7;x=\""
      })
  void of_clientOpensQuotesBeforeTheProxysHop_isNotBelieved(String sent) {
    for (var appended : List.of(", for=5.5.5.5", ", for=\"[2001:db8::1]:80\"", ",for=5.5.5.5")) {
      var request = Request.from("127.0.0.1").header("Forwarded", sent + appended);

      assertThat(text(forwarded, request)).contains("127.0.0.1");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "X-Real-IP",
        "True-Client-IP",
        "Client-IP",
        "X-Originating-IP",
        "CF-Connecting-IP",
        "Forwarded"
      })
  void a9_otherHeaders_areIgnored(String name) {
    var request = viaLoopback().header(name, "6.6.6.6");

    assertThat(text(behindLoopback, request)).contains("127.0.0.1");
    assertThat(text(trustingNobody, request)).contains("127.0.0.1");
  }

  @Test
  void of_oneHeaderConfigured_theOtherIsIgnored() {
    var both = viaLoopback("6.6.6.6").header("Forwarded", "for=5.5.5.5");

    assertThat(text(forwarded, both)).contains("5.5.5.5");
    assertThat(text(behindLoopback, both)).contains("6.6.6.6");
  }

  @Test
  void of_severalTrustedProxies_arePassedOver() {
    var address = address(ProxyHeader.X_FORWARDED_FOR, "127.0.0.1", "10.0.0.0/8");

    assertThat(text(address, viaLoopback("1.1.1.1, 5.5.5.5, 10.1.2.3, 10.9.9.9")))
        .contains("5.5.5.5");
    assertThat(text(address, viaLoopback("10.1.2.3"))).contains("10.1.2.3");
  }

  @Test
  void of_noTrustedProxy_readsNoHeader() {
    var request = new HeaderlessRequest("5.5.5.5");

    assertThat(text(trustingNobody, request)).contains("5.5.5.5");
    assertThat(text(behindLoopback, request)).contains("5.5.5.5");
  }

  @Test
  void of_manyPeers_eachIsItself() {
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < 5_000; i++) {
        var peer = "10.0." + i / 256 + "." + i % 256;

        assertThat(text(trustingNobody, Request.from(peer))).contains(peer);
      }
    }
  }

  @Test
  void of_client_knowsItsAddressAndWhetherItCameByAProxy() {
    var direct = behindLoopback.of(Request.from("2001:db8::1")).orElseThrow();
    var proxied = behindLoopback.of(viaLoopback("5.5.5.5")).orElseThrow();

    assertThat(direct.viaProxy()).isFalse();
    assertThat(direct.address()).isEqualTo(IpAddress.parse("2001:db8::1"));
    assertThat(proxied.viaProxy()).isTrue();
    assertThat(proxied.address()).isEqualTo(IpAddress.parse("5.5.5.5"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"fe80::1%eth0", "[fe80::1]", "[fe80:0:0:0:0:0:0:1%2]"})
  void of_peerWithZoneOrBrackets_isReadWithout(String peer) {
    assertThat(text(trustingNobody, Request.from(peer))).contains("fe80:0:0:0:0:0:0:0/64");
  }

  @Test
  void of_peerInBrackets_isTrusted() {
    var behindLoopback6 = address(ProxyHeader.X_FORWARDED_FOR, "::1");

    assertThat(text(behindLoopback6, Request.from("[0:0:0:0:0:0:0:1]").header(XFF, "5.5.5.5")))
        .contains("5.5.5.5");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[", "]", "[]", "[fe80::1", "fe80::1]", "[[fe80::1]]"})
  void of_peerWithHalfOfItsBrackets_isTakenAsItIs(String peer) {
    assertThat(text(trustingNobody, Request.from(peer))).contains(peer);
  }

  @Test
  void of_peerThatIsNoAddress_isTakenAsItIs() {
    assertThat(behindLoopback.of(Request.from("unix:/run/app.sock")))
        .contains(new Client("unix:/run/app.sock", Optional.empty(), /* viaProxy= */ false));
  }

  @Test
  void of_peerUnknown_isEmpty() {
    assertThat(trustingNobody.of(Request.fromNowhere())).isEmpty();
  }

  @Test
  void of_wholeAddress_isShownWithoutPrefix() {
    var address = new ClientAddress(List.of(), ProxyHeader.FORWARDED, /* v6Bits= */ 128);

    assertThat(text(address, Request.from("2001:db8::1"))).contains("2001:db8:0:0:0:0:0:1");
  }
}
