package io.tollgate.http;

import java.util.List;
import java.util.Optional;

/** A request whose headers must not be read. */
final class HeaderlessRequest extends Request {

  HeaderlessRequest(String peer) {
    super(Optional.of(peer));
  }

  @Override
  public List<String> headers(String name) {
    throw new AssertionError(name + " was read");
  }
}
