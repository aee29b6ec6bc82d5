package io.tollgate;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the known word that was probably meant by an unknown one. */
public final class Nearest {

  /** Longer than any word known here; the work grows with the square of the length. */
  private static final int MAX_LENGTH = 300;

  private Nearest() {}

  /** Returns the hint {@code "; did you mean x?"}, or nothing if no word is near enough. */
  public static String hint(String word, Collection<String> known) {
    return find(word, known)
        .filter(nearest -> isNear(word, nearest))
        .map(nearest -> "; did you mean " + nearest + "?")
        .orElse("");
  }

  /** Tells whether one word may well be meant by the other. */
  static boolean isNear(String word, String known) {
    return word.length() <= MAX_LENGTH && distance(word, known) <= Math.max(2, word.length() / 3);
  }

  /** Returns the word that takes the fewest edits to reach, the first of those as near. */
  static Optional<String> find(String word, Collection<String> known) {
    if (word.length() > MAX_LENGTH) {
      return Optional.empty();
    }
    return known.stream().min(Comparator.comparingInt(each -> distance(word, each)));
  }

  /** A word that was begun and not finished is near, however long the rest is. */
  private static int distance(String word, String known) {
    String lower = word.toLowerCase(Locale.ROOT);
    boolean begun = lower.length() > 2 && known.startsWith(lower);
    return begun ? 1 : edits(lower, known.toLowerCase(Locale.ROOT));
  }

  /**
   * Counts how many characters must be added, removed, changed or swapped with their neighbour to
   * make one word of the other.
   */
  static int edits(String from, String to) {
    int[] beforeLast = new int[to.length() + 1];
    int[] last = new int[to.length() + 1];
    int[] row = new int[to.length() + 1];
    for (int j = 0; j <= to.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      int[] free = beforeLast;
      beforeLast = last;
      last = row;
      row = free;
      row[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int change = from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1;
        row[j] = Math.min(last[j - 1] + change, Math.min(last[j], row[j - 1]) + 1);
        boolean swapped =
            i > 1
                && j > 1
                && from.charAt(i - 1) == to.charAt(j - 2)
                && from.charAt(i - 2) == to.charAt(j - 1);
        if (swapped) {
          row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
        }
      }
    }
    return row[to.length()];
  }
}
