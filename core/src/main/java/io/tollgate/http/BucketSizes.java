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
  private final Map<String, Map<String, Limit>> plans;

  BucketSizes(Settings settings, Collection<LayeredRule> rules) {
    this.plans = settings.plans();
    for (var one : rules) {
      if (one.height() == OF_FILE && one.rule().isSize()) {
        put(one, plans.getOrDefault(one.rule().bucketName(), Map.of()));
      }
    }
    settings
        .limits()
        .forEach(
            (name, limit) ->
                sizes.put(
                    name, new Size(limit, plans.getOrDefault(name, Map.of()), "tollgate.limits.")));
    for (var one : rules) {
      if (one.height() > OF_FILE && one.rule().isSize()) {
        put(one, Map.of());
      }
    }
  }

  private void put(LayeredRule one, Map<String, Limit> byPlan) {
    var rule = one.rule();
    var all = new HashMap<>(byPlan);
    all.putAll(rule.plans());
    sizes.put(
        rule.bucketName(),
        new Size(rule.limit().orElseThrow(), Map.copyOf(all), "rule " + rule.name() + ": "));
  }

  Optional<Size> of(String bucket) {
    return Optional.ofNullable(sizes.get(bucket));
  }

  /**
   * Returns what callers of a plan have, also where only an annotation says what all others have.
   */
  Map<String, Limit> plansOf(String bucket) {
    var size = sizes.get(bucket);
    return size == null ? plans.getOrDefault(bucket, Map.of()) : size.byPlan();
  }
}
