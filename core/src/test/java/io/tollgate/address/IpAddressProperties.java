package io.tollgate.address;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

final class IpAddressProperties {

  @Property
  void parse_whatAnAddressPrints_isThatAddress(@ForAll long high, @ForAll long low) {
    var address = new IpAddress(high, low);

    assertThat(IpAddress.parse(address.toString())).contains(address);
    assertThat(address.toInetAddress().getHostAddress()).isEqualTo(address.toString());
  }

  @Property
  void parse_anyVersion4_isThatAddress(@ForAll int bits) {
    var address = new IpAddress(0, 0xffff_0000_0000L | Integer.toUnsignedLong(bits));

    assertThat(address.isV4()).isTrue();
    assertThat(IpAddress.parse(address.toString())).contains(address);
    assertThat(IpAddress.parse("::ffff:" + address)).contains(address);
    assertThat(address.toInetAddress().getHostAddress()).isEqualTo(address.toString());
  }

  @Property
  void parse_anySpelling_isOneAddress(
      @ForAll("groups") List<Integer> groups,
      @ForAll boolean upperCase,
      @ForAll boolean leadingZeros,
      @ForAll boolean quadAtTheEnd,
      @ForAll @IntRange(max = 7) int from,
      @ForAll @IntRange(max = 8) int to) {
    var plain = spelled(groups, "%x", 0, 0, /* quadAtTheEnd= */ false);
    var other = spelled(groups, leadingZeros ? "%04x" : "%x", from, to, quadAtTheEnd);

    assertThat(IpAddress.parse(upperCase ? other.toUpperCase(Locale.ROOT) : other))
        .isPresent()
        .isEqualTo(IpAddress.parse(plain));
  }

  @Property
  void contains_anyBlock_isWhatItsFirstBitsSay(
      @ForAll long high,
      @ForAll long low,
      @ForAll @IntRange(max = 128) int bits,
      @ForAll @IntRange(max = 127) int flipped) {
    var address = new IpAddress(high, low);
    var block = new Cidr(address.masked(bits), bits);
    var neighbour =
        flipped < 64
            ? new IpAddress(high ^ Long.MIN_VALUE >>> flipped, low)
            : new IpAddress(high, low ^ Long.MIN_VALUE >>> (flipped - 64));

    assertThat(block.contains(address)).isTrue();
    assertThat(block.contains(neighbour)).isEqualTo(flipped >= bits);
    assertThat(Cidr.parse(block.toString())).isEqualTo(block);
  }

  /** Leaves the groups from one to the other out if all are zero. */
  private static String spelled(
      List<Integer> groups, String format, int from, int to, boolean quadAtTheEnd) {
    int end = quadAtTheEnd ? 6 : 8;
    boolean gap = from < to && to <= end && groups.subList(from, to).stream().allMatch(g -> g == 0);
    String tail =
        quadAtTheEnd
            ? String.format(
                "%d.%d.%d.%d",
                groups.get(6) >> 8, groups.get(6) & 255, groups.get(7) >> 8, groups.get(7) & 255)
            : "";
    if (!gap) {
      return joined(groups, format, 0, end, tail);
    }
    return joined(groups, format, 0, from, "") + "::" + joined(groups, format, to, end, tail);
  }

  private static String joined(List<Integer> groups, String format, int from, int to, String tail) {
    var hex =
        IntStream.range(from, to)
            .mapToObj(i -> String.format(format, groups.get(i)))
            .collect(Collectors.joining(":"));
    return tail.isEmpty() || hex.isEmpty() ? hex + tail : hex + ":" + tail;
  }

  @Provide
  static Arbitrary<List<Integer>> groups() {
    return Arbitraries.oneOf(Arbitraries.just(0), Arbitraries.integers().between(0, 0xffff))
        .list()
        .ofSize(8);
  }
}
