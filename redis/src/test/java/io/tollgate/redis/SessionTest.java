package io.tollgate.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisReadOnlyException;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.cluster.PipelinedRedisFuture;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class SessionTest {

  private static final Request RELEASE = new Request(Scripts.RELEASE, new byte[0][], new byte[0][]);

  private final AtomicInteger readOnly = new AtomicInteger();

  /** Runs a script on a server that answers with an error. */
  private void run(RuntimeException error) {
    var session =
        new Session(
            failing(StatefulConnection.class, error),
            failing(RedisClusterAsyncCommands.class, error));
    session.whenReadOnly(readOnly::incrementAndGet);
    assertThat(session.run(RELEASE).toCompletableFuture()).isCompletedExceptionally();
  }

  // A proxy is of a type, whatever the type's parameters are.
  @SuppressWarnings("unchecked")
  private static <T> T failing(Class<? super T> type, RuntimeException error) {
    return (T)
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) ->
                new PipelinedRedisFuture<>(CompletableFuture.failedFuture(error)));
  }

  static Stream<RuntimeException> refusalsToWrite() {
    return Stream.of(
        new RedisReadOnlyException("READONLY You can't write against a read only replica."),
        // As version 6.2 says it.
        new RedisCommandExecutionException(
            "ERR Error running script (call to f_c0ffee): @user_script:7: @user_script: 7: "
                + "-READONLY You can't write against a read only replica."));
  }

  @ParameterizedTest
  @MethodSource("refusalsToWrite")
  void run_onAServerThatMayNotBeWrittenTo_isTold(RuntimeException refusal) {
    run(refusal);

    assertThat(readOnly).hasValue(1);
  }

  @Test
  void run_anotherError_isNotTakenForThat() {
    run(new RedisCommandExecutionException("OOM command not allowed"));

    assertThat(readOnly).hasValue(0);
  }
}
