package io.tollgate.redis;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import io.tollgate.Claim;
import io.tollgate.Lease;
import io.tollgate.Limit;
import io.tollgate.Settlement;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/** Puts what is asked of Redis into the keys and arguments of a script. */
final class Requests {

  /** Limits come from annotations and settings, so there are few; this many are not made anew. */
  private static final int KEPT_LIMITS = 10_000;

  private static final Duration LONGEST = Duration.ofDays(36_500);

  private final KeyNaming naming;
  private final ServerTime time;
  private final LoadingCache<Limit, LimitNumbers> limits =
      Caffeine.newBuilder().maximumSize(KEPT_LIMITS).build(LimitNumbers::of);

  Requests(KeyNaming naming, ServerTime time) {
    this.naming = naming;
    this.time = time;
  }

  /** Returns the request to take all claims or none. */
  Decide take(List<Claim> claims) {
    return decide(claims, /* taking= */ true);
  }

  /** Returns the request to answer claims without taking. */
  Decide look(List<Claim> claims) {
    return decide(claims, /* taking= */ false);
  }

  private Decide decide(List<Claim> claims, boolean taking) {
    var keys = new byte[claims.size()][];
    var arguments = arguments(claims.size(), taking ? "" : "?");
    var numbersOf = new LimitNumbers[claims.size()];
    var names = naming.names();
    int algorithms = 0;
    boolean quick = true;
    for (int i = 0; i < keys.length; i++) {
      var claim = claims.get(i);
      var numbers = limits.get(claim.limit());
      numbersOf[i] = numbers;
      keys[i] = names.of(numbers.name(), claim.key());
      arguments[i] = numbers.packed(claim.cost());
      algorithms |= numbers.bit();
      quick &= numbers.isQuick();
    }
    return new Decide(
        claims,
        numbersOf,
        taking,
        quick ? Scripts.QUICK : Scripts.decide(algorithms),
        keys,
        arguments);
  }

  /** Returns the request to give leases back. */
  Request release(List<Lease> leases) {
    var keys = new byte[leases.size()][];
    var arguments = arguments(leases.size(), "");
    for (int i = 0; i < keys.length; i++) {
      keys[i] = key(leases.get(i));
      arguments[i] = text(leases.get(i).id());
    }
    return new Request(Scripts.RELEASE, keys, arguments);
  }

  /** Returns the request to settle. */
  Request settle(List<Settlement> settlements) {
    return settle(settlements, /* manner= */ "");
  }

  /** Returns the request to give back what was taken, even if the limit has changed since. */
  Request undo(List<Settlement> settlements) {
    return settle(settlements, /* manner= */ "<");
  }

  private Request settle(List<Settlement> settlements, String manner) {
    long most = LimitNumbers.MOST_COUNTED;
    var keys = new byte[settlements.size()][];
    var arguments = arguments(5 * settlements.size(), manner);
    for (int i = 0; i < keys.length; i++) {
      var one = settlements.get(i);
      long more = one.actual() - one.taken();
      keys[i] = key(one);
      arguments[5 * i] = limits.get(one.limit()).packed();
      arguments[5 * i + 1] = text(Math.max(-most, Math.min(more, most)));
      arguments[5 * i + 2] = text(Math.min(one.taken(), most));
      // More time than has passed gives less back, so it is rounded up.
      arguments[5 * i + 3] = text(micros(one.elapsed().plusNanos(999)));
      arguments[5 * i + 4] = text(micros(one.reset()));
    }
    return new Request(Scripts.SETTLE, keys, arguments);
  }

  /** Returns room for so many arguments, and behind them what is not usual, if anything is. */
  private byte[][] arguments(int count, String what) {
    var micros = time.micros();
    var manner = micros.isPresent() ? what + '@' + micros.getAsLong() : what;
    if (manner.isEmpty()) {
      return new byte[count][];
    }
    var arguments = new byte[count + 1][];
    arguments[count] = manner.getBytes(StandardCharsets.US_ASCII);
    return arguments;
  }

  byte[] key(Claim claim) {
    return naming.names().of(claim.limit(), claim.key());
  }

  byte[] key(Lease lease) {
    return naming.names().of(lease.limit(), lease.key());
  }

  byte[] key(Settlement settlement) {
    return naming.names().of(settlement.limit(), settlement.key());
  }

  private static long micros(Duration duration) {
    return duration.compareTo(LONGEST) < 0 ? duration.toNanos() / 1_000 : LimitNumbers.MOST_COUNTED;
  }

  private static byte[] text(long number) {
    return Long.toString(number).getBytes(StandardCharsets.US_ASCII);
  }
}
