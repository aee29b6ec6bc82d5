package io.tollgate.http;

import io.tollgate.Limit;
import io.tollgate.Settings;
import io.tollgate.rule.LayeredRule;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What settings and rules say about the size of buckets for all callers, whatever annotations say.
 *
 * <p>A later layer goes before the settings, and these before rules of the file: what stands in the
 * environment for a bucket is meant to override the file.
 */
final class BucketSizes {

  /** The layer of the rules that stand in the settings. */
  static final int OF_FILE = 1;

  /**
   * The size of a bucket.
   *
   * @param origin who states it, to begin a message with that goes on with the limit
   */
  record Size(Limit limit, Map<String, Limit> byPlan, String origin) {}

  private final Map<String, Size> sizes = new HashMap<>();

  BucketSizes(Settings settings, Collection<LayeredRule> rules) {
    for (var one : rules) {
      if (one.height() == OF_FILE && one.rule().isSize()) {
        put(one, settings.plans().getOrDefault(one.rule().bucketName(), Map.of()));
      }
    }
    settings
        .limits()
        .forEach(
            (name, limit) ->
                sizes.put(
                    name,
                    new Size(
                        limit, settings.plans().getOrDefault(name, Map.of()), "tollgate.limits.")));
    for (var one : rules) {
      if (one.height() > OF_FILE && one.rule().isSize()) {
        put(one, Map.of());
      }
    }
  }

  private void put(LayeredRule one, Map<String, Limit> byPlan) {
    var rule = one.rule();
    var plans = new HashMap<>(byPlan);
    plans.putAll(rule.plans());
    sizes.put(
        rule.bucketName(),
        new Size(rule.limit().orElseThrow(), Map.copyOf(plans), "rule " + rule.name() + ": "));
  }

  Optional<Size> of(String bucket) {
    return Optional.ofNullable(sizes.get(bucket));
  }
}
