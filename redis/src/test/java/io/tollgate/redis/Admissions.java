package io.tollgate.redis;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;

/**
 * Calls that were admitted by several hosts, each at some moment between two readings of the clock
 * of this machine.
 */
final class Admissions {

  /**
   * One call.
   *
   * @param before read just before it was decided, in nanoseconds since 1970
   * @param after read just after
   */
  record Admission(long before, long after, long cost) {}

  private Admissions() {}

  /** Reads that clock. */
  static long nanos() {
    return ChronoUnit.NANOS.between(Instant.EPOCH, Instant.now());
  }

  /*
   * A stretch from the beginning b of one call to the end e of another has at least all calls that
   * ended by e, less all that began before b. That is certain, however late a thread was to read the
   * clock; calls that lasted over an edge are given the benefit of the doubt. It has more than is
   * promised by
   *
   *      (ended by e - burst - rate · e) - (begun before b - rate · b)
   *
   * and the worst stretch that ends at e is the one with the smallest right side.
   */

  /**
   * Returns by how many tokens burst + rate · d was exceeded in the worst stretch.
   *
   * @param perSecond the rate
   */
  static double worstExcess(List<Admission> admissions, double perSecond, long burst) {
    var byBegin = admissions.stream().sorted(Comparator.comparingLong(Admission::before)).toList();
    var byEnd = admissions.stream().sorted(Comparator.comparingLong(Admission::after)).toList();
    long start = byBegin.get(0).before;
    double worst = Double.NEGATIVE_INFINITY;
    double smallest = Double.POSITIVE_INFINITY;
    long begun = 0;
    long ended = 0;
    int next = 0;
    for (var last : byEnd) {
      for (; next < byBegin.size() && byBegin.get(next).before <= last.after; next++) {
        smallest = Math.min(smallest, begun - perSecond * (byBegin.get(next).before - start) / 1e9);
        begun += byBegin.get(next).cost;
      }
      ended += last.cost;
      double side = ended - burst - perSecond * (last.after - start) / 1e9;
      worst = Math.max(worst, side - smallest);
    }
    return worst;
  }
}
