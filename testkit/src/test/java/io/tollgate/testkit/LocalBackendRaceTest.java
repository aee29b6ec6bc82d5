package io.tollgate.testkit;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt.forClasses;

import io.tollgate.Algorithm;
import io.tollgate.Claim;
import io.tollgate.Lease;
import io.tollgate.Limit;
import io.tollgate.LocalBackend;
import io.tollgate.Per;
import io.tollgate.Settlement;
import io.tollgate.Ticker;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Options;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Lincheck: whatever threads do at once, each gets an answer that it could have got if they had
 * come one after the other.
 *
 * <p>For calls with one claim. Those with several give back what they took in vain, and a call
 * between may see it missing; {@link TwoClaimsRaceTest} has what they keep.
 */
@Tag("model-checking")
final class LocalBackendRaceTest {

  /** Calls on two limits, and two keys of each, that race for the last tokens. */
  @Param(name = "key", gen = IntGen.class, conf = "0:1")
  @Param(name = "cost", gen = IntGen.class, conf = "0:2")
  public static class Calls {

    private static final Limit WORD = Limit.of(3).per(Per.DAY).named("word");
    private static final Limit LOG =
        Limit.of(2).per(Per.DAY).algorithm(Algorithm.SLIDING_LOG).named("log");

    private final ManualTicker time = new ManualTicker();
    private final LocalBackend backend = new LocalBackend(/* maxKeys= */ 10, time, time);

    @Operation
    public String decideWord(@Param(name = "key") int key, @Param(name = "cost") int cost) {
      return backend.decide(WORD, "key" + key, cost).toString();
    }

    @Operation
    public String decideLog(@Param(name = "key") int key, @Param(name = "cost") int cost) {
      return backend.decide(LOG, "key" + key, cost).toString();
    }
  }

  /** Calls on one bucket of each kind that race with settlements for the last tokens. */
  @Param(name = "cost", gen = IntGen.class, conf = "0:2")
  public static class Settlements {

    private static final Limit WINDOW =
        Limit.of(3).per(Per.DAY).algorithm(Algorithm.FIXED_WINDOW).named("window");

    private final ManualTicker time = new ManualTicker();
    private final LocalBackend backend = new LocalBackend(/* maxKeys= */ 10, time, time);

    @Operation
    public String decideWord(@Param(name = "cost") int cost) {
      return backend.decide(Calls.WORD, "key", cost).toString();
    }

    @Operation
    public void settleWord(@Param(name = "cost") int actual) {
      settle(Calls.WORD, actual);
    }

    @Operation
    public String decideWindow(@Param(name = "cost") int cost) {
      return backend.decide(WINDOW, "key", cost).toString();
    }

    @Operation
    public void settleWindow(@Param(name = "cost") int actual) {
      settle(WINDOW, actual);
    }

    /** A call at noon that took 1, of which all counts until midnight at least. */
    private void settle(Limit limit, int actual) {
      backend.settle(
          List.of(new Settlement(limit, "key", 1, actual, Duration.ZERO, Duration.ofHours(12))));
    }
  }

  /** Leases that are taken and given back, each twice, while the length of a lease changes. */
  @Param(name = "thread", gen = ThreadIdGen.class)
  @Param(name = "definition", gen = IntGen.class, conf = "0:1")
  public static class Leases {

    private static final List<Limit> LIMITS =
        List.of(
            Limit.concurrent(2).lease(Duration.ofMinutes(1)).named("limit"),
            Limit.concurrent(2).lease(Duration.ofMinutes(2)).named("limit"));

    private final ManualTicker time = new ManualTicker();
    private final LocalBackend backend = new LocalBackend(/* maxKeys= */ 10, time, time);

    /** What each thread holds; no thread touches what another one holds. */
    private final List<Deque<Lease>> held =
        List.of(new ArrayDeque<>(), new ArrayDeque<>(), new ArrayDeque<>());

    @Operation
    public boolean enter(
        @Param(name = "thread") int thread, @Param(name = "definition") int definition) {
      var decision = backend.decide(LIMITS.get(definition), "key", 1);
      held.get(thread).addAll(decision.leases());
      return decision.allowed();
    }

    @Operation
    public void leave(@Param(name = "thread") int thread) {
      var lease = held.get(thread).poll();
      if (lease != null) {
        backend.release(List.of(lease));
        backend.release(List.of(lease));
      }
    }
  }

  /** Calls that come and go while the length of a lease changes; there is a place for each. */
  @Param(name = "definition", gen = IntGen.class, conf = "0:1")
  public static class Visits {

    private final ManualTicker time = new ManualTicker();
    private final LocalBackend backend = new LocalBackend(/* maxKeys= */ 10, time, time);

    @Operation
    public boolean visit(@Param(name = "definition") int definition) {
      var decision = backend.decide(Leases.LIMITS.get(definition), "key", 1);
      backend.release(decision.leases());
      return decision.allowed();
    }

    @Validate
    public void nobodyIsLeft() {
      var all = backend.decide(Leases.LIMITS.get(0), "key", 2);
      if (!all.allowed()) {
        throw new IllegalStateException("a lease was lost: " + all);
      }
    }
  }

  /** A limit that changes, and with it the kind and the size of its bucket. */
  @Param(name = "definition", gen = IntGen.class, conf = "0:4")
  @Param(name = "cost", gen = IntGen.class, conf = "1:2")
  public static class ChangedLimit {

    private static final List<Limit> LIMITS =
        List.of(
            Limit.of(4).per(Per.DAY).named("limit"),
            Limit.of(4).every(2, Per.DAY).named("limit"),
            Limit.of(4).per(Per.DAY).algorithm(Algorithm.FIXED_WINDOW).named("limit"),
            Limit.of(2).per(Per.DAY).named("limit"),
            Limit.of(0).per(Per.DAY).named("limit"));

    private final ManualTicker time = new ManualTicker();
    private final LocalBackend backend = new LocalBackend(/* maxKeys= */ 10, time, time);

    @Operation
    public String decide(
        @Param(name = "definition") int definition, @Param(name = "cost") int cost) {
      return backend.decide(LIMITS.get(definition), "key", cost).toString();
    }
  }

  /**
   * A table of one bucket for two keys of one token each: every call adds a bucket and drops
   * another, which is used up or was not taken from yet.
   */
  @Param(name = "key", gen = IntGen.class, conf = "0:1")
  public static class TinyTable {

    private static final Limit LIMIT = Limit.of(1).per(Per.DAY).named("limit");

    private final ManualTicker time = new ManualTicker();
    private final LocalBackend backend = new LocalBackend(/* maxKeys= */ 1, time, time);

    @Operation
    public boolean decide(@Param(name = "key") int key) {
      return backend.decide(LIMIT, "key" + key, 1).allowed();
    }
  }

  /** A bucket that is taken from while it is swept: it was added, and was still full. */
  public static class SweptTable {

    private static final Limit LIMIT = Limit.of(1).per(Per.DAY).named("limit");

    private final ManualTicker time = new ManualTicker();
    private final LocalBackend backend = new LocalBackend(/* maxKeys= */ 10, time, time);

    @Operation
    public boolean decide() {
      return backend.decide(LIMIT, "key", 1).allowed();
    }

    @Operation
    public void sweep() {
      backend.decide(LIMIT, "key", 0);
      time.advance(Duration.ofMinutes(1));
      backend.decide(LIMIT, "key", 0);
    }
  }

  /** Clock readings that are all different: who has read early and comes late loses nothing. */
  public static class LateReadings {

    private static final Limit LIMIT = Limit.of(2).per(Per.DAY).named("limit");

    private final LocalBackend backend =
        new LocalBackend(/* maxKeys= */ 10, new Counting(), new ManualTicker());

    /** The bucket is there before, and counts from an earlier reading than any of the calls. */
    public LateReadings() {
      backend.decide(LIMIT, "key", 0);
    }

    @Operation
    public boolean decide() {
      return backend.decide(LIMIT, "key", 1).allowed();
    }

    private static final class Counting implements Ticker {

      private final AtomicLong readings = new AtomicLong();

      @Override
      public long read() {
        return readings.incrementAndGet();
      }
    }
  }

  /** The same calls on a backend with a race in it. */
  public static class RacyCalls {

    private static final Limit LIMIT = Limit.of(1).per(Per.DAY).named("limit");

    private final RacyBackend backend = new RacyBackend();

    @Operation
    public boolean decide() {
      return backend.decide(new Claim(LIMIT, "key")).allowed();
    }
  }

  @ParameterizedTest
  @ValueSource(classes = {Calls.class, Settlements.class, Leases.class, ChangedLimit.class})
  void decide_anyInterleaving_answersAsIfOneAfterTheOther(Class<?> operations) {
    modelChecking().actorsPerThread(3).iterations(8).check(operations);
  }

  @Test
  void release_anyInterleaving_losesNoLease() {
    modelChecking()
        .actorsPerThread(2)
        .iterations(4)
        .invocationsPerIteration(300)
        .check(Visits.class);
  }

  @ParameterizedTest
  @ValueSource(classes = {TinyTable.class, SweptTable.class})
  void decide_anyInterleavingWithTheHandOfTheTable_answersAsIfOneAfterTheOther(
      Class<?> operations) {
    modelChecking().actorsPerThread(2).iterations(4).check(operations);
  }

  @Test
  void decide_anyOrderOfClockReadings_answersAsIfOneAfterTheOther() {
    modelChecking()
        .actorsPerThread(1)
        .iterations(1)
        .invocationsPerIteration(200)
        .check(LateReadings.class);
  }

  @ParameterizedTest
  @ValueSource(classes = {Calls.class, Settlements.class, Leases.class, ChangedLimit.class})
  void decide_underStress_answersAsIfOneAfterTheOther(Class<?> operations) {
    parallelOnly(new StressOptions())
        .actorsPerThread(3)
        .iterations(5)
        .invocationsPerIteration(200)
        .check(operations);
  }

  @Test
  void decide_anyInterleavingOfARacyBackend_isSeenToBeWrong() {
    assertThatThrownBy(
            () -> modelChecking().actorsPerThread(2).iterations(4).check(RacyCalls.class))
        .isInstanceOf(LincheckAssertionError.class)
        .hasMessageContaining("Invalid execution results");
  }

  private static ModelCheckingOptions modelChecking() {
    return parallelOnly(new ModelCheckingOptions())
        .invocationsPerIteration(100)
        // The hand goes round 64 chains, mostly empty: that is no endless loop, and a switch of
        // threads at each step of it would leave none for the steps that matter.
        .loopIterationsBeforeThreadSwitch(1_000)
        .loopBound(1_001)
        .addGuarantee(
            forClasses("io.tollgate.BucketTable")
                .methods("nextChain", "length", "leastMissed", "isFull")
                .treatAsAtomic());
  }

  /** What comes before and after the parallel part would spend the tokens, and hide a race. */
  private static <T extends Options<T, ?>> T parallelOnly(T options) {
    return options.actorsBefore(0).actorsAfter(0).threads(2);
  }
}
