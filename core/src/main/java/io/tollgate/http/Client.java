package io.tollgate.http;

import io.tollgate.address.IpAddress;
import java.util.Optional;

/**
 * Where a call comes from, as far as the connection and trusted proxies tell.
 *
 * @param text the same for all spellings of an address, and for all addresses of a network of
 *     version 6 that count as one client
 * @param key what buckets know it by; kept, because most calls come from few addresses
 * @param address the address itself; empty if the connection has none
 * @param viaProxy whether the connection comes from a trusted proxy, so that header fields may be
 *     the proxy's word
 */
record Client(String text, String key, Optional<IpAddress> address, boolean viaProxy) {

  Client(String text, Optional<IpAddress> address, boolean viaProxy) {
    this(text, "ip:" + text, address, viaProxy);
  }
}
