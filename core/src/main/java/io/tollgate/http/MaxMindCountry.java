package io.tollgate.http;

import com.maxmind.db.CHMCache;
import com.maxmind.db.Reader;
import com.maxmind.db.Reader.FileMode;
import io.tollgate.RequestView;
import io.tollgate.address.IpAddress;
import java.io.File;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks the country of an address up in a database of MaxMind's format.
 *
 * <p>The only class that needs the library; nobody touches it before {@link CountryDatabase} has
 * found the library.
 */
final class MaxMindCountry implements CallerCountry {

  private static final Logger LOG = LoggerFactory.getLogger(MaxMindCountry.class);

  private final Reader reader;
  private final AtomicBoolean warned = new AtomicBoolean();

  private MaxMindCountry(Reader reader) {
    this.reader = reader;
  }

  /** Checks that a file is such a database and has countries. */
  static void check(File file) {
    try (var reader = new Reader(file, FileMode.MEMORY_MAPPED)) {
      requireCountries(file, reader);
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  /** Opens a file; all of it is read, so that it may be replaced while we run. */
  static MaxMindCountry open(File file) {
    try {
      return new MaxMindCountry(new Reader(file, FileMode.MEMORY, new CHMCache()));
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  private static void requireCountries(File file, Reader reader) {
    var type = reader.getMetadata().databaseType();
    boolean countries =
        type.contains("Country") || type.contains("City") || type.contains("Enterprise");
    if (!countries) {
      throw new IllegalArgumentException(
          "\""
              + file
              + "\" has no countries, it is a database of type "
              + type
              + "; use one such as GeoLite2-Country");
    }
  }

  private static IllegalArgumentException unreadable(File file, IOException cause) {
    return new IllegalArgumentException(
        "\"" + file + "\" is not a database of MaxMind's format; use one such as GeoLite2-Country",
        cause);
  }

  @Override
  public Optional<String> of(RequestView request, Client client) {
    return client.address().flatMap(this::country);
  }

  private Optional<String> country(IpAddress address) {
    try {
      var found = reader.get(address.toInetAddress(), Map.class);
      return found != null
              && found.get("country") instanceof Map<?, ?> country
              && country.get("iso_code") instanceof String code
          ? Optional.of(code)
          : Optional.empty();
    } catch (IOException | RuntimeException e) {
      // The file is damaged in this place; a call must not fail for it.
      if (warned.compareAndSet(false, true)) {
        LOG.warn("The country of an address cannot be looked up, which is said once", e);
      }
      return Optional.empty();
    }
  }
}
