package io.tollgate.jaxrs.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bad inputs: who is the client. */
abstract class ClientInputsContract extends InputsContract {

  ClientInputsContract(Host host) {
    super(host);
  }

  private static App behindProxy() {
    return new App(Items.class).set("tollgate.proxies", "127.0.0.1");
  }

  @Test
  void a01_randomForwardedForEachCall_isOneBucket() throws Exception {
    var wire = wire(new App(Items.class));
    var address = IntStream.iterate(1, i -> i + 1).iterator();

    assertThat(
            row(6, () -> wire.call("GET", "/items/1", "X-Forwarded-For: 9.9.9." + address.next())))
        .isEqualTo("AAAAAR");
  }

  @Test
  void a02_leftPartOfForwardedFor_hasNoEffect() throws Exception {
    var wire = wire(behindProxy());
    var left = IntStream.iterate(1, i -> i + 1).iterator();

    assertThat(
            row(
                6,
                () ->
                    wire.call(
                        "GET", "/items/1", "X-Forwarded-For: 1.1.1." + left.next() + ", 5.5.5.5")))
        .isEqualTo("AAAAAR");
    assertThat(row(1, () -> wire.call("GET", "/items/1", "X-Forwarded-For: 1.1.1.1, 5.5.5.6")))
        .isEqualTo("A");
  }

  @Test
  void a03_twoLinesOfForwardedFor_areJoined() throws Exception {
    var wire = wire(behindProxy());
    var left = IntStream.iterate(1, i -> i + 1).iterator();

    assertThat(
            row(
                5,
                () ->
                    wire.call(
                        "GET",
                        "/items/1",
                        "X-Forwarded-For: 1.1.1." + left.next(),
                        "X-Forwarded-For: 5.5.5.5")))
        .isEqualTo("AAAAA");
    assertThat(row(1, () -> wire.call("GET", "/items/1", "X-Forwarded-For: 5.5.5.5")))
        .isEqualTo("R");
  }

  static Stream<String> unreadable() {
    return Stream.of("abc", "999.1.1.1", " , ,", "127.1", "2130706433", "x".repeat(7_000));
  }

  @ParameterizedTest
  @MethodSource("unreadable")
  void a04_unreadableForwardedFor_isThePeer(String field) throws Exception {
    var wire = wire(behindProxy());

    assertThat(row(5, () -> wire.call("GET", "/items/1", "X-Forwarded-For: " + field)))
        .isEqualTo("AAAAA");
    assertThat(row(1, () -> wire.call("GET", "/items/1"))).isEqualTo("R");
  }

  @ParameterizedTest
  @ValueSource(strings = {"5.5.5.5 5.5.5.5:1234", "[2001:db8::1]:443 2001:db8::1"})
  void a05_port_isLeftOut(String spellings) throws Exception {
    var wire = wire(behindProxy());
    var with = spellings.split(" ", 2)[0];
    var without = spellings.split(" ", 2)[1];

    assertThat(row(5, () -> wire.call("GET", "/items/1", "X-Forwarded-For: " + with)))
        .isEqualTo("AAAAA");
    assertThat(row(1, () -> wire.call("GET", "/items/1", "X-Forwarded-For: " + without)))
        .isEqualTo("R");
  }

  @Test
  void a06_addressesOfOneNetwork_areOneBucket() throws Exception {
    var wire = wire(behindProxy());
    var host = IntStream.iterate(1, i -> i + 1).iterator();

    var row =
        row(
            1_000,
            () ->
                wire.call(
                    "GET",
                    "/items/1",
                    "X-Forwarded-For: 2001:db8:1:2::" + Integer.toHexString(host.next())));

    assertThat(row).isEqualTo("AAAAA" + "R".repeat(995));
    assertThat(row(1, () -> wire.call("GET", "/items/1", "X-Forwarded-For: 2001:db8:1:3::1")))
        .isEqualTo("A");
  }

  @Test
  void a07_mappedAddress_isTheAddress() throws Exception {
    var wire = wire(behindProxy());

    assertThat(row(5, () -> wire.call("GET", "/items/1", "X-Forwarded-For: ::ffff:5.5.5.5")))
        .isEqualTo("AAAAA");
    assertThat(row(1, () -> wire.call("GET", "/items/1", "X-Forwarded-For: 5.5.5.5")))
        .isEqualTo("R");
  }

  @Test
  void a08_forwarded_isReadFromTheRight() throws Exception {
    var wire = wire(behindProxy().set("tollgate.proxyheader", "Forwarded"));
    var field = "Forwarded: for=\"[2001:db8::1]:4711\";proto=https, FOR=5.5.5.5";

    assertThat(row(5, () -> wire.call("GET", "/items/1", field))).isEqualTo("AAAAA");
    assertThat(row(1, () -> wire.call("GET", "/items/1", "Forwarded: for=5.5.5.5"))).isEqualTo("R");
    assertThat(row(1, () -> wire.call("GET", "/items/1", "Forwarded: for=\"[2001:db8::1]\"")))
        .isEqualTo("A");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "X-Real-IP",
        "True-Client-IP",
        "Client-IP",
        "X-Originating-IP",
        "CF-Connecting-IP"
      })
  void a09_otherHeaders_areIgnored(String name) throws Exception {
    var wire = wire(behindProxy());
    var address = IntStream.iterate(1, i -> i + 1).iterator();

    assertThat(row(6, () -> wire.call("GET", "/items/1", name + ": 9.9.9." + address.next())))
        .isEqualTo("AAAAAR");
  }
}
