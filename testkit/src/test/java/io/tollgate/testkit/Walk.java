package io.tollgate.testkit;

import io.tollgate.testkit.ReferenceModel.Answer;
import java.math.BigInteger;
import java.util.List;

/** The calls of one key, one after the other, at times that wrap for the algorithm. */
final class Walk {

  /** Sees each call before it is decided. */
  interface Visitor {
    /**
     * Decides the call, or lets {@code counter} do so.
     *
     * @param nanos the time, which never wraps; its low 64 bits are the ticker's
     */
    Answer visit(Counter counter, BigInteger nanos, long cost);
  }

  /** A difference of instants has 64 bits, of which looking ahead takes its share. */
  private static final BigInteger LONGEST = BigInteger.TWO.pow(61);

  private Walk() {}

  /** Takes the steps from {@code origin}. */
  static void take(Subject subject, long origin, List<Step> steps, Visitor visitor) {
    var nanos = BigInteger.valueOf(origin);
    var end = nanos.add(LONGEST);
    var counter = subject.counter(origin);
    var last = counter.peek(origin, /* cost= */ 0);
    for (var step : steps) {
      nanos = nanos.add(BigInteger.valueOf(step.pauseNanos(counter, last))).min(end);
      long remaining = counter.peek(nanos.longValue(), /* cost= */ 0).remaining();
      last = visitor.visit(counter, nanos, step.cost(counter, remaining));
    }
  }
}
