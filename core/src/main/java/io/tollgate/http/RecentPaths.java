package io.tollgate.http;

import org.jspecify.annotations.Nullable;

/**
 * The plans of paths that were called lately, where a path and a method decide.
 *
 * <p>The hash of a path chooses its place in the table, and the newest wins it. Threads may
 * overwrite each other's entries: an entry is immutable and complete in itself, and who does not
 * find his own works it out again.
 */
final class RecentPaths {

  private static final int SIZE = 256;
  private static final int MAX_LENGTH = 256;

  private record Recent(String path, String method, Plan plan) {}

  private final @Nullable Recent[] places = new @Nullable Recent[SIZE];

  @Nullable Plan find(String path, String method) {
    var last = places[place(path)];
    return last != null && last.path.equals(path) && last.method.equals(method) ? last.plan : null;
  }

  void keep(String path, String method, Plan plan) {
    if (path.length() <= MAX_LENGTH) {
      places[place(path)] = new Recent(path, method, plan);
    }
  }

  private static int place(String path) {
    int hash = path.hashCode();
    return (hash ^ hash >>> 16) & SIZE - 1;
  }
}
