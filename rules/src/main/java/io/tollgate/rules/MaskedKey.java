package io.tollgate.rules;

import java.util.Set;

/**
 * Makes the key of a bucket fit to be seen by everybody who may see the page: what a header field,
 * a cookie, a query, a claim or a class of the application says may be a secret, and only its
 * beginning is kept.
 */
final class MaskedKey {

  private static final Set<String> PLAIN = Set.of("user", "ip", "country", "plan", "path", "rule");
  private static final String ALL = "all";
  private static final int SHOWN = 4;

  private MaskedKey() {}

  /** Returns the key, with kinds and names, and without secrets. */
  static String of(String key) {
    var masked = new StringBuilder();
    int at = 0;
    while (at < key.length()) {
      // Several keys that make one together stand behind their lengths.
      int colon = key.indexOf(':', at);
      int length = colon < 0 ? -1 : length(key.substring(at, colon));
      if (length < 0) {
        return masked + part(key.substring(at));
      }
      int end = Math.min(key.length(), colon + 1 + length);
      masked.append(key, at, colon + 1).append(part(key.substring(colon + 1, end)));
      at = end;
    }
    return masked.toString();
  }

  private static int length(String digits) {
    return digits.matches("\\d{1,6}") ? Integer.parseInt(digits) : -1;
  }

  private static String part(String part) {
    int colon = part.indexOf(':');
    var kind = colon < 0 ? part : part.substring(0, colon);
    if (part.equals(ALL) || (colon >= 0 && PLAIN.contains(kind))) {
      return part;
    }
    // "header:x-api-key:SECRET" and "own:com.acme.ByTenant:SECRET"; what is not known is all
    // secret.
    int name = part.indexOf(':', colon + 1);
    int secret = colon < 0 || name < 0 ? 0 : name + 1;
    return part.length() - secret <= SHOWN
        ? part.substring(0, secret) + "…"
        : part.substring(0, secret + SHOWN) + "…";
  }
}
