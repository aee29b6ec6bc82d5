package io.tollgate.bench;

import io.tollgate.bench.RedisFigures.Case;
import io.tollgate.bench.RedisFigures.Crowd;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A JVM in which one peer makes {@link RedisCalls}. */
final class RedisCallsProcess implements AutoCloseable {

  /** What one peer did. */
  record Done(long decisions, long nanos, double p99Micros) {}

  private final ChildJvm jvm;

  /**
   * Starts a peer, and returns when it can be asked to call.
   *
   * @param crowd the largest that it is to call for
   * @param log where its complaints go
   */
  RedisCallsProcess(RedisPeer peer, String uri, Crowd crowd, Path log) throws IOException {
    var arguments = List.of(uri, peer.name(), String.valueOf(crowd.callers()));
    this.jvm =
        new ChildJvm(
            List.of(), System.getProperty("java.class.path"), RedisCalls.class, arguments, log);
    jvm.answer();
  }

  Done call(Case which, long millis, long seed) throws IOException {
    var order = which.crowd().callers() + " " + which.threads() + " " + millis + " " + seed;
    var answer = jvm.ask(order).split(" ", -1);
    return new Done(
        Long.parseLong(answer[0]), Long.parseLong(answer[1]), Double.parseDouble(answer[2]));
  }

  @Override
  public void close() throws IOException {
    jvm.close();
  }
}
