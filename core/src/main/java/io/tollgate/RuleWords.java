package io.tollgate;

import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Says in plain language what a rule does: {@code acme may do 1,000 searches a minute}. */
final class RuleWords {

  private static final DateTimeFormatter DAY_AND_TIME =
      DateTimeFormatter.ofPattern("d MMM uuuu HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);

  /** A bucket that is called by a plain word is called what its calls do. */
  private static final Pattern WORD = Pattern.compile("[a-z]{3,}");

  /** Any number that is not one. */
  private static final long MANY = 2;

  private final Rule rule;

  RuleWords(Rule rule) {
    this.rule = rule;
  }

  @Override
  public String toString() {
    var text = new StringBuilder();
    if (rule.isVerdict()) {
      text.append(calls(MANY)).append(circumstances()).append(payers(" of "));
      text.append(rule.deny() ? " are denied" : " pay nothing");
    } else if (rule.times().isPresent()) {
      text.append(subject()).append(circumstances()).append(" may do ");
      text.append(number(rule.times().get())).append(" times as many ").append(noun(MANY));
    } else if (rule.limit().isPresent()) {
      text.append(subject())
          .append(circumstances())
          .append(" may ")
          .append(amount(rule.limit().get()));
    } else {
      text.append(noun(MANY)).append(circumstances()).append(payers(" of "));
      text.append(" draw on the budget ").append(rule.bucketName());
    }
    return ended(text);
  }

  private String ended(StringBuilder text) {
    rule.plans()
        .forEach(
            (plan, limit) ->
                text.append("; with plan ")
                    .append(plan)
                    .append(" they may ")
                    .append(amount(limit)));
    rule.cost().ifPresent(cost -> text.append("; each call costs ").append(number(cost)));
    rule.maxWait()
        .ifPresent(wait -> text.append("; calls wait up to ").append(Durations.format(wait)));
    rule.from().ifPresent(from -> text.append(", from ").append(DAY_AND_TIME.format(from)));
    rule.until().ifPresent(until -> text.append(", until ").append(DAY_AND_TIME.format(until)));
    rule.mode()
        .filter(mode -> mode != Mode.ENFORCE)
        .ifPresent(mode -> text.append(mode == Mode.OFF ? " (switched off)" : " (only counted)"));
    return text.toString();
  }

  /** Who may: the users of whom the rule speaks, or whom the key tells apart. */
  private String subject() {
    var users = rule.match().user();
    if (users.isStated()) {
      return users.not()
          ? "everybody except " + users.spoken()
          : (users.values().size() > 1
              ? "each of " + users.spoken().replace(" or ", " and ")
              : users.spoken());
    }
    var kinds = new ArrayList<String>();
    rule.keys().forEach(key -> kinds.add(kind(key)));
    kinds.addAll(rule.by());
    if (kinds.contains("everybody")) {
      return "everybody together";
    }
    return kinds.isEmpty() ? "each caller" : "each " + String.join(" and ", kinds);
  }

  private static String kind(Key key) {
    return switch (key) {
      case USER -> "user";
      case IP -> "address";
      case CLIENT -> "caller";
      case GLOBAL -> "everybody";
      case COUNTRY -> "country";
      case PLAN -> "plan";
    };
  }

  /** Names the users where they are not the subject. */
  private String payers(String before) {
    var users = rule.match().user();
    return !users.isStated()
        ? ""
        : before + (users.not() ? "everybody except " : "") + users.spoken();
  }

  private String circumstances() {
    var match = rule.match();
    var text = new StringBuilder();
    add(text, " from ", " from anywhere but ", match.address());
    add(text, " from ", " from any country but ", match.country());
    add(text, " with plan ", " without plan ", match.plan());
    match
        .headers()
        .forEach(
            (name, value) -> add(text, " with " + name + " ", " without " + name + " ", value));
    return text.toString();
  }

  private static void add(StringBuilder text, String in, String notIn, Condition condition) {
    if (condition.isStated()) {
      text.append(condition.not() ? notIn : in).append(condition.spoken());
    }
  }

  private String amount(Limit limit) {
    if (limit.algorithm() == Algorithm.CONCURRENCY) {
      return "have " + number(limit.tokens()) + " " + noun(limit.tokens()) + " under way";
    }
    var text = "do " + number(limit.tokens()) + " " + noun(limit.tokens()) + " " + period(limit);
    return limit.burst() == limit.tokens()
        ? text
        : text + ", " + number(limit.burst()) + " at once";
  }

  private static String period(Limit limit) {
    return switch (Durations.format(limit.period())) {
      case "1s" -> "a second";
      case "1m" -> "a minute";
      case "1h" -> "an hour";
      case "1d" -> "a day";
      default -> "every " + Durations.format(limit.period());
    };
  }

  private String noun(long count) {
    var bucket = rule.bucketName();
    boolean speaks = !rule.match().hasPlace() && !bucket.equals(Rule.SHARED);
    if (speaks && rule.bucket().isPresent() && WORD.matcher(bucket).matches()) {
      return count == 1 ? bucket : plural(bucket);
    }
    var calls = count == 1 ? "call" : "calls";
    return speaks && rule.bucket().isPresent() ? calls + " of " + bucket : calls(count);
  }

  private static String plural(String word) {
    if (word.endsWith("s")) {
      return word;
    }
    boolean hissing = List.of("ch", "sh", "x", "z").stream().anyMatch(word::endsWith);
    return hissing ? word + "es" : word + "s";
  }

  private String calls(long count) {
    var match = rule.match();
    var text = new StringBuilder(count == 1 ? "call" : "calls");
    if (match.hasPlace() || match.methods().isStated()) {
      text.append(" to");
    }
    if (match.methods().isStated()) {
      text.append(match.methods().not() ? " anything but " : " ").append(match.methods().spoken());
    }
    if (!match.paths().isEmpty()) {
      text.append(' ').append(String.join(" or ", match.paths()));
    }
    if (match.endpoint().isStated()) {
      text.append(match.endpoint().not() ? " anything but " : " ")
          .append(match.endpoint().spoken());
    }
    return text.toString();
  }

  private static String number(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }
}
