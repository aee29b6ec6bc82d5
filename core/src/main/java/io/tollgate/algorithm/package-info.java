/**
 * The arithmetic of rate limiting: pure functions of a bucket's state, the time and a cost.
 *
 * <p>Nothing here reads a clock, takes a lock, does I/O or keeps anybody's state, so the same code
 * serves the local backend's compare-and-set loops, a cluster's messages, a simulator and a test.
 * Instants are {@code long} nanoseconds from an arbitrary origin and are compared by their
 * difference only; they may wrap.
 *
 * <p>Read {@link io.tollgate.algorithm.TokenBucket} first: its state is one word, and {@link
 * io.tollgate.algorithm.LeakyBucket} is the same arithmetic seen from the other side. The others
 * keep an immutable record and share the interface {@link io.tollgate.algorithm.BucketAlgorithm}.
 * This package depends on no other of Tollgate's.
 */
@NullMarked
package io.tollgate.algorithm;

import org.jspecify.annotations.NullMarked;
