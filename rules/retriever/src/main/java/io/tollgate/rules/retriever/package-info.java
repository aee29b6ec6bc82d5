/**
 * Brings the rules of the rules service to the hosts of an application.
 *
 * <p>Beside the library on the class path and with {@code tollgate.rules.service} set, {@link
 * io.tollgate.rules.retriever.Retriever} is found by {@link java.util.ServiceLoader}. It starts a
 * {@code Retrieval}, which asks the {@code ServiceClient} for the next snapshot, puts it in force,
 * and keeps it in the {@code SnapshotFile} for a start without the service; {@code Pauses} says
 * when it asks again. A {@code Reporter} tells the service what the rules did here.
 *
 * <p>Needs nothing but the JDK's own HTTP client.
 */
@NullMarked
package io.tollgate.rules.retriever;

import org.jspecify.annotations.NullMarked;
