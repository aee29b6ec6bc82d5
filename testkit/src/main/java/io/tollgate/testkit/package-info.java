/**
 * What limits and backends are tested with, by this project, by applications, and by whoever writes
 * another backend.
 *
 * <ol>
 *   <li>{@link io.tollgate.testkit.ManualTicker} is time that passes only when a test says so;
 *   <li>{@link io.tollgate.testkit.TollgateExtension} gives the tests of an application a limiter
 *       over such time, and {@link io.tollgate.testkit.Callers} to put calls to it;
 *   <li>{@link io.tollgate.testkit.ReferenceModel} is what each algorithm promises: one
 *       package-private class per algorithm, all of which extend {@code TriedModel}; read {@code
 *       TokenBucketModel} first;
 *   <li>{@link io.tollgate.testkit.BackendContract} puts the same calls to a backend and to the
 *       models, and expects the same answers: a chapter per promise.
 * </ol>
 *
 * <p>A model stays slow and obvious. It shares no code with the algorithm that it judges.
 */
@NullMarked
package io.tollgate.testkit;

import org.jspecify.annotations.NullMarked;
