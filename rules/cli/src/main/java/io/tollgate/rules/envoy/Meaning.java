package io.tollgate.rules.envoy;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What a descriptor says about a request.
 *
 * @param part the part of the request
 * @param name the name of a header field; empty for other parts
 * @param value what the part must be; empty if it may be anything
 */
record Meaning(Part part, String name, String value) {

  /** A part of a request. */
  enum Part {
    IP("address", "ip"),
    /** A block of addresses, which is counted together. */
    BLOCK("address", ""),
    PATH("path", ""),
    METHODS("methods", ""),
    USER("user", "user"),
    PLAN("plan", "plan"),
    COUNTRY("country", "country"),
    ENDPOINT("endpoint", ""),
    HEADER("header", "header"),
    /** Always the same, so that it says nothing. */
    NOTHING("", "");

    private final String condition;
    private final String payer;

    Part(String condition, String payer) {
      this.condition = condition;
      this.payer = payer;
    }

    /** Returns what the part of a rule is called that asks for a value. */
    String condition() {
      return condition;
    }

    /** Tells whether calls can be counted by it. */
    boolean pays() {
      return !payer.isEmpty();
    }

    /** Tells whether a {@code *} in its value stands for any text in rules, too. */
    boolean hasWildcards() {
      return this == USER || this == PLAN || this == HEADER;
    }

    /** Returns what rules call those who pay, unless it is a header field. */
    String payer() {
      return payer;
    }

    static Optional<Part> named(String word) {
      return Arrays.stream(values())
          .filter(part -> part != HEADER && part.word().equals(word))
          .findFirst();
    }

    static List<String> words() {
      return Arrays.stream(values()).filter(part -> part != HEADER).map(Part::word).toList();
    }

    private String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  static Meaning of(Part part) {
    return new Meaning(part, "", "");
  }

  static Meaning header(String name) {
    return new Meaning(Part.HEADER, name, "");
  }

  Meaning withValue(String value) {
    return new Meaning(part, name, value);
  }

  /** Returns what tells one condition from another: the part, or the name of the header field. */
  String subject() {
    return part == Part.HEADER ? "header:" + name.toLowerCase(Locale.ROOT) : part.condition();
  }
}
