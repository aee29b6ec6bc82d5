package io.tollgate.testkit;

import io.tollgate.Limit;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * The calls of one key, and what would be if each had taken at the start what it was settled to
 * cost.
 *
 * <p>A call that is not settled yet counts with what it took: nobody can know better.
 */
final class SettledCalls {

  private static final class Call {
    final BigInteger nanos;
    final boolean admitted;
    long cost;

    Call(BigInteger nanos, boolean admitted, long cost) {
      this.nanos = nanos;
      this.admitted = admitted;
      this.cost = cost;
    }
  }

  /** Makes a model that nobody has called yet. */
  interface Models {
    ReferenceModel make();
  }

  private final Models models;
  private final List<Call> calls = new ArrayList<>();

  SettledCalls(Models models) {
    this.models = models;
  }

  static SettledCalls of(Limit limit) {
    return new SettledCalls(() -> ReferenceModel.of(limit));
  }

  /**
   * Writes down a call of a cost above 0 that was not too high, and returns its number, by which it
   * is settled.
   */
  int decided(BigInteger nanos, long cost, boolean admitted) {
    calls.add(new Call(nanos, admitted, cost));
    return calls.size() - 1;
  }

  void settle(int number, long actual) {
    calls.get(number).cost = actual;
  }

  /** Returns how the limit would answer now. */
  ReferenceModel.Answer peek(BigInteger nanos, long cost) {
    var model = (TriedModel) models.make();
    for (var call : calls) {
      if (call.cost > 0 && call.admitted) {
        model.take(call.nanos, call.cost);
      } else if (call.cost > 0) {
        model.refuse(call.nanos, call.cost);
      }
    }
    return model.peek(nanos, cost);
  }
}
