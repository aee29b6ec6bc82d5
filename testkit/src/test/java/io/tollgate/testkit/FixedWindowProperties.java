package io.tollgate.testkit;

import io.tollgate.algorithm.FixedWindow;
import java.math.BigInteger;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Provide;

/** At most the limit in each window aligned to the clock, and twice that in any. */
final class FixedWindowProperties extends RecordProperties {

  @Provide
  @Override
  Arbitrary<Subject> subjects() {
    return Combinators.combine(amounts(), windows())
        .as(
            (limit, window) ->
                Subject.of(
                    new FixedWindow(limit, window), () -> new FixedWindowModel(limit, window)));
  }

  @Override
  void assertPromiseKept(Subject subject, List<Admitted> admitted) {
    var numbers = (FixedWindow) subject.algorithm();
    var limit = BigInteger.valueOf(numbers.limit());
    Promises.assertInAlignedWindows(admitted, limit, numbers.windowNanos());
    Promises.assertInAnyWindow(admitted, limit.multiply(BigInteger.TWO), numbers.windowNanos());
  }
}
