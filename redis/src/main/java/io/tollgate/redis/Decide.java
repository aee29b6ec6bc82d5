package io.tollgate.redis;

import io.tollgate.Claim;
import io.tollgate.Decision;
import io.tollgate.redis.Scripts.Script;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** The request to decide claims, which a script may leave to another that can do more. */
final class Decide {

  private final List<Claim> claims;
  private final LimitNumbers[] limits;
  private final boolean taking;
  private final Request request;

  Decide(
      List<Claim> claims,
      LimitNumbers[] limits,
      boolean taking,
      Script script,
      byte[][] keys,
      byte[][] arguments) {
    this.claims = claims;
    this.limits = limits;
    this.taking = taking;
    this.request = new Request(script, keys, arguments);
  }

  /** Returns the answer to each claim. */
  CompletionStage<List<Decision>> run(Function<Request, CompletionStage<byte[]>> redis) {
    return redis
        .apply(request)
        .thenCompose(
            reply ->
                reply.length == 0
                    ? redis
                        .apply(request.to(Scripts.DECIDE_ANY))
                        .thenApply(second -> ScriptAnswer.each(claims, second))
                    : CompletableFuture.completedFuture(decisions(reply)));
  }

  private List<Decision> decisions(byte[] reply) {
    return request.script().equals(Scripts.QUICK)
        ? ScriptAnswer.quick(claims, limits, taking, reply)
        : ScriptAnswer.each(claims, reply);
  }
}
