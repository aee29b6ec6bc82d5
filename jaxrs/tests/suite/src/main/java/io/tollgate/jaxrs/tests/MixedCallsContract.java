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
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/**
 * Calls of all kinds, mixed: every place comes back, and by its lease only where nothing else can
 * end it.
 */
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
          "events",
          "resumed",
          "later",
          "failed",
          "text left",
          "stream left",
          "torn left",
          "resumed left",
          "later left",
          "failed left");

  /**
   * Fewer of these: Grizzly looks for time-outs once a second, and RESTEasy leaves a thread behind
   * for most clients that leave its events.
   */
  private static final List<String> SELDOM = List.of("timeout", "timeout left", "events left");

  private static final int SELDOM_CALLED = 450;

  /** So many are never resumed, and their client leaves: nobody can see their end. */
  private static final int NEVER_RESUMED = 20;

  private static final Limit PLACES =
      Limit.concurrent(MixedResource.PLACES)
          .lease(Duration.ofSeconds(MixedResource.LEASE_SECONDS))
          .named(MixedResource.BUCKET);

  private final String name;
  private final Host host;
  private final AtomicLong calls = new AtomicLong();
  private final AtomicLong now = new AtomicLong();
  private final Limiter limiter =
      Limiter.builder().local(new LocalBackend(1000, now::get, InstantSource.system())).build();

  MixedCallsContract(String name, Host host) {
    this.name = name;
    this.host = host;
  }

  @Test
  void places_afterCallsOfAllKinds_allComeBack() throws Exception {
    var application =
        new App(
                MixedResource.class,
                MixedResource.TimeOutFilter.class,
                AnswersContract.ConflictMapper.class)
            .with(new TollgateFeature(limiter));
    try (var running = host.start(application)) {
      var caller = new Caller(running);
      callAll(caller, KINDS, CALLS - NEVER_RESUMED - SELDOM_CALLED, SELDOM, SELDOM_CALLED);
      awaitEnds();
      assertThat(taken()).as("places of calls that are over").isLessThanOrEqualTo(underWay());

      callAll(caller, List.of("forgotten left"), NEVER_RESUMED, List.of(), 0);
      System.out.printf(
          "%s: of %d calls the lease alone ended %d, of which %d were never resumed, %d never"
              + " timed out and %d never got rid of their events%n",
          name,
          CALLS,
          taken(),
          NEVER_RESUMED,
          MixedResource.waitingForTimeOut(),
          MixedResource.sendingEvents());
      now.addAndGet(TimeUnit.SECONDS.toNanos(MixedResource.LEASE_SECONDS) + 1);
      assertThat(taken()).as("places after the lease").isZero();
    }
  }

  /** Makes so many calls of some kinds, and so many of others in between. */
  private void callAll(
      Caller caller, List<String> kinds, int number, List<String> others, int otherNumber)
      throws Exception {
    var random = new Random(42);
    var work = new ArrayList<Callable<Void>>();
    for (int i = 0; i < number + otherNumber; i++) {
      var among = i < number ? kinds : others;
      var kind = among.get(random.nextInt(among.size()));
      int patience = random.nextInt(12);
      work.add(
          () -> {
            call(caller, kind, patience);
            return null;
          });
    }
    Collections.shuffle(work, random);
    var threads = Executors.newFixedThreadPool(THREADS);
    try {
      for (var done : threads.invokeAll(work)) {
        done.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private void call(Caller caller, String kind, int patience) throws IOException {
    boolean leaves = kind.endsWith(LEFT);
    var path = leaves ? kind.substring(0, kind.length() - LEFT.length()) : kind;
    var url = "mixed/" + path + "?number=" + calls.incrementAndGet();
    try (var socket = caller.open(/* from= */ 1, url)) {
      if (leaves) {
        socket.setSoTimeout(1 + patience);
        socket.setSoLinger(true, 0);
      } else if (kind.equals("timeout")) {
        socket.setSoTimeout(3000);
      }
      read(socket.getInputStream(), leaves);
    } catch (SocketTimeoutException e) {
      if (!leaves) {
        assertThat(kind).as("what is not answered").isEqualTo("timeout");
      }
    } catch (IOException e) {
      throw new IOException(kind + " was not answered", e);
    }
  }

  private static void read(InputStream answer, boolean leaves) throws IOException {
    if (leaves) {
      answer.read();
    } else {
      answer.readAllBytes();
    }
  }

  /** Waits until no more places are taken than there are calls under way. */
  private void awaitEnds() {
    await()
        .atMost(Duration.ofSeconds(30))
        .pollInterval(Duration.ofMillis(50))
        .until(() -> taken() <= underWay());
  }

  /**
   * Returns how many calls go on. With or without limits, CXF forgets one time-out in some
   * hundreds, and RESTEasy waits for ever to send events to clients that have left.
   */
  private static long underWay() {
    return MixedResource.waitingForTimeOut() + MixedResource.sendingEvents();
  }

  /** Returns how many places are taken, as a call would see it. */
  private long taken() {
    var decision = limiter.decide(PLACES, "all");
    limiter.release(decision);
    return decision.allowed() ? MixedResource.PLACES - decision.remaining() - 1 : Long.MAX_VALUE;
  }
}
