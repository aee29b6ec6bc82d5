package io.tollgate.redis;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class BackgroundTest {

  private final Background background = new Background("background of a test");

  @AfterEach
  void stop() {
    background.stop();
  }

  @Test
  void start_regularJob_isDoneAgainAndAgain() throws InterruptedException {
    var thrice = new CountDownLatch(3);
    background.start(Duration.ofMillis(1), thrice::countDown);

    assertThat(thrice.await(20, SECONDS)).isTrue();
  }

  @Test
  void execute_jobsOfManyThreads_areAllDoneByOne() throws InterruptedException {
    var done = new AtomicInteger();
    var threads = Collections.synchronizedSet(new HashSet<Thread>());
    background.start(Duration.ofHours(1), () -> {});
    var callers = new ArrayList<Thread>();
    for (int i = 0; i < 4; i++) {
      var caller =
          new Thread(
              () -> {
                for (int j = 0; j < 1_000; j++) {
                  background.execute(
                      () -> {
                        done.incrementAndGet();
                        threads.add(Thread.currentThread());
                      });
                }
              });
      callers.add(caller);
      caller.start();
    }
    for (var caller : callers) {
      caller.join();
    }

    await().atMost(20, SECONDS).until(() -> done.get() == 4_000);
    assertThat(threads).hasSize(1).allMatch(Thread::isDaemon);
  }

  @Test
  void execute_jobThatThrows_doesNotEndTheWork() throws InterruptedException {
    var after = new CountDownLatch(1);
    background.start(Duration.ofHours(1), () -> {});
    background.execute(
        () -> {
          throw new IllegalStateException("on purpose");
        });
    background.execute(after::countDown);

    assertThat(after.await(20, SECONDS)).isTrue();
  }

  @Test
  void stop_whileItRests_endsTheThread() {
    var worker = new AtomicReference<Thread>();
    background.start(Duration.ofHours(1), () -> worker.set(Thread.currentThread()));
    await().atMost(20, SECONDS).until(() -> worker.get() != null);
    background.stop();

    assertThat(worker.get()).extracting(Thread::isAlive).isEqualTo(false);
  }
}
