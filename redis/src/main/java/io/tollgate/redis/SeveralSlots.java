package io.tollgate.redis;

import io.tollgate.Claim;
import io.tollgate.Decision;
import io.tollgate.Lease;
import io.tollgate.Settlement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One call whose claims are in several slots of a Cluster, each of which is decided by itself. */
final class SeveralSlots {

  /*
   * All slots are asked at the same time to take their claims, each all or nothing.
   *
   *   all take      the call is admitted, after one round trip
   *   one refuses   what the others took is given back, and then the answers are what a look at them
   *                 says
   *   one fails     what the others took is given back, and the call fails
   *
   * No bucket ever admits more than its limit, because nothing is taken twice and only what was taken
   * comes back. But from the taking to the giving back, some milliseconds, another call may be refused
   * for tokens that no admitted call has. The local backend has the same weakness, for less long.
   *
   * What a slot took whose answer does not come is not given back: leases end by themselves, tokens
   * come again.
   */

  /** Longer than any caller waits. */
  private static final long PATIENCE_SECONDS = 2;

  private final RedisBackend backend;
  private final List<Claim> claims;
  private final List<List<Claim>> slots;

  SeveralSlots(RedisBackend backend, List<Claim> claims, List<List<Claim>> slots) {
    this.backend = backend;
    this.claims = claims;
    this.slots = slots;
  }

  CompletionStage<Decision> decide() {
    long begun = backend.nanos();
    var answers = slots.stream().map(this::take).toList();
    return CompletableFuture.allOf(answers.toArray(CompletableFuture<?>[]::new))
        .handle((all, failure) -> failure)
        .thenCompose(failure -> conclude(answers, failure, begun));
  }

  private CompletableFuture<List<Decision>> take(List<Claim> slot) {
    try {
      return bounded(backend.take(slot));
    } catch (IllegalArgumentException e) {
      // A limit that cannot be kept in Redis; the other slots have to give back.
      return CompletableFuture.failedFuture(e);
    }
  }

  private static <T> CompletableFuture<T> bounded(CompletionStage<T> stage) {
    // A copy: the command itself stays as it is.
    return stage
        .thenApply(answer -> answer)
        .toCompletableFuture()
        .orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  private CompletionStage<Decision> conclude(
      List<CompletableFuture<List<Decision>>> answers, @Nullable Throwable failure, long begun) {
    boolean allowed =
        failure == null
            && answers.stream().allMatch(slot -> slot.join().stream().allMatch(Decision::allowed));
    if (allowed) {
      return CompletableFuture.completedFuture(inOrder(answers));
    }
    var given = giveBack(answers, begun);
    if (failure != null) {
      return given.thenCompose(back -> CompletableFuture.failedFuture(failure));
    }
    return given.thenCompose(back -> look(answers));
  }

  /** Answers with what those slots have that would have admitted their claims. */
  private CompletionStage<Decision> look(List<CompletableFuture<List<Decision>>> answers) {
    var looks = new ArrayList<CompletableFuture<List<Decision>>>();
    for (int i = 0; i < slots.size(); i++) {
      looks.add(isTaken(answers.get(i)) ? bounded(backend.look(slots.get(i))) : answers.get(i));
    }
    return CompletableFuture.allOf(looks.toArray(CompletableFuture<?>[]::new))
        .thenApply(all -> inOrder(looks));
  }

  private static boolean isTaken(CompletableFuture<List<Decision>> slot) {
    return !slot.isCompletedExceptionally() && slot.join().stream().allMatch(Decision::allowed);
  }

  private CompletionStage<Void> giveBack(
      List<CompletableFuture<List<Decision>>> answers, long begun) {
    var elapsed = Duration.ofNanos(backend.nanos() - begun);
    var leases = new ArrayList<Lease>();
    var settlements = new ArrayList<Settlement>();
    for (int i = 0; i < slots.size(); i++) {
      if (isTaken(answers.get(i))) {
        var slot = slots.get(i);
        var each = answers.get(i).join();
        for (int j = 0; j < slot.size(); j++) {
          leases.addAll(each.get(j).leases());
          settlements.add(Settlement.of(slot.get(j), each.get(j), /* actual= */ 0, elapsed));
        }
      }
    }
    return CompletableFuture.allOf(
        backend.releaseAsync(leases).toCompletableFuture(),
        backend.undo(settlements).toCompletableFuture());
  }

  private Decision inOrder(List<CompletableFuture<List<Decision>>> answers) {
    Map<Claim, Decision> byClaim = new HashMap<>();
    for (int i = 0; i < slots.size(); i++) {
      var each = answers.get(i).join();
      for (int j = 0; j < each.size(); j++) {
        byClaim.put(slots.get(i).get(j), each.get(j));
      }
    }
    return Decision.of(claims.stream().map(byClaim::get).toList());
  }
}
