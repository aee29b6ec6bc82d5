package io.tollgate.bench;

import java.util.Arrays;
import java.util.Locale;

/**
 * What several rounds measured.
 *
 * @param median the middle one, or the mean of the two in the middle
 */
record Spread(double least, double median, double most) {

  static Spread of(double... measured) {
    var sorted = measured.clone();
    Arrays.sort(sorted);
    int last = sorted.length - 1;
    return new Spread(sorted[0], (sorted[last / 2] + sorted[(last + 1) / 2]) / 2, sorted[last]);
  }

  /** Returns the median and, in brackets, from where to where: {@code 1.52 (1.48–1.60)}. */
  String text() {
    return least == most
        ? number(median)
        : number(median) + " (" + number(least) + "–" + number(most) + ")";
  }

  /** Returns a number with as many digits as say something. */
  static String number(double number) {
    double size = Math.abs(number);
    int decimals = size >= 100 ? 0 : size >= 10 ? 1 : 2;
    return String.format(Locale.ROOT, "%,." + decimals + "f", number);
  }
}
