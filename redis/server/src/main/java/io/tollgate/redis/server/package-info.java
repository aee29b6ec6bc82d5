/**
 * Starts real Redis servers on free ports of this machine, for tests and demos.
 *
 * <p>{@link io.tollgate.redis.server.RedisServer} is one process. The binaries come out of a Maven
 * artifact, so nothing is installed.
 */
@NullMarked
package io.tollgate.redis.server;

import org.jspecify.annotations.NullMarked;
