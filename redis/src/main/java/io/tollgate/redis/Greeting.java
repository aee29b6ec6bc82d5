package io.tollgate.redis;

import io.lettuce.core.RedisException;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.tollgate.Algorithm;
import io.tollgate.Claim;
import io.tollgate.Limit;
import io.tollgate.Per;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.IntPredicate;
import java.util.function.Supplier;

/**
 * What a session does before it is used: agrees on names, and makes a call at every master, which
 * finds out whether we may, opens the connection to it and brings it the scripts.
 */
final class Greeting {

  private static final int ATTEMPTS = 20;

  /** Decided together, they use nearly every command that a decision may use. */
  private static final List<Limit> LIMITS =
      List.of(
          Limit.of(1_000).per(Per.SECOND).named("tollgate-greeting"),
          Limit.of(1_000)
              .per(Per.SECOND)
              .algorithm(Algorithm.SLIDING_LOG)
              .named("tollgate-greeting-log"));

  /** Decided twice, it uses the rest: the second time it writes over what is there. */
  private static final Limit LASTING =
      Limit.of(1_000_000_000)
          .per(Per.DAY)
          .algorithm(Algorithm.FIXED_WINDOW)
          .named("tollgate-greeting-day");

  private static final Executor LATER =
      CompletableFuture.delayedExecutor(20, TimeUnit.MILLISECONDS);

  private final KeyNaming naming;
  private final Requests requests;

  Greeting(KeyNaming naming, Requests requests) {
    this.naming = naming;
    this.requests = requests;
  }

  CompletionStage<?> greet(Session session) {
    return retried(() -> naming.agree(session), ATTEMPTS)
        .thenCompose(agreed -> CompletableFuture.allOf(calls(session)));
  }

  private CompletableFuture<?>[] calls(Session session) {
    var calls = new ArrayList<CompletableFuture<?>>();
    if (session.connection() instanceof StatefulRedisClusterConnection<?, ?> cluster) {
      for (var node : cluster.getPartitions()) {
        if (node.is(RedisClusterNode.NodeFlag.UPSTREAM) && !node.getSlots().isEmpty()) {
          calls.add(call(session, node::hasSlot));
        }
      }
    } else {
      calls.add(call(session, slot -> true));
    }
    return calls.toArray(CompletableFuture<?>[]::new);
  }

  private CompletableFuture<?> call(Session session, IntPredicate slots) {
    for (int i = 0; ; i++) {
      var key = "greeting" + i;
      var claims = LIMITS.stream().map(limit -> new Claim(limit, key)).toList();
      if (slots.test(SlotHash.getSlot(requests.key(claims.get(0))))) {
        var request = requests.take(claims);
        var lasting = requests.take(List.of(new Claim(LASTING, key)));
        return retried(() -> request.run(session::run), ATTEMPTS)
            .thenCompose(first -> lasting.run(session::run))
            .thenCompose(second -> lasting.run(session::run))
            .toCompletableFuture();
      }
    }
  }

  /**
   * Tries again while a command is turned away before it is sent, which happens to the first one to
   * a node of a Cluster.
   */
  private static <T> CompletionStage<T> retried(
      Supplier<CompletionStage<T>> command, int attempts) {
    return command
        .get()
        .exceptionallyCompose(
            failure ->
                attempts > 1 && isNotSent(Session.causeOf(failure))
                    ? CompletableFuture.supplyAsync(() -> attempts - 1, LATER)
                        .thenCompose(left -> retried(command, left))
                    : CompletableFuture.failedFuture(failure));
  }

  private static boolean isNotSent(Throwable failure) {
    return failure instanceof RedisException
        && String.valueOf(failure.getMessage()).startsWith("Currently not connected");
  }
}
