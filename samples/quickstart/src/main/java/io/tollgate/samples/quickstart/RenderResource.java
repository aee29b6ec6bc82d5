package io.tollgate.samples.quickstart;

import static io.tollgate.Key.USER;
import static java.util.concurrent.TimeUnit.SECONDS;

import io.tollgate.ConcurrencyLimited;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/**
 * Slow work, of which a user may have two under way; how often he asks does not matter. The lease
 * is the longest that a call can count, should nobody see its end.
 */
@Path("render")
@Produces(MediaType.TEXT_PLAIN)
@SignedIn
public final class RenderResource {

  private static final Executor IN_THREE_SECONDS = CompletableFuture.delayedExecutor(3, SECONDS);

  /** Takes three seconds, without holding a thread. */
  @GET
  @ConcurrencyLimited(max = 2, key = USER, leaseSeconds = 5)
  public CompletionStage<String> render() {
    return CompletableFuture.supplyAsync(() -> "Rendered.\n", IN_THREE_SECONDS);
  }
}
