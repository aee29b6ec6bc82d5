package io.tollgate;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Which calls a rule is for: those for which all that is stated holds.
 *
 * @param paths {@code /report}, {@code /items/{id}} or {@code /static/*}, of which one must fit;
 *     empty for all
 * @param methods HTTP methods in upper case; HEAD counts as GET
 * @param endpoint names of endpoints as the table of limits shows them
 * @param user names of users who are signed in; a {@code *} in them stands for any text, as in
 *     plans and header fields
 * @param address addresses and blocks of them
 * @param plan what the caller has booked
 * @param country two letters of ISO 3166, in upper case
 * @param headers by the name of a header field in lower case, what its first field must be
 */
public record RuleMatch(
    List<String> paths,
    Condition methods,
    Condition endpoint,
    Condition user,
    Condition address,
    Condition plan,
    Condition country,
    Map<String, Condition> headers) {

  /** Fits all calls. */
  public static final RuleMatch ALL =
      new RuleMatch(
          List.of(),
          Condition.NONE,
          Condition.NONE,
          Condition.NONE,
          Condition.NONE,
          Condition.NONE,
          Condition.NONE,
          Map.of());

  /** Keeps lists and maps as they are now. */
  public RuleMatch {
    paths = List.copyOf(paths);
    headers = Collections.unmodifiableMap(new TreeMap<>(headers));
  }

  /** Tells whether anything is said about the caller or the header fields. */
  public boolean hasConditions() {
    return endpoint.isStated()
        || user.isStated()
        || address.isStated()
        || plan.isStated()
        || country.isStated()
        || !headers.isEmpty();
  }

  /** Tells whether this is for certain paths or endpoints. */
  public boolean hasPlace() {
    return !paths.isEmpty() || endpoint.isStated();
  }

  /** Returns how much is stated besides paths. */
  public int conditions() {
    int count = headers.size();
    for (var one : List.of(methods, endpoint, user, address, plan, country)) {
      count += one.isStated() ? 1 : 0;
    }
    return count;
  }
}
