package io.tollgate;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class MemoryTest {

  private static final long SECOND = 1_000_000_000;

  private static final Limit TEN = Limit.of(10).per(Per.SECOND).named("ten");

  private static Claim claim(int key) {
    return new Claim(TEN, "key" + key);
  }

  private static Decision refused(Claim claim) {
    return Decision.refused(
        claim, /* remaining= */ 0, /* resetNanos= */ SECOND, /* retryAfterNanos= */ SECOND);
  }

  private static Decision allowed(Claim claim, long remaining) {
    return Decision.allowed(claim, remaining, /* resetNanos= */ SECOND);
  }

  private static long refusalsKnown(Memory memory, int keys, long now) {
    return IntStream.range(0, keys)
        .filter(key -> memory.knownRefusal(List.of(claim(key)), now).isPresent())
        .count();
  }

  @Test
  void knownRefusal_asManyKeysAsFit_knowsNearlyAllUntilTheyEnd() {
    var memory = new Memory(1 << 12);
    for (int key = 0; key < 1 << 10; key++) {
      memory.remember(List.of(claim(key)), refused(claim(key)), /* now= */ 0);
    }

    assertThat(refusalsKnown(memory, 1 << 10, SECOND - 1)).isGreaterThan(1_000);
    assertThat(refusalsKnown(memory, 1 << 10, SECOND)).isZero();
  }

  @Test
  void remember_floodOfKeys_isBounded() {
    var memory = new Memory(100);
    for (int key = 0; key < 10_000; key++) {
      memory.remember(List.of(claim(key)), refused(claim(key)), key);
    }

    assertThat(refusalsKnown(memory, 10_000, 10_000)).isBetween(64L, 128L);
  }

  @Test
  void remember_floodOfAllowedKeys_keepsRefusalsThatLast() {
    var memory = new Memory(100);
    var claim = claim(0);
    memory.remember(List.of(claim), refused(claim), /* now= */ 0);
    for (int key = 1; key < 10_000; key++) {
      memory.remember(List.of(claim(key)), allowed(claim(key), 5), key);
    }

    assertThat(memory.knownRefusal(List.of(claim), 10_000)).isPresent();
  }

  @Test
  void remember_laterWord_replacesTheOneBefore() {
    var memory = new Memory(100);
    memory.remember(List.of(claim(0)), refused(claim(0)), /* now= */ 0);
    memory.remember(List.of(claim(0)), allowed(claim(0), 3), /* now= */ 1);

    assertThat(memory.knownRefusal(List.of(claim(0)), 2)).isEmpty();
  }

  @Test
  void knownRefusal_costThatNeverFits_isNotKnown() {
    var memory = new Memory(100);
    memory.remember(List.of(claim(0)), refused(claim(0)), /* now= */ 0);

    assertThat(memory.knownRefusal(List.of(claim(0).withCost(10)), 1)).isPresent();
    assertThat(memory.knownRefusal(List.of(claim(0).withCost(11)), 1)).isEmpty();
  }

  @Test
  void settled_tokensComeBack_forgetsTheRefusal() {
    var memory = new Memory(100);
    memory.remember(List.of(claim(0)), refused(claim(0)), /* now= */ 0);
    var taken = allowed(claim(0), 9);
    memory.settled(
        List.of(Settlement.of(claim(0), taken, /* actual= */ 0, /* elapsed= */ Duration.ZERO)));

    assertThat(memory.knownRefusal(List.of(claim(0)), 1)).isEmpty();
  }

  @Test
  void handOver_whatWasTaken_isTakenHereOnce() {
    var memory = new Memory(100);
    var local = new LocalBackend(10, () -> 0, InstantSource.system());
    memory.remember(List.of(claim(0)), allowed(claim(0), 4), /* now= */ 0);

    memory.handOver(List.of(claim(0)), Shares.WHOLE, local, /* now= */ 0);
    assertThat(local.decide(TEN, "key0", 1).remaining()).isEqualTo(3);
    memory.handOver(List.of(claim(0)), Shares.WHOLE, local, /* now= */ 0);
    assertThat(local.decide(TEN, "key0", 1).remaining()).isEqualTo(2);
  }

  /** One call is about to put the bucket in its place when another comes. */
  @Test
  void handOver_whileAnotherHandsOver_waitsForTheBucket() throws Exception {
    var memory = new Memory(100);
    memory.remember(List.of(claim(0)), allowed(claim(0), 0), /* now= */ 0);
    var seeding = new CompletableFuture<Void>();
    var goOn = new CompletableFuture<Void>();
    Ticker ticker =
        () -> {
          if (Thread.currentThread().getName().equals("first")) {
            seeding.complete(null);
            goOn.join();
          }
          return 0;
        };
    var local = new LocalBackend(10, ticker, InstantSource.system());
    var call =
        new FutureTask<>(
            () -> {
              memory.handOver(List.of(claim(0)), Shares.WHOLE, local, /* now= */ 0);
              return local.decide(TEN, "key0", 1).allowed();
            });
    var first =
        new Thread(
            () -> memory.handOver(List.of(claim(0)), Shares.WHOLE, local, /* now= */ 0), "first");
    var second = new Thread(call, "second");
    first.start();
    seeding.join();
    second.start();
    await()
        .atMost(20, SECONDS)
        .until(() -> call.isDone() || second.getState() == Thread.State.BLOCKED);
    goOn.complete(null);

    assertThat(call.get()).isFalse();
    first.join();
  }
}
