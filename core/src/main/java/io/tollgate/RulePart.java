package io.tollgate;

import io.tollgate.address.Cidr;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** A part of a rule: {@code tollgate.rules.NAME.limit}. */
enum RulePart {
  PATH,
  METHODS,
  ENDPOINT,
  USER,
  ADDRESS,
  PLAN,
  COUNTRY,
  HEADER,
  BUCKET,
  LIMIT,
  PLANS,
  TIMES,
  KEY,
  BY,
  COST,
  MODE,
  ONLIMIT,
  MAXWAIT,
  REFUNDERRORS,
  ALLOW,
  DENY,
  FROM,
  UNTIL;

  private static final ValueKind<String> TEXT = new ValueKind.Text();
  private static final ValueKind<List<String>> ITEMS = new ValueKind.Items();
  private static final ValueKind<Long> COUNT = new ValueKind.Whole(0, Long.MAX_VALUE);
  private static final ValueKind<Long> FACTOR = new ValueKind.Whole(1, 1_000_000);
  private static final ValueKind<Boolean> FLAG = new ValueKind.Flag();
  private static final ValueKind<OnLimit> WAY = ValueKind.Choice.of(OnLimit.class);
  private static final ValueKind<Mode> MODES = ValueKind.Choice.of(Mode.class);
  private static final ValueKind.Choice<Key> KEYS = ValueKind.Choice.of(Key.class);
  private static final ValueKind<Duration> WAIT =
      new ValueKind.Span(Duration.ofMillis(1), Duration.ofHours(1));

  private static final Pattern METHOD_NAME = Pattern.compile("[A-Z]+");
  private static final Pattern COUNTRY_CODE = Pattern.compile("[A-Z][A-Z0-9]");

  private static final List<String> NAMES = Arrays.stream(values()).map(RulePart::spelled).toList();

  /** Returns the names of the parts, as settings write them. */
  static Collection<String> names() {
    return NAMES;
  }

  /** Returns the name of this part, as settings write it. */
  String spelled() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the part of that name, or nothing if there is none. */
  static Optional<RulePart> named(String name) {
    int index = NAMES.indexOf(name);
    return index < 0 ? Optional.empty() : Optional.of(values()[index]);
  }

  /** Tells whether names of its own stand below this part. */
  boolean isMap() {
    return this == PLANS || this == HEADER;
  }

  /**
   * Reads a value into a rule.
   *
   * @throws IllegalArgumentException if the value does not fit, saying what to write instead
   */
  void read(RawValue raw, RuleDraft rule) {
    switch (this) {
      case PATH -> rule.paths = some(raw).stream().map(RulePath::checked).toList();
      case METHODS -> rule.methods = condition(raw, RulePart::method);
      case ENDPOINT -> rule.endpoint = condition(raw, UnaryOperator.identity());
      case USER -> rule.user = condition(raw, UnaryOperator.identity());
      case ADDRESS -> rule.address = condition(raw, text -> Cidr.parse(text).toString());
      case PLAN -> rule.plan = condition(raw, UnaryOperator.identity());
      case COUNTRY -> rule.country = condition(raw, RulePart::country);
      case HEADER -> rule.headers = headers(raw);
      case BUCKET -> rule.bucket = parse(raw, TEXT).strip();
      case LIMIT -> rule.limit = LimitText.parse(parse(raw, TEXT));
      case PLANS -> rule.plans = plans(raw);
      case TIMES -> rule.times = parse(raw, FACTOR);
      case KEY -> rule.keys = some(raw).stream().map(RulePart::key).toList();
      case BY ->
          rule.by = some(raw).stream().map(text -> RequestPart.parse(text).toString()).toList();
      case COST -> rule.cost = parse(raw, COUNT);
      case MODE -> rule.mode = parse(raw, MODES);
      case ONLIMIT -> rule.onLimit = parse(raw, WAY);
      case MAXWAIT -> rule.maxWait = parse(raw, WAIT);
      case REFUNDERRORS -> rule.refundErrors = parse(raw, FLAG);
      case ALLOW -> rule.allow = parse(raw, FLAG);
      case DENY -> rule.deny = parse(raw, FLAG);
      case FROM -> rule.from = RuleTime.parse(parse(raw, TEXT), /* asEnd= */ false);
      case UNTIL -> rule.until = RuleTime.parse(parse(raw, TEXT), /* asEnd= */ true);
    }
  }

  private static List<String> some(RawValue raw) {
    var items = parse(raw, ITEMS);
    if (items.isEmpty()) {
      throw new IllegalArgumentException("the value is empty; write one or remove it");
    }
    return items;
  }

  private static Condition condition(RawValue raw, UnaryOperator<String> reader) {
    var items = some(raw);
    long excluded = items.stream().filter(item -> item.startsWith("!")).count();
    if (excluded > 0 && excluded < items.size()) {
      throw new IllegalArgumentException(
          "some items are excluded and others are not; write ! before all of them or before none");
    }
    boolean not = excluded > 0;
    var values =
        items.stream().map(item -> reader.apply(not ? item.substring(1).strip() : item)).toList();
    if (values.contains("")) {
      throw new IllegalArgumentException("nothing stands behind the !; write what is excluded");
    }
    return new Condition(not, values.stream().distinct().toList());
  }

  private static Map<String, Condition> headers(RawValue raw) {
    var headers = new LinkedHashMap<String, Condition>();
    for (var entry : entries(raw, "X-App: ios")) {
      var name = RequestPart.checkedHeader(entry.name().strip()).toLowerCase(Locale.ROOT);
      entry.read(() -> headers.put(name, condition(entry.value(), UnaryOperator.identity())));
    }
    return headers;
  }

  private static Map<String, LimitDraft> plans(RawValue raw) {
    var plans = new LinkedHashMap<String, LimitDraft>();
    for (var entry : entries(raw, "gold: 50/min")) {
      entry.read(() -> plans.put(entry.name(), LimitText.parse(parse(entry.value(), TEXT))));
    }
    return plans;
  }

  private static List<RawValue.Entry> entries(RawValue raw, String example) {
    if (!(raw instanceof RawValue.Entries map) || map.entries().isEmpty()) {
      throw new IllegalArgumentException("this is not a map; write {" + example + "}");
    }
    return map.entries();
  }

  private static String method(String text) {
    var method = text.toUpperCase(Locale.ROOT);
    if (!METHOD_NAME.matcher(method).matches()) {
      throw new IllegalArgumentException(
          Problems.quoted(text) + " is not an HTTP method; write GET, POST and so on");
    }
    if (method.equals("HEAD")) {
      throw new IllegalArgumentException("HEAD counts as GET; write GET");
    }
    return method;
  }

  private static String country(String text) {
    var code = text.toUpperCase(Locale.ROOT);
    if (!COUNTRY_CODE.matcher(code).matches()) {
      throw new IllegalArgumentException(
          Problems.quoted(text) + " is not a country; write two letters of ISO 3166 such as DE");
    }
    return code;
  }

  private static Key key(String text) {
    return KEYS.parse(text, Problems.quoted(text));
  }

  private static <T> T parse(RawValue raw, ValueKind<T> kind) {
    return raw.parse(kind, /* secret= */ false);
  }
}
