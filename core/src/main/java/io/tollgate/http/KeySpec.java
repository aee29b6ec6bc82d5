package io.tollgate.http;

import io.tollgate.Key;
import io.tollgate.KeyResolver;
import io.tollgate.RequestPart;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Who pays, as an annotation says it. In which order it names several makes no difference.
 *
 * @param keys the kinds that are built in
 * @param parts parts of the request
 * @param resolver a class of the application
 */
record KeySpec(
    List<Key> keys, List<RequestPart> parts, Optional<Class<? extends KeyResolver>> resolver) {

  /**
   * Returns what an annotation's members say.
   *
   * @throws IllegalArgumentException if they make no sense, saying what to write
   */
  static KeySpec of(Key[] keys, String[] by, Class<? extends KeyResolver> resolver) {
    var parts = new ArrayList<RequestPart>();
    for (var text : by) {
      parts.add(RequestPart.parse(text));
    }
    boolean resolved = resolver != KeyResolver.class;
    if (keys.length == 0 && parts.isEmpty() && !resolved) {
      return new KeySpec(List.of(Key.CLIENT), List.of(), Optional.empty());
    }
    var kinds = Stream.of(keys).sorted(Comparator.comparing(KeySpec::payer)).toList();
    if (kinds.contains(Key.GLOBAL) && kinds.size() + parts.size() + (resolved ? 1 : 0) > 1) {
      throw new IllegalArgumentException(
          "GLOBAL is everybody together, so no other key stands beside it; leave one of them out");
    }
    return new KeySpec(
        kinds,
        parts.stream().sorted(Comparator.comparing(RequestPart::toString)).toList(),
        resolved ? Optional.of(resolver) : Optional.empty());
  }

  /** Both are the user, or else the address, once it is known who the user is. */
  private static Key payer(Key key) {
    return key == Key.CLIENT ? Key.USER : key;
  }

  /** Tells whether both make the same key of each call, once it is known who the user is. */
  boolean paysAs(KeySpec other) {
    return keys.stream()
            .map(KeySpec::payer)
            .toList()
            .equals(other.keys.stream().map(KeySpec::payer).toList())
        && parts.equals(other.parts)
        && resolver.equals(other.resolver);
  }

  /** Tells whether the key is another one for each user who is signed in. */
  boolean tellsUser() {
    return keys.contains(Key.USER) || keys.contains(Key.CLIENT);
  }

  /** Tells whether the key is always another one as long as the user is unknown. */
  boolean needsUser() {
    return keys.contains(Key.USER)
        || parts.stream().anyMatch(part -> part.kind() == RequestPart.Kind.CLAIM);
  }

  /** Writes the key as the table of limits shows it. */
  @Override
  public String toString() {
    var words = new ArrayList<String>();
    keys.forEach(key -> words.add(key.name().toLowerCase(Locale.ROOT)));
    parts.forEach(part -> words.add(part.toString()));
    resolver.ifPresent(type -> words.add(type.getSimpleName()));
    return String.join(" + ", words);
  }
}
