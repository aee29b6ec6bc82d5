package io.tollgate.address;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class IpAddressTest {

  @ParameterizedTest
  @CsvSource({
    "5.5.5.5, 5.5.5.5",
    "0.0.0.0, 0.0.0.0",
    "255.255.255.255, 255.255.255.255",
    "::ffff:5.5.5.5, 5.5.5.5",
    "::FFFF:505:505, 5.5.5.5",
    "::, 0:0:0:0:0:0:0:0",
    "::1, 0:0:0:0:0:0:0:1",
    "1::, 1:0:0:0:0:0:0:0",
    "2001:db8::1, 2001:db8:0:0:0:0:0:1",
    "2001:0DB8:0000:0000:0000:0000:0000:0001, 2001:db8:0:0:0:0:0:1",
    "1:2:3:4:5:6:7:8, 1:2:3:4:5:6:7:8",
    "1:2:3:4:5:6:7::, 1:2:3:4:5:6:7:0",
    "::2:3:4:5:6:7:8, 0:2:3:4:5:6:7:8",
    "1:2:3:4:5:6:1.2.3.4, 1:2:3:4:5:6:102:304",
    "64:ff9b::1.2.3.4, 64:ff9b:0:0:0:0:102:304"
  })
  void parse_literal_isRead(String text, String canonical) {
    assertThat(IpAddress.parse(text)).hasToString("Optional[" + canonical + "]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "abc",
        "127.1",
        "2130706433",
        "999.1.1.1",
        "1.2.3",
        "1.2.3.4.5",
        "1.2.3.4 ",
        "01.2.3.4",
        "1.2.3.04",
        "1..2.3",
        ".1.2.3",
        "1.2.3.",
        "0x7f.0.0.1",
        "-1.2.3.4",
        "\u0661.2.3.4",
        ":",
        ":::",
        "1",
        "1:",
        ":1",
        "1:2:3:4:5:6:7",
        "1:2:3:4:5:6:7:8:9",
        "1::2::3",
        "1:2:3:4:5:6:7:8::",
        "::1:2:3:4:5:6:7:8",
        "12345::",
        "g::",
        "fe80::1%eth0",
        "1:2:3:4:5:6:7:1.2.3.4",
        "::1.2.3",
        "::1.2.3.4:5",
        "[::1]",
        "1.2.3.4:80",
        "0000:0000:0000:0000:0000:0000:0000:0000:0000",
        "\u0661::"
      })
  void parse_notAnAddress_isEmpty(String text) {
    assertThat(IpAddress.parse(text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "64:ff9b::5.5.5.5, 5.5.5.5",
    "64:ff9b::ffff:ffff, 255.255.255.255",
    "64:ff9b::, 0.0.0.0",
    "64:ff9b::1:505:505, 64:ff9b:0:0:0:1:505:505",
    "64:ff9b:0:1::505:505, 64:ff9b:0:1:0:0:505:505",
    "64:ff9b:1::505:505, 64:ff9b:1:0:0:0:505:505",
    "64:ff9a::505:505, 64:ff9a:0:0:0:0:505:505",
    "2001:db8::5.5.5.5, 2001:db8:0:0:0:0:505:505",
    "5.5.5.5, 5.5.5.5"
  })
  void untranslated_addressBehindTheWellKnownPrefix_isThatOfVersion4(String text, String address) {
    assertThat(IpAddress.parse(text).orElseThrow().untranslated()).hasToString(address);
  }

  @Test
  void parse_anyAddress_agreesWithThePlatform() throws UnknownHostException {
    var random = new Random(1);
    for (int i = 0; i < 10_000; i++) {
      var bytes = new byte[random.nextBoolean() ? 4 : 16];
      random.nextBytes(bytes);
      for (int j = 0; j < bytes.length; j++) {
        bytes[j] = random.nextInt(3) == 0 ? 0 : bytes[j];
      }
      var text = InetAddress.getByAddress(bytes).getHostAddress();

      assertThat(IpAddress.parse(text)).hasToString("Optional[" + text + "]");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "10.0.0.0/8, 10.255.0.1, true",
    "10.0.0.0/8, 11.0.0.0, false",
    "10.0.0.0/8, ::ffff:10.1.1.1, true",
    "0.0.0.0/0, 9.9.9.9, true",
    "0.0.0.0/0, ::1, false",
    "::/0, 9.9.9.9, true",
    "127.0.0.1, 127.0.0.1, true",
    "127.0.0.1, 127.0.0.2, false",
    "2001:db8::/32, 2001:db8:ffff::1, true",
    "2001:db8::/32, 2001:db9::, false",
    "2001:db8::/65, 2001:db8::8000:0:0:0, false",
    "::ffff:10.0.0.0/104, 10.1.1.1, true",
    "::ffff:10.0.0.0/104, 11.1.1.1, false"
  })
  void contains_address_isInTheBlock(String block, String address, boolean contained) {
    assertThat(Cidr.parse(block).contains(IpAddress.parse(address).orElseThrow()))
        .isEqualTo(contained);
  }

  @ParameterizedTest
  @ValueSource(strings = {"10.0.0.0/8", "127.0.0.1", "0.0.0.0/0", "1:2:0:0:0:0:0:0/32"})
  void toString_block_isReadAgain(String block) {
    assertThat(Cidr.parse(block)).hasToString(block);
  }

  @ParameterizedTest
  @CsvSource({
    "localhost, '\"localhost\" is not a block of addresses; write an address, or a block such as"
        + " 10.0.0.0/8'",
    "10.0.0.0/33, '\"10.0.0.0/33\" is not a block of addresses; after the slash stands a number"
        + " from 0 to 32'",
    "::/129, '\"::/129\" is not a block of addresses; after the slash stands a number from 0 to"
        + " 128'",
    "10.0.0.0/, '\"10.0.0.0/\" is not a block of addresses; after the slash stands a number from 0"
        + " to 32'",
    "10.1.2.3/8, '\"10.1.2.3/8\" is not a block of addresses; the block begins at 10.0.0.0, so"
        + " write that before the slash'"
  })
  void parse_notABlock_saysWhy(String text, String message) {
    assertThatThrownBy(() -> Cidr.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }
}
