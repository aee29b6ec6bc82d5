package io.tollgate.http;

import io.tollgate.RequestView;
import io.tollgate.address.Cidr;
import io.tollgate.address.IpAddress;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds out from which address a request comes, behind the proxies that are trusted and no others.
 *
 * <p>Anybody can write a header field. What a proxy adds stands at the end, so the hops are read
 * from the last one backwards: as long as the one who wrote a hop is trusted, the hop is believed.
 * The first that is no trusted proxy is the client; what stands before it is the client's own word.
 * A hop that cannot be read ends the search at the last one that could.
 */
final class ClientAddress {

  /*
   * Most calls come from few peers: proxies, or clients that keep their connection. What was found
   * out about a peer is kept in a table where the text's hash chooses the place and the newest text
   * wins it. Threads may overwrite each other's entries: an entry is immutable and complete in
   * itself, and who does not find his own works it out again.
   */

  private static final int SEEN = 1024;
  private static final int MAX_SEEN_LENGTH = 64;

  /** What is known about the other end of a connection. */
  private record Peer(String text, Client client) {}

  private final List<Cidr> proxies;
  private final ProxyHeader header;
  private final int v6Bits;
  private final @Nullable Peer[] seen = new @Nullable Peer[SEEN];

  /**
   * Trusts these proxies.
   *
   * @param v6Bits how many bits of an address of version 6 tell one client from another; who has
   *     one address has a network of them
   */
  ClientAddress(List<Cidr> proxies, ProxyHeader header, int v6Bits) {
    this.proxies = List.copyOf(proxies);
    this.header = header;
    this.v6Bits = v6Bits;
  }

  /** Returns the client of a request; empty if the connection does not tell its other end. */
  Optional<Client> of(RequestView request) {
    var text = request.peer();
    return text.isPresent() ? Optional.of(behind(peer(text.get()), request)) : Optional.empty();
  }

  private Client peer(String text) {
    int hash = text.hashCode();
    int place = (hash ^ hash >>> 16) & SEEN - 1;
    var last = seen[place];
    if (last != null && last.text.equals(text)) {
      return last.client;
    }
    var client = newPeer(text);
    if (text.length() <= MAX_SEEN_LENGTH) {
      seen[place] = new Peer(text, client);
    }
    return client;
  }

  private Client newPeer(String text) {
    return IpAddress.parse(bare(text))
        .map(address -> client(address, isTrusted(address)))
        .orElseGet(() -> new Client(text, Optional.empty(), /* viaProxy= */ false));
  }

  private Client behind(Client peer, RequestView request) {
    return peer.viaProxy() ? behindProxy(peer, request) : peer;
  }

  private Client behindProxy(Client peer, RequestView request) {
    var nearest = peer.address().orElseThrow();
    var hops = header.hops(request);
    for (int i = hops.size() - 1; i >= 0 && hops.get(i).isPresent(); i--) {
      nearest = hops.get(i).get();
      if (!isTrusted(nearest)) {
        break;
      }
    }
    return nearest.equals(peer.address().get()) ? peer : client(nearest, /* viaProxy= */ true);
  }

  private boolean isTrusted(IpAddress address) {
    for (var block : proxies) {
      if (block.contains(address)) {
        return true;
      }
    }
    return false;
  }

  /** Clients of version 4 behind a translator would all be in one network of version 6. */
  private Client client(IpAddress seen, boolean viaProxy) {
    var address = seen.untranslated();
    var text =
        address.isV4() || v6Bits == IpAddress.BITS
            ? address.toString()
            : address.masked(v6Bits) + "/" + v6Bits;
    return new Client(text, Optional.of(address), viaProxy);
  }

  /**
   * Some servers, as Jetty, put an address of version 6 into brackets; and a link-local peer comes
   * with the interface it was seen on.
   */
  private static String bare(String peer) {
    boolean isBracketed = peer.startsWith("[") && peer.endsWith("]");
    var address = isBracketed ? peer.substring(1, peer.length() - 1) : peer;
    int zone = address.indexOf('%');
    return zone < 0 ? address : address.substring(0, zone);
  }
}
