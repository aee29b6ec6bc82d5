package io.tollgate.algorithm;

/**
 * Calls one bucket over and over, and writes down what became of it: A for admitted, R for refused.
 */
abstract class Caller {

  static final long SECOND = 1_000_000_000;

  private long now;

  Caller(long origin) {
    this.now = origin;
  }

  static Caller of(TokenBucket tokens, long origin) {
    return new WordCaller(tokens, origin);
  }

  static <S> Caller of(BucketAlgorithm<S> algorithm, long origin) {
    return new RecordCaller<>(algorithm, origin);
  }

  /** Makes so many calls of cost 1. */
  final String calls(int count) {
    return calls(count, /* cost= */ 1);
  }

  /** Makes so many calls of {@code cost}. */
  final String calls(int count, long cost) {
    var row = new StringBuilder();
    for (int i = 0; i < count; i++) {
      row.append(call(now, cost) ? 'A' : 'R');
    }
    return row.toString();
  }

  /** Lets time pass; back, for a caller who has read the clock before the last one. */
  final Caller advance(long nanos) {
    now += nanos;
    return this;
  }

  final long waitNanos(long cost) {
    return waitNanos(now, cost);
  }

  final long remaining() {
    return remaining(now);
  }

  final long freshAfterNanos() {
    return freshAfterNanos(now);
  }

  abstract boolean call(long now, long cost);

  abstract long waitNanos(long now, long cost);

  abstract long remaining(long now);

  abstract long freshAfterNanos(long now);

  private static final class WordCaller extends Caller {

    private final TokenBucket tokens;
    private long state;

    WordCaller(TokenBucket tokens, long origin) {
      super(origin);
      this.tokens = tokens;
      this.state = tokens.full(origin);
    }

    @Override
    boolean call(long now, long cost) {
      long debt = tokens.debt(state, now);
      boolean admitted = tokens.admits(debt, cost);
      state = admitted ? tokens.owing(tokens.debtAfter(debt, cost), now) : state;
      return admitted;
    }

    @Override
    long waitNanos(long now, long cost) {
      return tokens.waitNanos(tokens.debt(state, now), cost);
    }

    @Override
    long remaining(long now) {
      return tokens.remaining(tokens.debt(state, now));
    }

    @Override
    long freshAfterNanos(long now) {
      return tokens.nanos(tokens.debt(state, now));
    }
  }

  private static final class RecordCaller<S> extends Caller {

    private final BucketAlgorithm<S> algorithm;
    private S state;

    RecordCaller(BucketAlgorithm<S> algorithm, long origin) {
      super(origin);
      this.algorithm = algorithm;
      this.state = algorithm.fresh(origin);
    }

    @Override
    boolean call(long now, long cost) {
      boolean admitted = algorithm.waitNanos(state, now, cost) == 0;
      state = admitted ? algorithm.take(state, now, cost) : algorithm.refuse(state, now, cost);
      return admitted;
    }

    @Override
    long waitNanos(long now, long cost) {
      return algorithm.waitNanos(state, now, cost);
    }

    @Override
    long remaining(long now) {
      return algorithm.remaining(state, now);
    }

    @Override
    long freshAfterNanos(long now) {
      return algorithm.freshAfterNanos(state, now);
    }
  }
}
