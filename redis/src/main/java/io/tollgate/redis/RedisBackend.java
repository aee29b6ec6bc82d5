package io.tollgate.redis;

import io.lettuce.core.cluster.SlotHash;
import io.tollgate.Algorithm;
import io.tollgate.Backend;
import io.tollgate.Claim;
import io.tollgate.Decision;
import io.tollgate.Health;
import io.tollgate.Lease;
import io.tollgate.Settlement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Buckets in Redis, decided by a script that runs there: one command for all claims of a call.
 *
 * <p>In a Cluster, claims of different keys may be in different slots, and a script runs in one.
 * {@link SeveralSlots} decides those.
 */
final class RedisBackend implements Backend {

  /** As many keys as one command has at most, so that Redis is not kept from others for long. */
  private static final int BATCH = 100;

  /** Larger numbers than this are of leases that Redis has not given out. */
  private static final long LARGEST_LEASE = 1L << 53;

  private final RedisLink link;
  private final Requests requests;
  private final ServerTime time;
  private final boolean hasSlots;
  private final Hosts hosts;

  RedisBackend(RedisLink link, Requests requests, ServerTime time, boolean hasSlots, Hosts hosts) {
    this.link = link;
    this.requests = requests;
    this.time = time;
    this.hasSlots = hasSlots;
    this.hosts = hosts;
  }

  @Override
  public CompletionStage<Decision> decideAsync(List<Claim> claims) {
    try {
      if (hasSlots && claims.size() > 1) {
        var slots = bySlot(claims, requests::key);
        if (slots.size() > 1) {
          return new SeveralSlots(this, claims, List.copyOf(slots)).decide();
        }
      }
      return take(claims).thenApply(Decision::of);
    } catch (IllegalArgumentException e) {
      // A limit that cannot be kept in Redis: nothing else throws one here.
      return CompletableFuture.failedFuture(e);
    }
  }

  /** Takes claims of one slot, or none of them. */
  CompletionStage<List<Decision>> take(List<Claim> claims) {
    return requests.take(claims).run(link::run);
  }

  /** Answers claims of one slot without taking. */
  CompletionStage<List<Decision>> look(List<Claim> claims) {
    return requests.look(claims).run(link::run);
  }

  @Override
  public CompletionStage<Void> releaseAsync(List<Lease> leases) {
    var ours =
        leases.stream().filter(lease -> lease.id() > 0 && lease.id() <= LARGEST_LEASE).toList();
    return inBatches(bySlot(ours, requests::key), requests::release);
  }

  @Override
  public CompletionStage<Void> settleAsync(List<Settlement> settlements) {
    return settle(settlements, requests::settle);
  }

  /** Gives back what a call took that is not admitted, even if a limit has changed since. */
  CompletionStage<Void> undo(List<Settlement> settlements) {
    return settle(settlements, requests::undo);
  }

  private CompletionStage<Void> settle(
      List<Settlement> settlements, Function<List<Settlement>, Request> requestOf) {
    var settled = settlements.stream().filter(RedisBackend::isToBeSettled).toList();
    try {
      return inBatches(bySlot(settled, requests::key), requestOf);
    } catch (IllegalArgumentException e) {
      // A limit that cannot be kept in Redis: nothing else throws one here.
      return CompletableFuture.failedFuture(e);
    }
  }

  private static boolean isToBeSettled(Settlement settlement) {
    return settlement.limit().algorithm() != Algorithm.CONCURRENCY
        && settlement.actual() != settlement.taken();
  }

  private <T> CompletionStage<Void> inBatches(
      Collection<List<T>> slots, Function<List<T>, Request> requestOf) {
    var answers = new ArrayList<CompletableFuture<?>>();
    for (var slot : slots) {
      for (int from = 0; from < slot.size(); from += BATCH) {
        var batch = slot.subList(from, Math.min(from + BATCH, slot.size()));
        answers.add(link.run(requestOf.apply(batch)).toCompletableFuture());
      }
    }
    return CompletableFuture.allOf(answers.toArray(CompletableFuture<?>[]::new));
  }

  /** Returns all in one list, or in a Cluster a list for each slot. */
  private <T> Collection<List<T>> bySlot(List<T> all, Function<T, byte[]> key) {
    if (all.isEmpty()) {
      return List.of();
    }
    if (!hasSlots) {
      return List.of(all);
    }
    Map<Integer, List<T>> slots = new LinkedHashMap<>();
    for (var one : all) {
      slots.computeIfAbsent(SlotHash.getSlot(key.apply(one)), slot -> new ArrayList<>()).add(one);
    }
    return slots.values();
  }

  /** Returns nanoseconds that pass as those of the scripts do, from any origin. */
  long nanos() {
    return time.nanos();
  }

  @Override
  public int hosts() {
    return hosts.known();
  }

  /** Returns among how many hosts tokens may be taken in advance; 0 while that is not sure. */
  int sharers(long now) {
    return hosts.sharers(now);
  }

  @Override
  public Health health() {
    return link.health();
  }

  @Override
  public void close() {
    link.close();
  }
}
