package io.tollgate.http;

import io.tollgate.RequestView;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Finds out from which country a call comes: two letters of ISO 3166, in upper case. */
interface CallerCountry {

  /** Every way to find out, for messages and for the guide. */
  List<String> EXAMPLES = List.of("header:CF-IPCountry", "database:/path/to/GeoLite2-Country.mmdb");

  /** Two letters, or a letter and a digit for what is no country. */
  Pattern CODE = Pattern.compile("[A-Za-z][A-Za-z0-9]");

  /** Never knows. */
  CallerCountry UNKNOWN = (request, client) -> Optional.empty();

  /** Returns the country; empty if nobody knows. */
  Optional<String> of(RequestView request, Client client);

  /**
   * Reads where to look, and looks there once.
   *
   * @throws IllegalArgumentException if that cannot work, saying what to do about it
   */
  static SourceText parse(String text) {
    var source = SourceText.parse(text, EXAMPLES);
    if (source.kind().equals("header")) {
      return source.checkedHeader();
    }
    CountryDatabase.check(source.value());
    return source;
  }

  /**
   * Opens what {@link #parse} has checked.
   *
   * @throws IllegalArgumentException if it has gone since
   */
  static CallerCountry from(SourceText source) {
    if (source.kind().equals("header")) {
      var header = new TrustedHeader(source.value());
      return (request, client) -> header.of(request, client).flatMap(CallerCountry::code);
    }
    return CountryDatabase.open(source.value());
  }

  /** Content delivery networks write {@code XX} when they do not know, and {@code T1} for Tor. */
  private static Optional<String> code(String text) {
    boolean known = CODE.matcher(text).matches() && !text.equalsIgnoreCase("XX");
    return known ? Optional.of(text.toUpperCase(Locale.ROOT)) : Optional.empty();
  }
}
