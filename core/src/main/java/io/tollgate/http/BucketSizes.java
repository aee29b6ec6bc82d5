package io.tollgate.http;

import io.tollgate.Limit;
import io.tollgate.Settings;
import io.tollgate.rule.LayeredRule;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

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

  private final Settings settings;
  private final Map<String, Size> ofFile = new HashMap<>();
  private final Map<String, Size> ofLaterLayers = new HashMap<>();

  BucketSizes(Settings settings, Collection<LayeredRule> rules) {
    this.settings = settings;
    for (var one : rules) {
      if (one.rule().isSize()) {
        put(one);
      }
    }
  }

  private void put(LayeredRule one) {
    var rule = one.rule();
    boolean isOfFile = one.height() == OF_FILE;
    var byPlan = new HashMap<String, Limit>();
    if (isOfFile) {
      byPlan.putAll(plansOfSettings(rule.bucketName()));
    }
    byPlan.putAll(rule.plans());
    (isOfFile ? ofFile : ofLaterLayers)
        .put(
            rule.bucketName(),
            new Size(rule.limit().orElseThrow(), Map.copyOf(byPlan), "rule " + rule.name() + ": "));
  }

  Optional<Size> of(String bucket) {
    return Optional.ofNullable(ofLaterLayers.get(bucket))
        .or(() -> ofSettings(bucket))
        .or(() -> Optional.ofNullable(ofFile.get(bucket)));
  }

  private Optional<Size> ofSettings(String bucket) {
    return Optional.ofNullable(settings.limits().get(nameOf(bucket)))
        .map(limit -> new Size(named(limit, bucket), plansOfSettings(bucket), "tollgate.limits."));
  }

  private Map<String, Limit> plansOfSettings(String bucket) {
    var byPlan = new TreeMap<String, Limit>();
    settings
        .plans()
        .getOrDefault(nameOf(bucket), Map.of())
        .forEach((plan, limit) -> byPlan.put(plan, named(limit, bucket)));
    return byPlan;
  }

  /** One that is called so stays itself: calls compare limits, and the same one at a glance. */
  private static Limit named(Limit limit, String bucket) {
    return limit.name().equals(bucket) ? limit : limit.named(bucket);
  }

  /** Returns what settings call a bucket. */
  String nameOf(String bucket) {
    return settings.limitName(bucket);
  }

  /**
   * Returns what callers of a plan have, also where only an annotation says what all others have.
   */
  Map<String, Limit> plansOf(String bucket) {
    return of(bucket).map(Size::byPlan).orElseGet(() -> plansOfSettings(bucket));
  }
}
