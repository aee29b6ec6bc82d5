package io.tollgate;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A part of a request that can be a key: {@code header:X-Api-Key}.
 *
 * @param kind where to look
 * @param name the name there
 */
public record RequestPart(Kind kind, String name) {

  private static final Logger LOG = LoggerFactory.getLogger(RequestPart.class);

  /** Where to look. */
  public enum Kind {
    /** A header field. */
    HEADER,
    /** A parameter of the query. */
    QUERY,
    /** A parameter of the path template. */
    PATH,
    /** A cookie. */
    COOKIE,
    /** What the token of the user says. */
    CLAIM;

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Reads a part.
   *
   * @throws IllegalArgumentException if the text is none, saying what to write
   */
  public static RequestPart parse(String text) {
    int colon = text.indexOf(':');
    var word = colon < 0 ? text : text.substring(0, colon);
    var name = colon < 0 ? "" : text.substring(colon + 1).strip();
    for (var kind : Kind.values()) {
      if (kind.word().equals(word) && !name.isEmpty()) {
        return kind == Kind.HEADER ? ofHeader(name) : new RequestPart(kind, name);
      }
    }
    throw new IllegalArgumentException(
        "\""
            + text
            + "\" names no part of a request; write "
            + Arrays.stream(Kind.values())
                .map(kind -> kind.word() + ":")
                .collect(Collectors.joining(", "))
            + " and a name, such as header:X-Api-Key");
  }

  /** Every spelling of a header's name means the same header, so the same caller has one key. */
  private static RequestPart ofHeader(String name) {
    return new RequestPart(Kind.HEADER, checkedHeader(name).toLowerCase(Locale.ROOT));
  }

  /**
   * Returns a name that header fields can have.
   *
   * @throws IllegalArgumentException if they cannot, saying what to write
   */
  public static String checkedHeader(String name) {
    boolean token = name.chars().allMatch(c -> c > ' ' && c < 127 && ",:;=\"()".indexOf(c) < 0);
    if (!token || name.isEmpty()) {
      throw new IllegalArgumentException(
          "\"" + name + "\" is not the name of a header field; write letters, digits and dashes");
    }
    return name;
  }

  /** Returns what a key begins with: no name ends where the value of another begins. */
  public String prefix() {
    return kind.word() + ":" + name.replace("%", "%25").replace(":", "%3A") + ":";
  }

  /** Returns what the request has there, unless it is blank or cannot be read. */
  public Optional<String> of(RequestView request) {
    try {
      return read(request).filter(text -> !text.isBlank());
    } catch (RuntimeException e) {
      // Frameworks throw when they meet a query or a cookie that is no such thing.
      LOG.debug("{} of a request cannot be read", this, e);
      return Optional.empty();
    }
  }

  private Optional<String> read(RequestView request) {
    return switch (kind) {
      case HEADER -> request.header(name);
      case QUERY -> request.query(name);
      case PATH -> request.pathParameter(name);
      case COOKIE -> request.cookie(name);
      case CLAIM -> request.claim(name);
    };
  }

  @Override
  public String toString() {
    return kind.word() + ":" + name;
  }
}
