package io.tollgate.redis;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.RedisReadOnlyException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;

/** One connection, or those to the nodes of a Cluster, on which scripts are run. */
final class Session {

  private final StatefulConnection<byte[], byte[]> connection;
  private final RedisClusterAsyncCommands<byte[], byte[]> commands;
  private final AtomicLong asked = new AtomicLong();
  private final AtomicLong answered = new AtomicLong();
  private volatile Runnable whenReadOnly = () -> {};

  Session(
      StatefulConnection<byte[], byte[]> connection,
      RedisClusterAsyncCommands<byte[], byte[]> commands) {
    this.connection = connection;
    this.commands = commands;
  }

  StatefulConnection<byte[], byte[]> connection() {
    return connection;
  }

  RedisClusterAsyncCommands<byte[], byte[]> commands() {
    return commands;
  }

  /** Returns how many scripts have no answer yet. */
  long pending() {
    // In this order, so that the difference is not below what it was.
    long done = answered.get();
    return asked.get() - done;
  }

  /** Returns how many answers have come, which is a sign of life. */
  long answered() {
    return answered.get();
  }

  /** Runs a script, which Redis is told of in the same step if it does not know it yet. */
  CompletionStage<byte[]> run(Request request) {
    var answer = new CompletableFuture<byte[]>();
    asked.incrementAndGet();
    try {
      commands
          .<byte[]>evalsha(
              request.script().digest(),
              ScriptOutputType.VALUE,
              request.keys(),
              request.arguments())
          .whenComplete(
              (reply, failure) -> {
                if (failure == null) {
                  answered.incrementAndGet();
                  answer.complete(reply);
                } else if (causeOf(failure) instanceof RedisNoScriptException) {
                  eval(request, answer);
                } else {
                  fail(answer, causeOf(failure));
                }
              });
    } catch (RedisException e) {
      // A connection that was closed in this moment.
      fail(answer, e);
    }
    return answer;
  }

  private void eval(Request request, CompletableFuture<byte[]> answer) {
    try {
      commands
          .<byte[]>eval(
              request.script().text(), ScriptOutputType.VALUE, request.keys(), request.arguments())
          .whenComplete(
              (reply, failure) -> {
                if (failure == null) {
                  answered.incrementAndGet();
                  answer.complete(reply);
                } else {
                  fail(answer, causeOf(failure));
                }
              });
    } catch (RedisException e) {
      // A connection that was closed in this moment.
      fail(answer, e);
    }
  }

  private void fail(CompletableFuture<byte[]> answer, Throwable cause) {
    answered.incrementAndGet();
    if (isReadOnly(cause)) {
      whenReadOnly.run();
    }
    answer.completeExceptionally(cause);
  }

  private static boolean isReadOnly(Throwable cause) {
    // Before version 7, Redis says of a script that it failed, and in the text by what.
    return cause instanceof RedisReadOnlyException
        || (cause instanceof RedisCommandExecutionException
            && String.valueOf(cause.getMessage()).contains("-READONLY "));
  }

  /** Sets what is done when the server turns out not to be the master any more. */
  void whenReadOnly(Runnable action) {
    whenReadOnly = action;
  }

  static Throwable causeOf(Throwable failure) {
    return failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
  }

  void close() {
    // What it has not answered by now nobody waits for.
    var unused = connection.closeAsync();
  }
}
