package io.tollgate.http;

import io.tollgate.Key;
import io.tollgate.Setting;
import io.tollgate.Settings;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** What is allowed and hardly meant: limits that wait for something that nobody ever tells. */
final class Doubts {

  private final Settings settings;
  private final Collection<Endpoint> endpoints;
  private final List<String> found = new ArrayList<>();

  private Doubts(Settings settings, Collection<Endpoint> endpoints) {
    this.settings = settings;
    this.endpoints = endpoints;
  }

  static List<String> of(Settings settings, Collection<Endpoint> endpoints) {
    var doubts = new Doubts(settings, endpoints);
    doubts.look(HttpSettings.PLAN, "plan", charge -> hasKey(charge, Key.PLAN));
    doubts.look(HttpSettings.PLAN, "plan", charge -> !charge.byPlan().isEmpty());
    doubts.look(HttpSettings.COUNTRY, "country", charge -> hasKey(charge, Key.COUNTRY));
    return doubts.found.stream().distinct().toList();
  }

  private static boolean hasKey(Charge charge, Key key) {
    return charge.declaration().key().keys().contains(key);
  }

  private void look(
      Setting<Optional<SourceText>> source, String what, Predicate<Charge> dependsOnIt) {
    var dependent =
        endpoints.stream()
            .flatMap(endpoint -> endpoint.charges().stream())
            .filter(dependsOnIt)
            .findFirst();
    if (dependent.isEmpty()) {
      return;
    }
    var begin =
        "%s goes by the %s of a caller, which is never known: "
            .formatted(dependent.get().limit().name(), what);
    var stated = settings.get(source);
    if (stated.isEmpty()) {
      found.add(begin + "set tollgate." + what);
    } else if (stated.get().kind().equals("header")
        && settings.get(HttpSettings.PROXIES).isEmpty()) {
      found.add(begin + "a header is believed from trusted proxies only, so set tollgate.proxies");
    }
  }
}
