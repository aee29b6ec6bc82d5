/**
 * Buckets in Redis: one budget for all hosts.
 *
 * <p>In the order of a call: {@code RedisBackend} has {@code Requests} turn claims into keys
 * ({@code KeyNames}) and numbers ({@code LimitNumbers}); {@code RedisLink} has a {@code Session}
 * run one of the {@code Scripts}; {@code ScriptAnswer} makes decisions of what it replies. {@code
 * SeveralSlots} is for calls whose claims are apart in a Cluster. The arithmetic is in the {@code
 * .lua} files beside this package.
 *
 * <p>{@link io.tollgate.redis.RedisProvider} makes a backend when {@code tollgate.backend} is
 * {@code redis}: {@code RedisSettings} and {@code RedisAddress} say how, {@code StartUp} does it,
 * {@code Connector} opens connections, on which {@code BusyFlushes} sends commands together when
 * there are many. {@code Hosts} knows how many hosts there are.
 *
 * <p>In leased mode ({@code LeaseSettings}) a {@code LeasedBackend} is in front, with a {@code
 * Stash} for each busy bucket.
 */
@NullMarked
package io.tollgate.redis;

import org.jspecify.annotations.NullMarked;
