package io.tollgate.rule;

import io.tollgate.Mode;
import io.tollgate.Rule;
import io.tollgate.RuleMatch;
import io.tollgate.RuleSet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The rules of all layers, of which a later one replaces an earlier one that has the same name, or
 * is for the same calls and the same bucket.
 *
 * <p>A rule that multiplies a limit stands beside the rule that states it, and replaces it only by
 * name. A rule that begins or ends replaces none, since that would hold before and after it, too:
 * it goes before the earlier one while it is valid.
 */
public final class Layers {

  /**
   * A rule that is not in force.
   *
   * @param why in a few words
   */
  public record Replaced(LayeredRule rule, String why) {}

  private record Same(RuleMatch match, String bucket) {}

  private final List<LayeredRule> rules = new ArrayList<>();
  private final List<Replaced> replaced = new ArrayList<>();

  private Layers() {}

  /** Puts layers on top of each other, the first one lowest. */
  public static Layers of(Map<String, RuleSet> byLayer) {
    var layers = new Layers();
    int height = 1;
    for (var layer : byLayer.entrySet()) {
      layers.add(layer.getKey(), height++, layer.getValue().rules());
    }
    layers.dropOff();
    return layers;
  }

  private void add(String layer, int height, List<Rule> added) {
    Map<String, Rule> byName = new HashMap<>();
    Map<Same, Rule> bySame = new HashMap<>();
    for (var rule : added) {
      if (rule.from().isPresent() || rule.until().isPresent()) {
        continue;
      }
      byName.put(rule.name(), rule);
      if (!rule.isVerdict() && rule.times().isEmpty()) {
        bySame.putIfAbsent(new Same(rule.match(), rule.bucketName()), rule);
      }
    }
    rules.removeIf(
        earlier -> {
          var later = byName.get(earlier.rule().name());
          boolean sameName = later != null;
          if (later == null && earlier.rule().times().isEmpty() && !earlier.rule().isVerdict()) {
            later = bySame.get(new Same(earlier.rule().match(), earlier.rule().bucketName()));
          }
          if (later == null) {
            return false;
          }
          replaced.add(
              new Replaced(
                  earlier,
                  String.format(
                      "replaced by %s of layer %s, which %s",
                      later.name(),
                      layer,
                      sameName ? "has the same name" : "is for the same calls and bucket")));
          return true;
        });
    added.forEach(rule -> rules.add(new LayeredRule(rule, layer, height)));
  }

  private void dropOff() {
    rules.removeIf(
        one -> {
          boolean off = one.rule().mode().filter(mode -> mode == Mode.OFF).isPresent();
          if (off) {
            replaced.add(new Replaced(one, "switched off"));
          }
          return off;
        });
  }

  /** Returns the rules in force, lower layers first, each in the order of its text. */
  public List<LayeredRule> rules() {
    return List.copyOf(rules);
  }

  /** Returns the others. */
  public List<Replaced> replaced() {
    return List.copyOf(replaced);
  }
}
