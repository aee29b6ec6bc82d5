/**
 * Tollgate beside its peers: what a decision of the local backend costs in time, garbage and
 * memory, and what limits cost an application under load.
 *
 * <p>Nothing here is published but the figures. A benchmark that flatters us is a bug: a peer gets
 * the fastest form of its usual recipe, and whoever gives more in his answer is measured giving it.
 *
 * <p>To be read in this order: {@link io.tollgate.bench.Allowance} (what everybody is set to),
 * {@link io.tollgate.bench.HotPeer} and {@link io.tollgate.bench.HotBucketBenchmark} (one bucket),
 * {@link io.tollgate.bench.Traffic}, {@link io.tollgate.bench.KeyedPeer} and {@link
 * io.tollgate.bench.KeyedBenchmark} (many keys), {@link io.tollgate.bench.BytesPerKey}, and {@link
 * io.tollgate.bench.Report}, which runs them all and writes {@code docs/benchmarks.md}.
 *
 * <p>Under load: {@link io.tollgate.bench.rest.Variant} (the applications), {@link
 * io.tollgate.bench.ServerProcess}, {@link io.tollgate.bench.LoadClient}, and {@link
 * io.tollgate.bench.Load}, which runs them and writes its part of the page.
 */
@NullMarked
package io.tollgate.bench;

import org.jspecify.annotations.NullMarked;
