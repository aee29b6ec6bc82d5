package io.tollgate.http;

import io.tollgate.RequestPart;
import io.tollgate.rule.PathFit;
import io.tollgate.rule.Segments;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The key of a rule whose paths do not have their parameters in the same place: the path that fits
 * a call says where they are.
 *
 * @param choices the more specific paths first
 * @param otherwise for calls that come by none of the paths
 */
record PathKeySource(List<Choice> choices, KeySource otherwise) implements KeySource {

  /** A path, and the key of calls that it fits. */
  record Choice(List<String> path, KeySource source) {}

  /**
   * Returns the source that a rule describes.
   *
   * @param withPlan whether the numbers of its limit depend on the plan
   * @param paths those of the rule that says who pays
   */
  static KeySource of(KeySpec spec, boolean withPlan, Instances instances, List<String> paths) {
    var sources = new HashMap<Map<String, Integer>, KeySource>();
    var choices = new ArrayList<Choice>();
    for (var path : paths.stream().sorted(Comparator.comparing(PathFit::shape)).toList()) {
      var segments = Segments.of(path);
      var source =
          sources.computeIfAbsent(
              positions(segments, spec), at -> KeySource.of(spec, withPlan, instances, at));
      choices.add(new Choice(segments, source));
    }
    // Mostly the paths agree, or there is one, and nobody has to look which it is.
    return switch (sources.size()) {
      case 0 -> KeySource.of(spec, withPlan, instances);
      case 1 -> choices.get(0).source;
      default -> new PathKeySource(List.copyOf(choices), KeySource.of(spec, withPlan, instances));
    };
  }

  /** Returns which segment of a path each parameter is that belongs to the key. */
  private static Map<String, Integer> positions(List<String> segments, KeySpec spec) {
    var positions = new HashMap<String, Integer>();
    for (var part : spec.parts()) {
      int at = segments.lastIndexOf("{" + part.name() + "}");
      if (part.kind() == RequestPart.Kind.PATH && at >= 0) {
        positions.put(part.name(), at);
      }
    }
    return positions;
  }

  @Override
  public String key(Caller caller) {
    var segments = Segments.of(caller.request().path());
    for (var choice : choices) {
      if (PathFit.fits(choice.path, segments)) {
        return choice.source.key(caller);
      }
    }
    return otherwise.key(caller);
  }
}
