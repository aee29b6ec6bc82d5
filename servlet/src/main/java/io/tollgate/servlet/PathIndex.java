package io.tollgate.servlet;

import io.tollgate.PathRule;
import io.tollgate.http.Endpoint;
import io.tollgate.http.Gate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds the rules that hold for a path, which are compiled when the application starts. */
final class PathIndex {

  /*
   * A tree of segments. From the left, a segment of text goes before a parameter, and a parameter
   * before the * of a longer path; the first way that leads to a rule for the method of the request
   * wins. All rules at that place hold together.
   *
   * Paths come decoded and without path parameters from the container. Empty segments and dots make
   * no difference: whatever a container lets through, /items/1/ and //items/./1 are /items/1.
   */

  /**
   * What holds for a request.
   *
   * @param parameters which segment of the path each parameter is
   */
  record Match(Endpoint endpoint, Map<String, Integer> parameters) {}

  /** The rules of one place, by method. */
  private static final class Place {
    private final List<PathRule> rules = new ArrayList<>(1);
    private final Map<String, Match> byMethod = new HashMap<>();
    private @Nullable Match others;

    @Nullable Match of(String method) {
      var stated = byMethod.get(method);
      return stated == null ? others : stated;
    }

    void tell(Gate gate) {
      var methods = new LinkedHashSet<String>();
      rules.forEach(rule -> methods.addAll(rule.methods()));
      var path = rules.get(0).path();
      for (var method : methods) {
        var ofMethod =
            rules.stream()
                .filter(rule -> rule.methods().isEmpty() || rule.methods().contains(method))
                .toList();
        byMethod.put(method, match(gate, method + " " + path, ofMethod));
      }
      var ofAll = rules.stream().filter(rule -> rule.methods().isEmpty()).toList();
      others = ofAll.isEmpty() ? null : match(gate, path, ofAll);
    }

    private static Match match(Gate gate, String name, List<PathRule> rules) {
      var parameters = new HashMap<String, Integer>();
      for (var rule : rules) {
        var segments = segments(rule.path());
        for (int i = 0; i < segments.size(); i++) {
          if (isParameter(segments.get(i))) {
            parameters.put(segments.get(i).substring(1, segments.get(i).length() - 1), i);
          }
        }
      }
      return new Match(gate.endpoint(name, rules), Map.copyOf(parameters));
    }
  }

  /** What follows a segment. */
  private static final class Node {
    private final Map<String, Node> next = new HashMap<>();
    private @Nullable Node parameter;
    private @Nullable Place here;
    private @Nullable Place below;
  }

  private final Node root = new Node();
  private boolean isEmpty = true;

  private PathIndex() {}

  /** Compiles rules, and tells the gate their endpoints. */
  static PathIndex of(List<PathRule> rules, Gate gate) {
    var index = new PathIndex();
    var places = new LinkedHashSet<Place>();
    for (var rule : rules) {
      places.add(index.add(rule));
      index.isEmpty = false;
    }
    places.forEach(place -> place.tell(gate));
    return index;
  }

  private Place add(PathRule rule) {
    var node = root;
    boolean isPrefix = false;
    for (var segment : segments(rule.path())) {
      if (segment.equals("*")) {
        isPrefix = true;
      } else if (isParameter(segment)) {
        node.parameter = node.parameter == null ? new Node() : node.parameter;
        node = node.parameter;
      } else {
        node = node.next.computeIfAbsent(segment, any -> new Node());
      }
    }
    var place = isPrefix ? node.below : node.here;
    if (place == null) {
      place = new Place();
      if (isPrefix) {
        node.below = place;
      } else {
        node.here = place;
      }
    }
    place.rules.add(rule);
    return place;
  }

  private static boolean isParameter(String segment) {
    return segment.startsWith("{");
  }

  boolean isEmpty() {
    return isEmpty;
  }

  /** Returns what holds for a request; null if no rule does. */
  @Nullable Match find(String path, String method) {
    return isEmpty ? null : find(root, segments(path), 0, method);
  }

  private static @Nullable Match find(Node node, List<String> segments, int at, String method) {
    Match found = null;
    if (at == segments.size()) {
      found = node.here == null ? null : node.here.of(method);
    } else {
      var next = node.next.get(segments.get(at));
      if (next != null) {
        found = find(next, segments, at + 1, method);
      }
      if (found == null && node.parameter != null) {
        found = find(node.parameter, segments, at + 1, method);
      }
    }
    return found == null && node.below != null ? node.below.of(method) : found;
  }

  /** Takes a path apart; what makes no difference is left out. */
  static List<String> segments(String path) {
    var segments = new ArrayList<String>();
    int length = path.length();
    for (int begin = 0; begin < length; ) {
      int slash = path.indexOf('/', begin);
      int end = slash < 0 ? length : slash;
      if (end > begin) {
        add(path.substring(begin, end), segments);
      }
      begin = end + 1;
    }
    return segments;
  }

  private static void add(String segment, List<String> segments) {
    if (segment.equals("..")) {
      if (!segments.isEmpty()) {
        segments.remove(segments.size() - 1);
      }
    } else if (!segment.equals(".")) {
      segments.add(segment);
    }
  }
}
