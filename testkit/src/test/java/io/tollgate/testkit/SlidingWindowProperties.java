package io.tollgate.testkit;

import io.tollgate.algorithm.SlidingWindow;
import java.math.BigInteger;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Provide;

/** Two counters, the previous one weighted by its overlap. */
final class SlidingWindowProperties extends RecordProperties {

  @Provide
  @Override
  Arbitrary<Subject> subjects() {
    return Combinators.combine(amounts(), windows())
        .as(
            (limit, window) ->
                Subject.of(
                    new SlidingWindow(limit, window), () -> new SlidingWindowModel(limit, window)));
  }

  @Override
  void assertPromiseKept(Subject subject, List<Admitted> admitted) {
    var numbers = (SlidingWindow) subject.algorithm();
    var limit = BigInteger.valueOf(numbers.limit());
    Promises.assertInAlignedWindows(admitted, limit, numbers.windowNanos());
  }
}
