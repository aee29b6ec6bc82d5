package io.tollgate.bench;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;

/** Processes and connections that have to be closed, however far their opening came. */
final class Opened implements Closeable {

  private final Deque<Closeable> all = new ArrayDeque<>();

  /** Takes care of one, and returns it. */
  <T extends Closeable> T add(T one) {
    all.push(one);
    return one;
  }

  /** Closes all, the last one first, even if some cannot be. */
  @Override
  public void close() throws IOException {
    var failures = new ArrayList<IOException>();
    while (!all.isEmpty()) {
      try {
        all.pop().close();
      } catch (IOException e) {
        failures.add(e);
      }
    }
    if (!failures.isEmpty()) {
      var first = failures.remove(0);
      failures.forEach(first::addSuppressed);
      throw first;
    }
  }
}
