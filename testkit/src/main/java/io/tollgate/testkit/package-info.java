/**
 * What a backend is tested with, by this project and by whoever writes another.
 *
 * <p>{@link io.tollgate.testkit.ManualTicker} is time that passes only when a test says so. {@link
 * io.tollgate.testkit.ReferenceModel} is what each algorithm promises, kept slowly and obviously:
 * one package-private class per algorithm, all of which extend {@code TriedModel}; read {@code
 * TokenBucketModel} first. {@code BackendContract} puts the same calls to a backend and to the
 * models, and expects the same answers.
 *
 * <p>A model must stay obvious: it shares no code with the algorithm it judges, and nothing here is
 * fast.
 */
@NullMarked
package io.tollgate.testkit;

import org.jspecify.annotations.NullMarked;
