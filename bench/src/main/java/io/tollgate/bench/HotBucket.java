package io.tollgate.bench;

import org.openjdk.jmh.infra.Blackhole;

/** One bucket, in the way a limiter offers it. */
@FunctionalInterface
interface HotBucket {

  /**
   * Takes one token, and tells whether it was there.
   *
   * @param blackhole for an answer that says more than that
   */
  boolean tryTake(Blackhole blackhole);
}
