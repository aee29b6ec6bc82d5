package io.tollgate.http;

import io.tollgate.RequestView;
import java.util.Optional;

/**
 * A header field that is believed when a trusted proxy wrote it.
 *
 * <p>A proxy that sets the field takes out what the client wrote. Where there are two, one of them
 * may be the client's, so neither is believed.
 */
record TrustedHeader(String name) {

  Optional<String> of(RequestView request, Client client) {
    if (!client.viaProxy()) {
      return Optional.empty();
    }
    var fields = request.headers(name);
    return fields.size() == 1 && !fields.get(0).isBlank()
        ? Optional.of(fields.get(0).strip())
        : Optional.empty();
  }
}
