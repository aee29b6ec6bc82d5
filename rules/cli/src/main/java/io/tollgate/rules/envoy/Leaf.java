package io.tollgate.rules.envoy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A place at which the tree of descriptors says what holds: with a limit, or by ending.
 *
 * @param domain where the tree stands
 * @param steps the descriptors that lead there, the outermost first
 */
record Leaf(EnvoyDomain domain, List<Descriptor> steps) {

  /** Returns the leaves of a domain in the order of the file. */
  static List<Leaf> of(EnvoyDomain domain) {
    var leaves = new ArrayList<Leaf>();
    collect(domain, List.of(), domain.descriptors(), leaves);
    return leaves;
  }

  private static void collect(
      EnvoyDomain domain, List<Descriptor> above, List<Descriptor> below, List<Leaf> leaves) {
    for (var descriptor : below) {
      var steps = new ArrayList<>(above);
      steps.add(descriptor);
      if (descriptor.limit().isPresent() || descriptor.isExempt()) {
        leaves.add(new Leaf(domain, List.copyOf(steps)));
      }
      collect(domain, steps, descriptor.below(), leaves);
    }
  }

  Descriptor last() {
    return steps.get(steps.size() - 1);
  }

  /** Returns what Envoy's service calls it in its statistics. */
  String compositeKey() {
    return steps.stream()
        .map(Descriptor::compositeKey)
        .collect(Collectors.joining(".", domain.name() + ".", ""));
  }

  /** Tells whether those who come here pay nothing for it. */
  boolean isUnlimited() {
    return last().limit().map(limit -> limit.text().isEmpty()).orElse(true);
  }

  String limitName() {
    return last().limit().map(EnvoyLimit::name).orElse("");
  }

  List<String> replaces() {
    return last().limit().map(EnvoyLimit::replaces).orElse(List.of());
  }
}
