package io.tollgate.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.tollgate.address.Cidr;
import io.tollgate.address.IpAddress;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Whatever stands in the header fields, a client is found and no exception comes.
 *
 * <p>In the build this runs the inputs that are kept beside the test. To look for new ones:
 *
 * <pre>
 *   JAZZER_FUZZ=1 mvn -pl core test-compile surefire:test@default-test -Dfuzz=true \
 *       -Dtest=ForwardingFuzzTest#of_anyForwarded_isAClient
 * </pre>
 */
final class ForwardingFuzzTest {

  private static final List<Cidr> PROXIES =
      Stream.of("127.0.0.1", "10.0.0.0/8", "fd00::/8").map(Cidr::parse).toList();

  private final ClientAddress forwardedFor =
      new ClientAddress(PROXIES, ProxyHeader.X_FORWARDED_FOR, /* v6Bits= */ 64);
  private final ClientAddress forwarded =
      new ClientAddress(PROXIES, ProxyHeader.FORWARDED, /* v6Bits= */ 64);

  /** Line breaks part the fields of one header. */
  @FuzzTest(maxDuration = "5m")
  void of_anyForwardedFor_isAClient(byte[] fields) {
    check(forwardedFor, "X-Forwarded-For", fields);
  }

  @FuzzTest(maxDuration = "5m")
  void of_anyForwarded_isAClient(byte[] fields) {
    check(forwarded, "Forwarded", fields);
  }

  @FuzzTest(maxDuration = "5m")
  void of_anyPeer_isAClient(byte[] peer) {
    var text = new String(peer, ISO_8859_1);
    var client = forwardedFor.of(Request.from(text)).orElseThrow();
    boolean same = client.address().isEmpty() ? client.text().equals(text) : isCanonical(client);
    if (!same) {
      throw new AssertionError(client + " for " + text);
    }
  }

  private static void check(ClientAddress address, String name, byte[] fields) {
    var lines = new String(fields, ISO_8859_1).lines().toArray(String[]::new);
    var request = Request.from("127.0.0.1").header(name, lines);
    var client = address.of(request).orElseThrow();
    if (!client.viaProxy() || !isCanonical(client)) {
      throw new AssertionError(client + " for " + request);
    }
    // What the client itself wrote before the proxy's word must not count.
    var appended = name.equals("Forwarded") ? "for=5.5.5.5" : "5.5.5.5";
    var nextLine = Stream.concat(Stream.of(lines), Stream.of(appended)).toArray(String[]::new);
    requireText(address, Request.from("127.0.0.1").header(name, nextLine), List.of("5.5.5.5"));
    var sameLine = String.join(" ", lines) + ", " + appended;
    requireText(
        address, Request.from("127.0.0.1").header(name, sameLine), List.of("5.5.5.5", "127.0.0.1"));
  }

  private static void requireText(ClientAddress address, Request request, List<String> texts) {
    var client = address.of(request).orElseThrow();
    if (!texts.contains(client.text())) {
      throw new AssertionError(client + " for " + request);
    }
  }

  private static boolean isCanonical(Client client) {
    var written = client.text().replaceFirst("/64$", "");
    return IpAddress.parse(written).map(IpAddress::toString).equals(Optional.of(written));
  }
}
