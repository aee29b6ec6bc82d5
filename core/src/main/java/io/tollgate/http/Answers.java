package io.tollgate.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.tollgate.Algorithm;
import io.tollgate.Decision;
import io.tollgate.Decision.Outcome;
import io.tollgate.Limit;
import java.time.InstantSource;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

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
  private static final String EXCEEDED_BEGIN = begin("quota-exceeded", "Too Many Requests", 429);
  private static final String UNAVAILABLE_BEGIN =
      begin("temporary-reduced-capacity", "Service Unavailable", 503);

  private static final String DENIAL =
      "{\"type\":\"about:blank\",\"title\":\"Forbidden\",\"status\":403,"
          + "\"detail\":\"A rule of this service denies this call.\"}";

  private static String begin(String kind, String title, int status) {
    return "{\"type\":\"%s%s\",\"title\":\"%s\",\"status\":%d,\"detail\":\""
        .formatted(PROBLEM_KINDS, kind, title, status);
  }

  /** More limits than an application has; limits that were replaced must not pile up. */
  private static final int MAX_KEPT = 10_000;

  private static final int RECENT = 256;

  private final Dialect dialect;
  private final InstantSource clock;
  private final ConcurrentMap<Limit, RateLimitFields> kept = new ConcurrentHashMap<>();

  /**
   * Those of limits that were asked for lately, found in one look. Threads may overwrite each
   * other's: each is immutable and complete in itself.
   */
  private final @Nullable RateLimitFields[] recent = new @Nullable RateLimitFields[RECENT];

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
    // Not its own hash, which is that of its name: the limits of several plans have one name.
    int place = System.identityHashCode(limit) & RECENT - 1;
    var last = recent[place];
    if (last != null && last.limit().equals(limit)) {
      return last;
    }
    var found = findOrKeep(limit);
    recent[place] = found;
    return found;
  }

  private RateLimitFields findOrKeep(Limit limit) {
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
    fields.accept(remainingName, Long.toString(RateLimitFields.integer(remaining)));
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

  /** Returns the body of the answer to a call that a rule denies, in ASCII; its status is 403. */
  public byte[] denial() {
    return DENIAL.getBytes(US_ASCII);
  }

  /** Writes the header fields of that answer, besides the type of its body. */
  public void writeDenialFields(BiConsumer<String, String> fields) {
    fields.accept("Cache-Control", "no-store");
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

  /** Returns the body of a refusal, a problem of RFC 9457 in JSON, which is all ASCII. */
  public byte[] problem(Decision refusal) {
    // Names of limits have neither quote nor backslash nor control character, by construction.
    var json = new AsciiText(320);
    json.append(refusal.outcome() == Outcome.UNAVAILABLE ? UNAVAILABLE_BEGIN : EXCEEDED_BEGIN);
    appendDetail(json, refusal);
    json.append("\",\"violated-policies\":[");
    var separator = "\"";
    for (var name : violated(refusal)) {
      json.append(separator).append(name).append("\"");
      separator = ",\"";
    }
    return json.append("]}").toBytes();
  }

  private static Collection<String> violated(Decision refusal) {
    var each = refusal.each();
    if (each.size() == 1) {
      return List.of(refusal.limit().name());
    }
    var violated = new LinkedHashSet<String>();
    for (var part : each) {
      if (!part.allowed()) {
        violated.add(part.limit().name());
      }
    }
    return violated;
  }

  private void appendDetail(AsciiText json, Decision refusal) {
    var limit = refusal.limit();
    switch (refusal.outcome()) {
      case UNAVAILABLE ->
          json.append("Whether this call is within its limits cannot be found out now.");
      case NEVER_FITS -> {
        if (limit.maxCost() == 0) {
          json.append("This limit is 0: it admits no call, however long one waits.");
        } else {
          appendCost(json, refusal);
          json.append(" and this limit never has more than ").append(limit.maxCost());
          json.append(": it can never fit.");
        }
      }
      default -> {
        long wait = retryAfterSeconds(refusal).orElse(1);
        if (limit.algorithm() == Algorithm.CONCURRENCY) {
          json.append("As many calls are under way as may be; it fits when one of them ends, in ");
          json.append(wait).append(" s at the latest.");
        } else {
          long left = refusal.remaining();
          appendCost(json, refusal);
          json.append(" and ")
              .append(left)
              .append(left == 1 ? " is" : " are")
              .append(" left; it fits in ");
          json.append(wait).append(" s.");
        }
      }
    }
  }

  private static void appendCost(AsciiText json, Decision refusal) {
    long cost = refusal.cost();
    json.append("This call costs ").append(cost).append(cost == 1 ? " token" : " tokens");
  }
}
