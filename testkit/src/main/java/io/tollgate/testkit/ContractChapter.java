package io.tollgate.testkit;

import io.tollgate.Algorithm;
import io.tollgate.Backend;
import io.tollgate.Claim;
import io.tollgate.Decision;
import io.tollgate.Lease;
import io.tollgate.Limit;
import io.tollgate.Per;
import io.tollgate.Settlement;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A chapter of {@link BackendContract}: each test has a backend without buckets, at noon. */
abstract class ContractChapter {

  static final Duration SECOND = Duration.ofSeconds(1);
  static final Duration MINUTE = Duration.ofMinutes(1);
  static final Duration HOUR = Duration.ofHours(1);

  private final BackendContract contract;

  /** The shortest time that this backend can tell apart. */
  final Duration step;

  private ManualTicker time;
  private Backend backend;

  ContractChapter(BackendContract contract) {
    this.contract = contract;
    this.step = contract.resolution();
  }

  @BeforeEach
  final void open() {
    begin(/* origin= */ 0);
  }

  @AfterEach
  final void close() {
    backend.close();
  }

  /** Begins anew with another backend, at noon, by a ticker that starts at {@code origin}. */
  final void beginAgain(long origin) {
    backend.close();
    begin(origin);
  }

  private void begin(long origin) {
    time = new ManualTicker(origin);
    backend = contract.create(time);
  }

  final ManualTicker time() {
    return time;
  }

  final Backend backend() {
    return backend;
  }

  final void advance(Duration duration) {
    time.advance(duration);
  }

  /**
   * Returns a limit that admits {@code most} at one instant and is as new an hour after the last
   * call, or two: sliding windows take their time.
   */
  static Limit limit(Algorithm algorithm, long most) {
    var limit =
        switch (algorithm) {
          case CONCURRENCY -> Limit.concurrent(most).lease(HOUR);
          case LEAKY_BUCKET -> {
            var leaky = Limit.of(most).per(Per.HOUR).algorithm(algorithm);
            yield most == 0 ? leaky : leaky.burst(most - 1);
          }
          default -> Limit.of(most).per(Per.HOUR).algorithm(algorithm);
        };
    return limit.named(algorithm.name().toLowerCase(Locale.ROOT));
  }

  final Decision decide(Limit limit, String key, long cost) {
    return decide(List.of(new Claim(limit, key, cost)));
  }

  final Decision decide(List<Claim> claims) {
    return Answers.of(backend.decideAsync(claims));
  }

  final void release(List<Lease> leases) {
    Answers.of(backend.releaseAsync(leases));
  }

  final void settle(List<Settlement> settlements) {
    Answers.of(backend.settleAsync(settlements));
  }

  /** Calls so many times at cost 1 and returns the outcomes as a row: {@code "AAARR"}. */
  final String calls(Limit limit, String key, int count) {
    var row = new StringBuilder();
    for (int i = 0; i < count; i++) {
      row.append(Answers.letter(decide(limit, key, 1)));
    }
    return row.toString();
  }

  /** Returns what is left, by a call that takes nothing. */
  final long remaining(Limit limit, String key) {
    return decide(limit, key, /* cost= */ 0).remaining();
  }

  /** Returns when to come back after a call that must be refused for now. */
  final Duration refused(Limit limit, String key, long cost) {
    return Answers.waitOf(decide(limit, key, cost));
  }
}
