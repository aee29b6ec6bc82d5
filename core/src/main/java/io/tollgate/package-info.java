/**
 * Tollgate's engine: may this key spend so many tokens of this limit now?
 *
 * <p>In the order of a call:
 *
 * <ol>
 *   <li>{@link io.tollgate.Limit} and {@link io.tollgate.Claim} say what is asked;
 *   <li>{@link io.tollgate.Limiter} asks, within a time budget ({@code GuardedBackend}, {@code
 *       Breaker}, {@code Memory}), and decides without the backend when that fails ({@code
 *       Fallback}, {@code Shares});
 *   <li>a {@link io.tollgate.Backend} decides: {@link io.tollgate.LocalBackend} in this process
 *       ({@code BucketTable}, {@code Bucket}, {@code Debtors}), others found by {@link
 *       io.tollgate.BackendProvider};
 *   <li>a {@link io.tollgate.Decision} is the answer;
 *   <li>a {@link io.tollgate.Settlement} corrects what the call took, once it is known what it
 *       cost.
 * </ol>
 *
 * <p>{@link io.tollgate.Settings} says which backend, and how large the limits are. The arithmetic
 * is in {@link io.tollgate.algorithm}. Nothing here knows HTTP, servlets or Jakarta REST: other
 * modules do.
 */
@NullMarked
package io.tollgate;

import org.jspecify.annotations.NullMarked;
