/**
 * What every web adapter needs and no web framework is needed for: who the client is, and what a
 * decision becomes on the wire.
 *
 * <p>{@link io.tollgate.http.HttpSettings} says what may be configured. {@code ClientAddress} finds
 * the {@code Client} behind trusted proxies ({@code ProxyHeader}, {@code Hops}, {@code Cidr},
 * {@code IpAddress}), {@code CallerCountry} and {@code CallerPlan} what else is known of him.
 * {@link io.tollgate.http.Answers} writes header fields and refusals.
 *
 * <p>{@link io.tollgate.http.Gate} knows the {@code KnownEndpoints} of an application and makes
 * their {@code Plan}s, which say what {@code Charges} a call pays together. Most calls are done
 * when they are decided, at their {@link io.tollgate.http.Arrival}. For all others {@link
 * io.tollgate.http.Passage} leads one request past its limits and enters in a {@code Ledger} what
 * it has paid, and calls that may wait for their turn do so in the {@code WaitingRoom}.
 */
@NullMarked
package io.tollgate.http;

import org.jspecify.annotations.NullMarked;
