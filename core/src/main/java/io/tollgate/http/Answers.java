package io.tollgate.http;

import io.tollgate.Algorithm;
import io.tollgate.Decision;
import io.tollgate.Decision.Outcome;
import io.tollgate.Limit;
import java.time.InstantSource;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;

/**
 * What a decision becomes on the wire: header fields of every response, and status, fields and body
 * of a refusal.
 *
 * <p>An adapter writes the fields wherever its framework takes them:
 *
 * <pre>{@code
 * answers.writeFields(decision, response.getHeaders()::putSingle);
 * }</pre>
 */
public final class Answers {

  /** The media type of {@link #problem}. */
  public static final String PROBLEM_TYPE = "application/problem+json";

  private static final String PROBLEM_KINDS = "https://iana.org/assignments/http-problem-types#";

  /** More limits than an application has; limits that were replaced must not pile up. */
  private static final int MAX_KEPT = 10_000;

  private final Dialect dialect;
  private final InstantSource clock;
  private final ConcurrentMap<Limit, RateLimitFields> kept = new ConcurrentHashMap<>();

  /**
   * Speaks {@code dialect}.
   *
   * @param clock the wall clock, for fields that tell a time of day
   */
  public Answers(Dialect dialect, InstantSource clock) {
    this.dialect = dialect;
    this.clock = clock;
  }

  /** Writes the header fields that every response has, whether its call was allowed or not. */
  public void writeFields(Decision decision, BiConsumer<String, String> fields) {
    if (decision.outcome() == Outcome.UNAVAILABLE) {
      return; // Nobody knows what is left.
    }
    switch (dialect) {
      case DRAFT -> {
        var ofLimit = fieldsOf(decision.limit());
        fields.accept("RateLimit-Policy", ofLimit.policy());
        fields.accept("RateLimit", ofLimit.state(decision));
      }
      case TRIPLE ->
          writeTriple(
              "RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset", 0, decision, fields);
      case XDELTA -> writeX(decision, /* resetBegin= */ 0, fields);
      case XEPOCH -> writeX(decision, nextFullSecond(), fields);
      case NONE -> {}
    }
  }

  private RateLimitFields fieldsOf(Limit limit) {
    var known = kept.get(limit);
    if (known != null) {
      return known;
    }
    if (kept.size() >= MAX_KEPT) {
      kept.clear();
    }
    return kept.computeIfAbsent(limit, RateLimitFields::new);
  }

  private void writeX(Decision decision, long resetBegin, BiConsumer<String, String> fields) {
    writeTriple(
        "X-RateLimit-Limit",
        "X-RateLimit-Remaining",
        "X-RateLimit-Reset",
        resetBegin,
        decision,
        fields);
  }

  private void writeTriple(
      String limitName,
      String remainingName,
      String resetName,
      long resetBegin,
      Decision decision,
      BiConsumer<String, String> fields) {
    var ofLimit = fieldsOf(decision.limit());
    long remaining = decision.remaining();
    fields.accept(limitName, ofLimit.tokens());
    fields.accept(remainingName, Long.toString(remaining));
    var left = ofLimit.secondsLeft(decision, remaining);
    if (left.isPresent()) {
      fields.accept(resetName, Long.toString(resetBegin + left.getAsLong()));
    }
  }

  /** Rounded up, so that who comes at the stated second does not come too early. */
  private long nextFullSecond() {
    var now = clock.instant();
    return now.getEpochSecond() + (now.getNano() > 0 ? 1 : 0);
  }

  /** Returns the status of a refusal: 429, or 503 when nobody could decide. */
  public int status(Decision refusal) {
    return refusal.outcome() == Outcome.UNAVAILABLE ? 503 : 429;
  }

  /** Writes the header fields that only a refusal has, besides the type of its body. */
  public void writeRefusalFields(Decision refusal, BiConsumer<String, String> fields) {
    fields.accept("Cache-Control", "no-store");
    var wait = retryAfterSeconds(refusal);
    if (wait.isPresent()) {
      fields.accept("Retry-After", Long.toString(wait.getAsLong()));
    }
  }

  /**
   * Returns in how many seconds the same call is admitted, unless somebody else takes the tokens;
   * empty if waiting does not help, or if nobody knows.
   */
  public OptionalLong retryAfterSeconds(Decision refusal) {
    var wait = refusal.retryAfter();
    return wait.isPresent()
        ? OptionalLong.of(RateLimitFields.retryAfterSeconds(wait.get().toNanos()))
        : OptionalLong.empty();
  }

  /** Returns the body of a refusal, a problem of RFC 9457 in JSON. */
  public String problem(Decision refusal) {
    boolean unavailable = refusal.outcome() == Outcome.UNAVAILABLE;
    // Names of limits have neither quote nor backslash nor control character, by construction.
    var violated =
        refusal.each().stream()
            .filter(part -> !part.allowed())
            .map(part -> '"' + part.limit().name() + '"')
            .distinct()
            .collect(Collectors.joining(","));
    return String.format(
        Locale.ROOT,
        "{\"type\":\"%s%s\",\"title\":\"%s\",\"status\":%d,\"detail\":\"%s\","
            + "\"violated-policies\":[%s]}",
        PROBLEM_KINDS,
        unavailable ? "temporary-reduced-capacity" : "quota-exceeded",
        unavailable ? "Service Unavailable" : "Too Many Requests",
        status(refusal),
        detail(refusal),
        violated);
  }

  private String detail(Decision refusal) {
    return switch (refusal.outcome()) {
      case UNAVAILABLE -> "Whether this call is within its limits cannot be found out now.";
      case NEVER_FITS ->
          refusal.limit().maxCost() == 0
              ? "This limit is 0: it admits no call, however long one waits."
              : "This call costs "
                  + tokens(refusal.cost())
                  + " and this limit never has more than "
                  + refusal.limit().maxCost()
                  + ": it can never fit.";
      default -> {
        long wait = retryAfterSeconds(refusal).orElse(1);
        yield refusal.limit().algorithm() == Algorithm.CONCURRENCY
            ? "As many calls are under way as may be; it fits when one of them ends, in "
                + wait
                + " s at the latest."
            : "This call costs "
                + tokens(refusal.cost())
                + " and "
                + refusal.remaining()
                + (refusal.remaining() == 1 ? " is" : " are")
                + " left; it fits in "
                + wait
                + " s.";
      }
    };
  }

  private static String tokens(long cost) {
    return cost == 1 ? "1 token" : cost + " tokens";
  }
}
