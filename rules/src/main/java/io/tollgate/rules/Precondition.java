package io.tollgate.rules;

import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a client believes about a rule that it changes, from {@code If-Match} and {@code
 * If-None-Match}; so that nobody overwrites what he has not seen.
 */
final class Precondition {

  /** Where nothing is asked for and nothing was said. */
  static final Precondition NONE = new Precondition(null, null);

  private final @Nullable String ifMatch;
  private final @Nullable String ifNoneMatch;

  private Precondition(@Nullable String ifMatch, @Nullable String ifNoneMatch) {
    this.ifMatch = ifMatch;
    this.ifNoneMatch = ifNoneMatch;
  }

  static Precondition of(@Nullable String ifMatch, @Nullable String ifNoneMatch) {
    return new Precondition(ifMatch, ifNoneMatch);
  }

  /**
   * Compares with the rule as it is.
   *
   * @param required whether an existing rule may only be changed by who says which one he has seen
   * @throws ProblemException if it is another one, or that was not said
   */
  void check(Optional<StoredRule> current, boolean required) {
    if (ifNoneMatch != null && current.isPresent() && matches(ifNoneMatch, current.get())) {
      throw failed(current, "there is a rule of this name already");
    }
    var wanted = ifMatch;
    if (wanted != null) {
      if (current.filter(rule -> matches(wanted, rule)).isEmpty()) {
        throw failed(
            current,
            "the rule was changed meanwhile; read it again, and repeat the change on that");
      }
    } else if (required && current.isPresent()) {
      throw withTag(
          current,
          new ProblemException(
              428, "state the ETag of the rule that is to be changed in If-Match"));
    }
  }

  /** Tells whether the tags that a client has sent name a rule as it is. */
  static boolean matches(String tags, StoredRule rule) {
    return tags.strip().equals("*")
        || Arrays.stream(tags.split(",", -1)).anyMatch(tag -> strong(tag).equals(rule.etag()));
  }

  /** A proxy that compresses makes the tag weak, and a revision is exact all the same. */
  private static String strong(String tag) {
    var stripped = tag.strip();
    return stripped.startsWith("W/") ? stripped.substring(2) : stripped;
  }

  private static ProblemException failed(Optional<StoredRule> current, String detail) {
    return withTag(current, new ProblemException(412, detail));
  }

  private static ProblemException withTag(Optional<StoredRule> current, ProblemException problem) {
    return current.map(rule -> problem.with("ETag", rule.etag())).orElse(problem);
  }
}
