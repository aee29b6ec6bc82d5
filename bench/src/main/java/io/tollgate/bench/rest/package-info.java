/**
 * One small Jersey application in several variants: without a limiter, with Tollgate, and with a
 * filter written by hand. Whoever compares them measures what a limiter adds to a call.
 *
 * <p>To be read in this order: {@link io.tollgate.bench.rest.Variant}, {@link
 * io.tollgate.bench.rest.Greetings} (the endpoint), {@link
 * io.tollgate.bench.rest.HandWrittenFilter} (the rival), {@link io.tollgate.bench.rest.App} (the
 * server), {@link io.tollgate.bench.rest.JerseyBenchmark} (the same without a server, by JMH).
 */
@NullMarked
package io.tollgate.bench.rest;

import org.jspecify.annotations.NullMarked;
