package io.tollgate.testkit;

import io.tollgate.algorithm.BucketAlgorithm;
import java.util.function.Supplier;

/**
 * An algorithm with its numbers, and the model of what it promises.
 *
 * @param numbers what the algorithm was made of; a failed property shows them
 * @param algorithm what {@link Counter#of} takes
 * @param models makes a model that nobody has called yet
 */
record Subject(Object numbers, Object algorithm, Supplier<ReferenceModel> models) {

  static Subject of(BucketAlgorithm<?> algorithm, Supplier<ReferenceModel> models) {
    return new Subject(algorithm, algorithm, models);
  }

  Counter counter(long now) {
    return Counter.of(algorithm, now);
  }

  ReferenceModel model() {
    return models.get();
  }

  @Override
  public String toString() {
    return numbers.toString();
  }
}
