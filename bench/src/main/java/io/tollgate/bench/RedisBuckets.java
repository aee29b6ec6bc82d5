package io.tollgate.bench;

/** Buckets in Redis, one for each caller, large enough to admit every call. */
interface RedisBuckets extends AutoCloseable {

  /** Takes a token of a caller; tells whether it was there. */
  boolean tryTake(int caller);

  @Override
  void close();
}
