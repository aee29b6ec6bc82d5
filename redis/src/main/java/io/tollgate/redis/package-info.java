/**
 * Buckets in Redis: one budget for all hosts.
 *
 * <p>In the order of a call: {@code RedisBackend} turns claims into keys ({@code KeyNames}) and
 * numbers ({@code LimitNumbers}); {@code RedisLink} holds the connection and runs a script of
 * {@code Scripts} on it; {@code Answers} makes a decision of what the script returns. The arithmetic
 * is in the {@code .lua} files beside this package.
 *
 * <p>{@link io.tollgate.redis.RedisProvider} makes a backend when {@code tollgate.backend} is {@code
 * redis}; {@code RedisSettings} says what can be set.
 */
@NullMarked
package io.tollgate.redis;

import org.jspecify.annotations.NullMarked;
