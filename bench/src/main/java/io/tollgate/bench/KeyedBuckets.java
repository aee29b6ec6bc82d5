package io.tollgate.bench;

import com.github.benmanes.caffeine.cache.Cache;
import java.util.function.Function;
import java.util.function.Predicate;
import org.openjdk.jmh.infra.Blackhole;

/** The buckets of many keys, in the way a limiter offers them. */
interface KeyedBuckets {

  /**
   * Takes one token from the bucket of {@code key}, and tells whether it was there.
   *
   * @param blackhole for an answer that says more than that
   */
  boolean tryTake(String key, Blackhole blackhole);

  /** Returns the object from which all of them can be reached. */
  Object holder();

  /** The usual recipe for a library that offers single buckets: a cache of them. */
  record InCaffeine<B>(Cache<String, B> holder, Function<String, B> maker, Predicate<B> taking)
      implements KeyedBuckets {

    @Override
    public boolean tryTake(String key, Blackhole blackhole) {
      return taking.test(holder.get(key, maker));
    }
  }
}
