package io.tollgate.rule;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds the places whose paths fit a path.
 *
 * @param <T> what belongs to a place
 */
final class PathTree<T> {

  /*
   * A tree of segments. From the left, a segment of text goes before a parameter, and a parameter
   * before the * of a longer path: in this order the places that fit are visited, so the first one is
   * the most specific.
   */

  private static final class Node<T> {
    private final Map<String, Node<T>> next = new HashMap<>();
    private @Nullable Node<T> parameter;
    private @Nullable T here;
    private @Nullable T below;
  }

  private final Node<T> root = new Node<>();
  private boolean isEmpty = true;

  boolean isEmpty() {
    return isEmpty;
  }

  /** Returns what belongs to a path, which is made if there is nothing yet. */
  T place(String path, Supplier<T> made) {
    isEmpty = false;
    var node = root;
    for (var segment : Segments.of(path)) {
      if (segment.equals("*")) {
        node.below = node.below == null ? made.get() : node.below;
        return node.below;
      }
      if (Segments.isParameter(segment)) {
        node.parameter = node.parameter == null ? new Node<>() : node.parameter;
        node = node.parameter;
      } else {
        node = node.next.computeIfAbsent(segment, any -> new Node<>());
      }
    }
    node.here = node.here == null ? made.get() : node.here;
    return node.here;
  }

  /** Tells whether all places are so. */
  boolean all(Predicate<T> so) {
    return all(root, so);
  }

  private static <T> boolean all(Node<T> node, Predicate<T> so) {
    return (node.here == null || so.test(node.here))
        && (node.below == null || so.test(node.below))
        && (node.parameter == null || all(node.parameter, so))
        && node.next.values().stream().allMatch(next -> all(next, so));
  }

  /** Visits all places that fit, the most specific first. */
  void visit(List<String> segments, Consumer<T> visitor) {
    visit(root, segments, 0, visitor);
  }

  private static <T> void visit(Node<T> node, List<String> segments, int at, Consumer<T> visitor) {
    if (at == segments.size()) {
      if (node.here != null) {
        visitor.accept(node.here);
      }
    } else {
      var next = node.next.get(segments.get(at));
      if (next != null) {
        visit(next, segments, at + 1, visitor);
      }
      if (node.parameter != null) {
        visit(node.parameter, segments, at + 1, visitor);
      }
    }
    if (node.below != null) {
      visitor.accept(node.below);
    }
  }

  /**
   * Tells whether any place may fit a path of this template, in which a parameter is one segment
   * and {@code *} all that follow.
   */
  boolean mayFit(List<String> template) {
    return mayFit(root, template, 0);
  }

  private static <T> boolean mayFit(Node<T> node, List<String> template, int at) {
    if (node.below != null) {
      return true;
    }
    if (at == template.size()) {
      return node.here != null;
    }
    var segment = template.get(at);
    if (segment.equals("*")) {
      return node.here != null || node.parameter != null || !node.next.isEmpty();
    }
    if (node.parameter != null && mayFit(node.parameter, template, at + 1)) {
      return true;
    }
    if (!Segments.isParameter(segment)) {
      var next = node.next.get(segment);
      return next != null && mayFit(next, template, at + 1);
    }
    return node.next.values().stream().anyMatch(next -> mayFit(next, template, at + 1));
  }
}
