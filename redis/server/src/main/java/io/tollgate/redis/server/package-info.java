/**
 * Starts real Redis servers on free ports of this machine, for tests and demos.
 *
 * <p>{@link io.tollgate.redis.server.RedisServer} is one process, which can be killed, paused and
 * started again; {@link io.tollgate.redis.server.RedisCluster} and {@link
 * io.tollgate.redis.server.RedisSentinels} are several of them set up to work together. The program
 * comes out of a Maven artifact, so nothing is installed.
 */
@NullMarked
package io.tollgate.redis.server;

import org.jspecify.annotations.NullMarked;
