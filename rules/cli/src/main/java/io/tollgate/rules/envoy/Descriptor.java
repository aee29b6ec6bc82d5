package io.tollgate.rules.envoy;

import io.tollgate.YamlNode.Mark;
import java.util.List;
import java.util.Optional;

/**
 * One step of the tree by which Envoy's service looks for a limit.
 *
 * @param mark where it stands
 * @param key which property of the request it is about
 * @param value what the property must be, perhaps with wildcards; empty if it may be anything
 * @param limit the limit that holds where the tree ends here
 * @param shadow whether that limit refuses nobody
 * @param shared whether all that a wildcard matches is counted together
 * @param below the next steps
 */
record Descriptor(
    Mark mark,
    String key,
    String value,
    Optional<EnvoyLimit> limit,
    boolean shadow,
    boolean shared,
    List<Descriptor> below) {

  /** Returns the part of Envoy's composite key that stands for this step. */
  String compositeKey() {
    return value.isEmpty() ? key : key + "_" + value;
  }

  /** Tells whether the tree ends here without a limit, by which Envoy lets such requests pass. */
  boolean isExempt() {
    return limit.isEmpty() && below.isEmpty();
  }
}
