package io.tollgate.testkit;

import io.tollgate.Limit;
import io.tollgate.Limiter;
import io.tollgate.Per;
import java.util.Locale;

/**
 * A program of its own: sends ten million distinct keys through a limiter, and ends with an error
 * if a caller who has used up his bucket is freed or a new one is not served.
 */
final class FloodOfKeys {

  private static final int KEYS = 10_000_000;
  private static final int KEYS_BETWEEN_LOOKS = 10_000;

  private final Limiter limiter;
  private final Limit limit;

  private FloodOfKeys(Limiter limiter, Limit limit) {
    this.limiter = limiter;
    this.limit = limit;
  }

  /** Takes the tokens per hour that each key has. */
  public static void main(String[] arguments) {
    var limit = Limit.of(Long.parseLong(arguments[0])).per(Per.HOUR).named("flood");
    try (var limiter = Limiter.local()) {
      new FloodOfKeys(limiter, limit).run();
    }
  }

  private void run() {
    useUp("silent");
    useUp("stubborn");
    long begun = System.nanoTime();
    for (int i = 0; i < KEYS; i++) {
      // A key of the flood is itself a caller who was never seen before.
      expect(/* allowed= */ true, "flood-" + i);
      if (i % KEYS_BETWEEN_LOOKS == 0) {
        expect(/* allowed= */ false, "stubborn");
      }
    }
    double seconds = (System.nanoTime() - begun) / 1e9;
    expect(/* allowed= */ false, "silent");
    expect(/* allowed= */ false, "stubborn");
    useUp("new");
    print("%s: %,d keys in %.1f s, %,.0f keys/s", limit, KEYS, seconds, KEYS / seconds);
    printMemory();
  }

  /** Takes all that a new caller has, so that the next call is refused. */
  private void useUp(String key) {
    for (long i = 0; i < limit.maxCost(); i++) {
      expect(/* allowed= */ true, key);
    }
    expect(/* allowed= */ false, key);
  }

  private void expect(boolean allowed, String key) {
    var decision = limiter.decide(limit, key);
    if (decision.allowed() != allowed) {
      throw new AssertionError(key + ": " + decision);
    }
  }

  private static void printMemory() {
    System.gc();
    var runtime = Runtime.getRuntime();
    long used = runtime.totalMemory() - runtime.freeMemory();
    long most = runtime.maxMemory();
    print("used after a collection: %.1f MB of %.1f MB", used / 1e6, most / 1e6);
    if (used > most / 2) {
      throw new AssertionError("the flood has left more than half of the memory in use");
    }
  }

  private static void print(String format, Object... arguments) {
    System.out.println(String.format(Locale.ROOT, format, arguments));
  }
}
