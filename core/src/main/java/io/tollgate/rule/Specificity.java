package io.tollgate.rule;

import io.tollgate.Rule;
import java.util.Comparator;

/** Which of two rules goes before the other, where both hold for a call. */
final class Specificity {

  /*
   * Later layer, then more specific path, then more conditions, then order in the text.
   *
   * What names a bucket and no place changes what calls pay that draw on it anyway, so it goes before
   * the rules by which they do. What multiplies a limit goes before the rule that states one.
   */
  static final Comparator<LayeredRule> ORDER =
      Comparator.comparingInt((LayeredRule one) -> -one.height())
          .thenComparingInt(one -> one.rule().times().isPresent() ? 0 : 1)
          .thenComparingInt(one -> one.rule().draws() ? 1 : 0)
          .thenComparing(one -> shape(one.rule()))
          .thenComparingInt(one -> -one.rule().match().conditions());

  private Specificity() {}

  /**
   * Returns a text that comes before that of a less specific path: from the left, a segment of text
   * goes before a parameter, and a parameter before a {@code *}. Of two paths that fit one call,
   * none ends where the other has a segment, so that does not matter.
   */
  private static String shape(Rule rule) {
    return rule.match().paths().stream()
        .map(Specificity::shape)
        .min(Comparator.naturalOrder())
        .orElse("d");
  }

  static String shape(String path) {
    var shape = new StringBuilder();
    for (var segment : Segments.of(path)) {
      shape.append(segment.equals("*") ? 'c' : Segments.isParameter(segment) ? 'b' : 'a');
    }
    return shape.toString();
  }
}
