package io.tollgate.http;

import io.tollgate.RequestView;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Finds out which plan a caller has. */
interface CallerPlan {

  /** Every way to find out, for messages and for the guide. */
  List<String> EXAMPLES = List.of("role:gold,silver", "header:X-Plan", "claim:plan");

  /** Never knows. */
  CallerPlan UNKNOWN = (request, client) -> Optional.empty();

  /** Returns the plan; empty if the caller has none or nobody knows. */
  Optional<String> of(RequestView request, Client client);

  /**
   * Reads where to look.
   *
   * @throws IllegalArgumentException if the text does not say, saying what to write instead
   */
  static SourceText parse(String text) {
    var source = SourceText.parse(text, EXAMPLES);
    if (source.kind().equals("header")) {
      return source.checkedHeader();
    }
    if (source.kind().equals("role") && roles(source).contains("")) {
      throw new IllegalArgumentException("\"" + text + "\" has an empty role; remove it");
    }
    return source;
  }

  /** Tells whether nothing is found there as long as the user is unknown. */
  static boolean needsUser(SourceText source) {
    return !source.kind().equals("header");
  }

  /** Returns the plans there are, if they are named there. */
  static List<String> names(SourceText source) {
    return source.kind().equals("role") ? roles(source) : List.of();
  }

  /** Returns what looks there. */
  static CallerPlan from(SourceText source) {
    return switch (source.kind()) {
      case "header" -> {
        var header = new TrustedHeader(source.value());
        yield header::of;
      }
      case "claim" -> (request, client) -> request.claim(source.value());
      default -> {
        var roles = roles(source);
        yield (request, client) -> firstRole(roles, request);
      }
    };
  }

  /** The roles name the plans, the best one first. */
  private static List<String> roles(SourceText source) {
    return Arrays.stream(source.value().split(",", -1)).map(String::strip).toList();
  }

  private static Optional<String> firstRole(List<String> roles, RequestView request) {
    for (var role : roles) {
      if (request.hasRole(role)) {
        return Optional.of(role);
      }
    }
    return Optional.empty();
  }
}
