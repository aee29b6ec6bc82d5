package io.tollgate;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;

/** Reads when a rule begins and ends. */
final class RuleTime {

  private static final Instant FIRST = Instant.EPOCH;
  private static final Instant LAST = Instant.parse("9999-12-31T23:59:59Z");

  /** Long enough for every form that is read. */
  private static final int MAX_LENGTH = 40;

  private RuleTime() {}

  /**
   * Returns an instant.
   *
   * @param asEnd whether a date alone includes its day
   * @throws IllegalArgumentException if it is none, saying what to write instead
   */
  static Instant parse(String text, boolean asEnd) {
    var stripped = text.strip();
    try {
      if (stripped.length() > MAX_LENGTH) {
        throw new DateTimeException("too long");
      }
      var time = stripped.indexOf('T') < 0 ? day(stripped, asEnd) : time(stripped);
      if (!time.isBefore(FIRST) && !time.isAfter(LAST)) {
        return time;
      }
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(unreadable(text), e);
    }
    throw new IllegalArgumentException(
        Problems.quoted(text) + " is out of range; write a year from 1970 to 9999");
  }

  private static Instant day(String text, boolean asEnd) {
    return LocalDate.parse(text).plusDays(asEnd ? 1 : 0).atStartOfDay(ZoneOffset.UTC).toInstant();
  }

  private static Instant time(String text) {
    return OffsetDateTime.parse(text).toInstant();
  }

  private static String unreadable(String text) {
    return Problems.quoted(text)
        + " is not a time; write 2026-11-20T18:00:00Z, or 2026-11-20 for a day in UTC";
  }
}
