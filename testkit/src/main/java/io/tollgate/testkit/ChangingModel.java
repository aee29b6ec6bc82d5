package io.tollgate.testkit;

import io.tollgate.Algorithm;
import io.tollgate.Limit;
import java.math.BigInteger;

/**
 * The promise of a limit to one key while its definition changes: what was taken stays taken.
 *
 * <ul>
 *   <li>Windows and logs of one length, and calls under way, go on with what they have counted.
 *   <li>Otherwise as many tokens are taken as before: parts of them from a bucket to a bucket, and
 *       whole ones, rounded up, from or to anything else.
 *   <li>A bucket owes no more than it can hold. What is beyond that does not count, and is taken
 *       again when the definition changes once more, unless the bucket was full in between.
 *   <li>A bucket that can hold nothing does not take the place of another.
 * </ul>
 */
final class ChangingModel {

  private Limit limit;
  private TriedModel model;
  private Tokens beyond = Tokens.NONE;

  ChangingModel(Limit limit) {
    this.limit = limit;
    this.model = (TriedModel) ReferenceModel.of(limit);
  }

  /** Returns the model of the definition that was asked last. */
  ReferenceModel current() {
    return model;
  }

  /** Returns the model of a definition, which is the one in force from now on. */
  ReferenceModel under(Limit definition, BigInteger nanos) {
    if (model.untouched(nanos)) {
      beyond = Tokens.NONE;
    }
    if (definition.equals(limit)) {
      return model;
    }
    var changed = (TriedModel) ReferenceModel.of(definition);
    if (isBucket(definition) && definition.maxCost() == 0) {
      return changed;
    }
    if (!changed.goOnFrom(model)) {
      var taken = model.taken(nanos).plus(beyond);
      if (!isBucket(limit) || !isBucket(definition)) {
        taken = Tokens.whole(taken.in(BigInteger.ONE));
      }
      var most = Tokens.whole(BigInteger.valueOf(definition.maxCost()));
      var counted = isBucket(definition) ? taken.min(most) : taken;
      changed.begin(nanos, counted);
      beyond = taken.minus(counted);
    }
    limit = definition;
    model = changed;
    return model;
  }

  private static boolean isBucket(Limit limit) {
    return limit.algorithm() == Algorithm.TOKEN_BUCKET
        || limit.algorithm() == Algorithm.LEAKY_BUCKET;
  }
}
