package io.tollgate.http;

import io.tollgate.Algorithm;
import io.tollgate.Durations;
import io.tollgate.Mode;
import io.tollgate.rule.LayeredRule;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** The table of endpoints and limits that is logged when the application starts. */
final class LimitTable {

  private static final List<String> HEADINGS = List.of("endpoint", "cost", "limit", "key", "from");

  /** As many as somebody may read. */
  private static final int MAX_RULES = 50;

  private final List<List<String>> rows = new ArrayList<>();
  private final List<String> unlimited = new ArrayList<>();
  private final List<String> ruled = new ArrayList<>();

  LimitTable(Collection<Endpoint> endpoints, Mode mode) {
    this(endpoints, List.of(), mode);
  }

  LimitTable(Collection<Endpoint> endpoints, List<LayeredRule> rules, Mode mode) {
    rows.add(HEADINGS);
    for (var one : rules.subList(0, Math.min(rules.size(), MAX_RULES))) {
      ruled.add(one.rule().name() + ": " + one.rule().describe());
    }
    if (rules.size() > MAX_RULES) {
      ruled.add("and " + (rules.size() - MAX_RULES) + " more");
    }
    for (var endpoint : endpoints) {
      if (endpoint.charges().isEmpty() && !endpoint.name().isEmpty()) {
        unlimited.add(endpoint.name());
      }
      for (var charge : endpoint.charges()) {
        rows.add(row(endpoint, charge, mode));
      }
    }
  }

  private static List<String> row(Endpoint endpoint, Charge charge, Mode mode) {
    var declaration = charge.declaration();
    var limit = charge.limit().toString();
    if (!charge.byPlan().isEmpty()) {
      limit += ", plans " + String.join(", ", charge.byPlan().keySet());
    }
    if (declaration.maxWait().isPresent()) {
      limit += ", waits up to " + Durations.format(declaration.maxWait().get());
    }
    if (mode == Mode.ENFORCE && declaration.shadow()) {
      limit += " (shadow)";
    }
    return List.of(
        endpoint.name(), cost(charge), limit, declaration.key().toString(), from(charge));
  }

  private static String cost(Charge charge) {
    if (charge.limit().algorithm() == Algorithm.CONCURRENCY) {
      return "place";
    }
    var cost =
        charge
            .declaration()
            .costFunction()
            .map(Class::getSimpleName)
            .orElse(Long.toString(charge.declaration().cost()));
    return charge.declaration().settle() ? cost + ", settled" : cost;
  }

  private static String from(Charge charge) {
    return charge.declaration().place() + (charge.isConfigured() ? ", settings" : "");
  }

  @Override
  public String toString() {
    var text = new StringBuilder();
    for (var row : rows.size() == 1 ? List.<List<String>>of() : rows) {
      text.append("\n ");
      for (int column = 0; column < row.size(); column++) {
        boolean last = column == row.size() - 1;
        var cell = row.get(column);
        text.append(' ').append(cell).append(last ? "" : " ".repeat(width(column) - cell.length()));
      }
    }
    ruled.forEach(rule -> text.append("\n  rule ").append(rule));
    if (!unlimited.isEmpty()) {
      text.append(ruled.isEmpty() ? "\n  without any limit: " : "\n  without any limit but rules: ")
          .append(String.join(", ", unlimited));
    }
    return text.toString();
  }

  private int width(int column) {
    return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0) + 1;
  }
}
