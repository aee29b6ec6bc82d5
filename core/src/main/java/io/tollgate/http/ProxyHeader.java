package io.tollgate.http;

import io.tollgate.RequestView;
import io.tollgate.address.IpAddress;
import java.util.List;
import java.util.Optional;

/** The header field in which proxies write from whom they got a request. */
enum ProxyHeader {
  /** The addresses alone, separated by commas. */
  X_FORWARDED_FOR("X-Forwarded-For"),
  /** The field of RFC 7239. */
  FORWARDED("Forwarded");

  private final String field;

  ProxyHeader(String field) {
    this.field = field;
  }

  /** Returns the name of the field. */
  String field() {
    return field;
  }

  /**
   * Returns the header of that name.
   *
   * @throws IllegalArgumentException if there is none, saying what to write instead
   */
  static ProxyHeader named(String field) {
    for (var header : values()) {
      if (header.field.equalsIgnoreCase(field.strip())) {
        return header;
      }
    }
    throw new IllegalArgumentException(
        "\"" + field + "\" is not a header that is read; write X-Forwarded-For or Forwarded");
  }

  /** Returns the hops of a request, nearest last; one that cannot be read is empty. */
  List<Optional<IpAddress>> hops(RequestView request) {
    var lines = request.headers(field);
    return this == FORWARDED ? Hops.ofForwarded(lines) : Hops.ofForwardedFor(lines);
  }
}
