package io.tollgate.bench;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * What several rounds measured.
 *
 * @param measured from the least to the most
 */
record Spread(List<Double> measured) {

  static Spread of(double... measured) {
    return new Spread(Arrays.stream(measured).sorted().boxed().toList());
  }

  double least() {
    return measured.get(0);
  }

  /** Returns the one in the middle, or the mean of the two in the middle. */
  double median() {
    int last = measured.size() - 1;
    return (measured.get(last / 2) + measured.get((last + 1) / 2)) / 2;
  }

  double most() {
    return measured.get(measured.size() - 1);
  }

  /** Returns the median and, in brackets, from where to where: {@code 1.52 (1.48–1.60)}. */
  String text() {
    return least() == most()
        ? number(median())
        : number(median()) + " (" + number(least()) + "–" + number(most()) + ")";
  }

  /** Returns a number with as many digits as say something. */
  static String number(double number) {
    double size = Math.abs(number);
    int decimals = size >= 100 ? 0 : size >= 10 ? 1 : 2;
    return String.format(Locale.ROOT, "%,." + decimals + "f", number);
  }
}
