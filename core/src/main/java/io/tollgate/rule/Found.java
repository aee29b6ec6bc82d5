package io.tollgate.rule;

import java.util.Arrays;
import java.util.List;

/** The rules that hold for one call, those that go before others first. */
public final class Found {

  private static final int USUAL = 4;

  private IndexedRule[] rules = new IndexedRule[USUAL];
  private int size;

  Found() {}

  /** Puts a rule where its rank belongs, unless it is there. */
  void add(IndexedRule rule) {
    int at = size;
    while (at > 0 && rules[at - 1].id() >= rule.id()) {
      if (rules[at - 1] == rule) {
        return;
      }
      at--;
    }
    if (size == rules.length) {
      rules = Arrays.copyOf(rules, 2 * size);
    }
    System.arraycopy(rules, at, rules, at + 1, size - at);
    rules[at] = rule;
    size++;
  }

  /** Tells whether there are none. */
  public boolean isEmpty() {
    return size == 0;
  }

  int size() {
    return size;
  }

  IndexedRule get(int index) {
    return rules[index];
  }

  /** Returns the ranks of the rules, in ascending order. */
  public int[] ids() {
    var ids = new int[size];
    for (int i = 0; i < size; i++) {
      ids[i] = rules[i].id();
    }
    return ids;
  }

  /** Returns the rules. */
  public List<IndexedRule> rules() {
    return List.of(Arrays.copyOf(rules, size));
  }
}
