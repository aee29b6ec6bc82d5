package io.tollgate.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.Algorithm;
import io.tollgate.Backend;
import io.tollgate.Claim;
import io.tollgate.Decision;
import io.tollgate.Lease;
import io.tollgate.Limit;
import io.tollgate.LocalBackend;
import io.tollgate.testkit.ManualTicker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The scripts decide as the algorithms of the core do, which the local backend runs: 10,000 random
 * sequences of each algorithm, at the same times. In every eighth the limit has two or three
 * definitions, which take turns.
 *
 * <p>What happens next in a sequence follows from what the local backend says, so few calls have to
 * wait for the answers to those before. Many sequences take turns, so that these have come by then.
 */
final class DifferentialIT {

  private static final int SEQUENCES = 10_000;
  private static final int CALLS = 8;
  private static final int UNDER_WAY = 200;

  /** In one of so many sequences the limit changes. */
  private static final int CHANGING = 16;

  /** Of sequences in which the limit changes. */
  private static final Duration GRAIN = Duration.ofMillis(10);

  private static final List<Integer> GRAINS = List.of(10, 20, 50, 100);
  private static final List<Integer> TOKENS = List.of(1, 2, 4, 5, 8, 10, 20, 25, 40, 50, 100);

  @RegisterExtension static final LinkedRedis REDIS = new LinkedRedis();

  /** A script that Redis does not know is sent again, and commands after it come before it. */
  @BeforeAll
  static void letScriptsBeKnown() {
    var scripts = REDIS.link().backend(new ManualTicker());
    for (var algorithm : Algorithm.values()) {
      var limit =
          algorithm == Algorithm.CONCURRENCY
              ? Limit.concurrent(1)
              : Limit.of(1).per(Duration.ofSeconds(1)).algorithm(algorithm);
      var claim = new Claim(limit.named("first"), algorithm.name());
      var other = new Claim(Limit.concurrent(1).named("calls"), "alice", 0);
      Answers.of(scripts.decideAsync(List.of(claim)));
      Answers.of(scripts.decideAsync(List.of(claim, other)));
    }
  }

  @ParameterizedTest
  @EnumSource
  void decide_randomSequences_answersAsTheCore(Algorithm algorithm) {
    for (int first = 0; first < SEQUENCES; first += UNDER_WAY) {
      var sequences =
          IntStream.range(first, first + UNDER_WAY)
              .mapToObj(seed -> new Sequence(algorithm, seed))
              .toList();
      for (var playing = sequences; !playing.isEmpty(); ) {
        playing = playing.stream().filter(Sequence::play).toList();
      }
      sequences.forEach(Sequence::check);
    }
  }

  /** One bucket's calls, the answers of the core, and those of Redis when they come. */
  private static final class Sequence {

    private final Random random;
    private final String name;
    private final ManualTicker time = new ManualTicker();
    private final LocalBackend core = new LocalBackend(100, time, time);
    private final Backend scripts = REDIS.link().backend(ServerTime.of(time), "differential");
    private final List<Limit> limits = new ArrayList<>();
    private final List<String> expected = new ArrayList<>();
    private final List<CompletableFuture<String>> actual = new ArrayList<>();
    private final List<Lease> coreLeases = new ArrayList<>();
    private final List<CompletableFuture<List<Lease>>> scriptLeases = new ArrayList<>();
    private Duration wait = Duration.ZERO;
    private int played;
    private CompletionStage<Void> released = CompletableFuture.completedFuture(null);

    Sequence(Algorithm algorithm, int seed) {
      random = new Random(31L * seed + algorithm.name().hashCode());
      name = algorithm + " " + seed;
      if (random.nextInt(CHANGING) == 0) {
        addDefinitions(algorithm);
        time.advance(GRAIN.multipliedBy(random.nextInt(360_000)));
      } else {
        limits.add(limit(algorithm));
        time.advance(micros(random.nextInt(3_600_000) * 1_000L + random.nextInt(1_000)));
      }
    }

    /**
     * Adds two or three definitions of a limit. A change may round up what is owed, by a unit of
     * the core's or a larger one of the scripts'; these numbers, and pauses of whole grains, are
     * such that nothing is ever rounded.
     */
    private void addDefinitions(Algorithm algorithm) {
      var period = GRAIN.multipliedBy(any(GRAINS));
      limits.add(definition(algorithm, period));
      for (int i = random.nextInt(2); i < 2; i++) {
        limits.add(
            definition(
                random.nextInt(3) > 0 ? algorithm : any(List.of(Algorithm.values())),
                random.nextInt(3) > 0 ? period : GRAIN.multipliedBy(any(GRAINS))));
      }
    }

    private Limit definition(Algorithm algorithm, Duration period) {
      int tokens = random.nextInt(12) == 0 ? 0 : any(TOKENS);
      var limit =
          algorithm == Algorithm.CONCURRENCY
              ? Limit.concurrent(tokens).lease(period)
              : Limit.of(tokens).per(period).algorithm(algorithm);
      if (algorithm == Algorithm.SLIDING_LOG) {
        limit = random.nextInt(3) == 0 ? limit.countingRefused() : limit;
      } else if (algorithm == Algorithm.TOKEN_BUCKET || algorithm == Algorithm.LEAKY_BUCKET) {
        limit =
            tokens > 0 && random.nextBoolean()
                ? limit.burst(1 + random.nextInt(2 * tokens))
                : limit;
      }
      return limit.named(name);
    }

    private <T> T any(List<T> list) {
      return list.get(random.nextInt(list.size()));
    }

    /** Numbers that both can count exactly. */
    private Limit limit(Algorithm algorithm) {
      long tokens = 1L + random.nextInt(random.nextInt(5) == 0 ? 100_000 : 5);
      var period =
          random.nextBoolean()
              ? micros(1 + random.nextInt(1_000_000))
              : Duration.ofSeconds(1 + random.nextInt(20_000));
      var limit =
          algorithm == Algorithm.CONCURRENCY
              ? Limit.concurrent(tokens).lease(period)
              : Limit.of(tokens).per(period).algorithm(algorithm);
      if (algorithm == Algorithm.SLIDING_LOG) {
        limit = random.nextInt(3) == 0 ? limit.minimumGap(micros(period.toNanos() / 3_000)) : limit;
        limit = random.nextInt(3) == 0 ? limit.countingRefused() : limit;
      } else if (algorithm == Algorithm.TOKEN_BUCKET || algorithm == Algorithm.LEAKY_BUCKET) {
        limit = random.nextBoolean() ? limit.burst(1 + random.nextInt(9)) : limit;
      }
      return limit.named(name);
    }

    private static Duration micros(long micros) {
      return Duration.ofNanos(1_000 * micros);
    }

    /** Makes the next call; tells whether there are more. */
    boolean play() {
      if (played > 0) {
        if (limits.size() > 1) {
          // A bucket of another algorithm takes a second command, of the same time.
          Answers.of(actual.get(actual.size() - 1));
        }
        Answers.of(released); // A script that is not known yet would come behind the next call.
        time.advance(pause());
      }
      int dice = random.nextInt(8);
      // Leases of a limit that counted something else in between are numbered anew.
      if (dice == 0 && !coreLeases.isEmpty() && limits.size() == 1) {
        release(random.nextInt(coreLeases.size()));
      } else {
        call();
      }
      played++;
      return played < CALLS * limits.size();
    }

    private Duration pause() {
      var period = limits.get(0).period();
      if (limits.size() > 1) {
        return switch (random.nextInt(8)) {
          case 0, 1, 2, 3 -> Duration.ZERO;
          case 4, 5 -> GRAIN.multipliedBy(1 + random.nextInt(3));
          case 6 -> GRAIN.multipliedBy(random.nextInt(50));
          default -> period;
        };
      }
      return switch (random.nextInt(8)) {
        case 0, 1, 2 -> Duration.ZERO;
        case 3 -> micros(1);
        case 4 -> wait;
        case 5 -> wait.isZero() ? wait : wait.minus(micros(1));
        case 6 -> micros((long) (random.nextDouble() * period.toNanos() / 1_000));
        default -> period;
      };
    }

    private void call() {
      var limit = any(limits);
      long max = limit.maxCost();
      long cost =
          switch (random.nextInt(8)) {
            case 0 -> 0;
            case 1 -> max;
            case 2 -> max + 1;
            case 3, 4 -> 1 + (long) (random.nextDouble() * max);
            default -> 1;
          };
      // Beside a limit that no quick script knows, the other script decides.
      var other = new Claim(Limit.concurrent(1).named(name + " calls"), "alice", 0);
      var claim = new Claim(limit, "alice", cost);
      var claims = random.nextInt(4) == 0 ? List.of(claim, other) : List.of(claim);
      var decision = core.decide(claims);
      expected.add(limit + " at " + time.instant() + ": " + describe(decision));
      wait = decision.retryAfter().map(DifferentialIT::roundedUp).orElse(wait);
      var prefix = limit + " at " + time.instant() + ": ";
      var answer = scripts.decideAsync(claims).toCompletableFuture();
      actual.add(answer.thenApply(one -> prefix + describe(one)));
      if (!decision.leases().isEmpty()) {
        coreLeases.addAll(decision.leases());
        scriptLeases.add(answer.thenApply(Decision::leases));
      }
    }

    private void release(int number) {
      core.release(List.of(coreLeases.get(number)));
      // Its number comes with an answer.
      released = scripts.releaseAsync(Answers.of(scriptLeases.get(number)));
    }

    void check() {
      Answers.of(released);
      var answers = actual.stream().map(Answers::of).toList();
      assertThat(answers).as(name).isEqualTo(expected);
    }
  }

  private static String describe(Decision decision) {
    var each = decision.each().stream().map(DifferentialIT::describeOne).toList();
    return String.join("; ", each);
  }

  private static String describeOne(Decision decision) {
    return String.format(
        "%s of %d, %d left, again in %s, delayed by %s, as new in %s",
        decision.outcome(),
        decision.cost(),
        decision.remaining(),
        decision.retryAfter().map(DifferentialIT::roundedUp),
        roundedUp(decision.delay()),
        roundedUp(decision.reset()));
  }

  /** Redis's time is in microseconds. */
  private static Duration roundedUp(Duration duration) {
    return Duration.ofNanos((duration.toNanos() + 999) / 1_000 * 1_000);
  }
}
