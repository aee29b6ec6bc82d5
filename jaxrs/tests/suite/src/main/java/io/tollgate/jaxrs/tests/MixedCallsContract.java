package io.tollgate.jaxrs.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tollgate.Limit;
import io.tollgate.Limiter;
import io.tollgate.LocalBackend;
import io.tollgate.jaxrs.TollgateFeature;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.Test;

/** Calls of all kinds, mixed: every place comes back, and hardly one by the end of its lease. */
abstract class MixedCallsContract {

  private static final int CALLS = 10_000;
  private static final int THREADS = 16;

  private static final String LEFT = " left";

  /** What is called, and by a client that waits for the answer or by one that leaves. */
  private static final List<String> KINDS =
      List.of(
          "text",
          "empty",
          "mapped",
          "unmapped",
          "stream",
          "torn",
          "resumed",
          "later",
          "failed",
          "timeout",
          "text left",
          "stream left",
          "torn left",
          "resumed left",
          "later left",
          "timeout left");

  /** So many are never resumed: nobody can see their end. */
  private static final int FORGOTTEN = 20;

  private static final Limit PLACES =
      Limit.concurrent(MixedResource.PLACES)
          .lease(Duration.ofSeconds(MixedResource.LEASE_SECONDS))
          .named(MixedResource.BUCKET);

  private final Host host;
  private final AtomicLong now = new AtomicLong();
  private final Limiter limiter =
      Limiter.builder().local(new LocalBackend(1000, now::get, InstantSource.system())).build();

  MixedCallsContract(Host host) {
    this.host = host;
  }

  @Test
  void places_afterCallsOfAllKinds_allComeBack() throws Exception {
    var application =
        new App(MixedResource.class, AnswersContract.ConflictMapper.class)
            .with(new TollgateFeature(limiter));
    try (var running = host.start(application)) {
      var caller = new Caller(running);
      assertThat(caller.get("mixed/text").statusCode()).isEqualTo(200);
      awaitTaken(0);

      var lost = new TreeMap<String, Long>();
      for (var kind : KINDS) {
        callAll(caller, List.of(kind), 40);
        long taken = awaitTaken(lost.values().stream().mapToLong(Long::longValue).sum());
        long before = lost.values().stream().mapToLong(Long::longValue).sum();
        if (taken > before) {
          lost.put(kind, taken - before);
        }
      }
      callAll(caller, KINDS, CALLS - 40 * KINDS.size() - FORGOTTEN);
      long known = lost.values().stream().mapToLong(Long::longValue).sum();
      long unseen = awaitTaken(known);
      callAll(caller, List.of("forgotten left"), FORGOTTEN);
      report(unseen, lost);

      // The lease ends those whose end nobody saw.
      now.addAndGet(TimeUnit.SECONDS.toNanos(MixedResource.LEASE_SECONDS) + 1);
      assertThat(taken()).isZero();
      assertThat(unseen).isZero();
    }
  }

  /** Says in the log of the build how much is left to the lease. */
  private void report(long unseen, Map<String, Long> lost) {
    System.out.printf(
        "%s: of %d calls the lease alone ended %d, and %d that were never resumed %s%n",
        host, CALLS, unseen, taken() - unseen, lost);
  }

  private static void callAll(Caller caller, List<String> kinds, int calls) throws Exception {
    var threads = Executors.newFixedThreadPool(THREADS);
    try {
      var random = new Random(42);
      var work = new ArrayList<Callable<Void>>();
      for (int i = 0; i < calls; i++) {
        var kind = kinds.get(random.nextInt(kinds.size()));
        int patience = random.nextInt(12);
        work.add(
            () -> {
              call(caller, kind, patience);
              return null;
            });
      }
      for (var done : threads.invokeAll(work)) {
        done.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static void call(Caller caller, String kind, int patience) throws IOException {
    boolean leaves = kind.endsWith(LEFT);
    var path = leaves ? kind.substring(0, kind.length() - LEFT.length()) : kind;
    try (var socket = caller.open(/* from= */ 1, "mixed/" + path)) {
      if (leaves) {
        socket.setSoTimeout(1 + patience);
        socket.setSoLinger(true, 0);
        readOne(socket.getInputStream());
      } else {
        socket.getInputStream().readAllBytes();
      }
    }
  }

  private static void readOne(InputStream answer) throws IOException {
    try {
      answer.read();
    } catch (SocketTimeoutException e) {
      // Patience has ended, which is what this client is for.
    }
  }

  /** Waits until so many places are taken; returns how many are, in the end. */
  private long awaitTaken(long expected) {
    try {
      await()
          .atMost(Duration.ofSeconds(5))
          .pollInterval(Duration.ofMillis(50))
          .until(() -> taken() <= expected);
    } catch (ConditionTimeoutException e) {
      return taken(); // The assertion at the end tells.
    }
    return taken();
  }

  /** Returns how many places are taken, as a call would see it. */
  private long taken() {
    var decision = limiter.decide(PLACES, "all");
    limiter.release(decision);
    return decision.allowed() ? MixedResource.PLACES - decision.remaining() - 1 : Long.MAX_VALUE;
  }
}
