package io.tollgate.http;

import io.tollgate.Decision;
import io.tollgate.Ticker;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts what limits in shadow mode would refuse, and logs it now and then. */
final class Shadow {

  private static final Logger LOG = LoggerFactory.getLogger("io.tollgate.shadow");
  private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** What was counted at one endpoint, and when it was told last. */
  private static final class Count {
    private final AtomicLong refusals = new AtomicLong();
    private final AtomicLong told = new AtomicLong();
    private final AtomicLong toldAt;

    Count(long now) {
      // The first refusal is told at once.
      this.toldAt = new AtomicLong(now - PAUSE_NANOS);
    }
  }

  private final Ticker ticker;
  private final ConcurrentMap<String, Count> counts = new ConcurrentHashMap<>();

  Shadow(Ticker ticker) {
    this.ticker = ticker;
  }

  void refused(Endpoint endpoint, Decision refusal) {
    refused(
        endpoint.name().isEmpty() ? refusal.limit().name() : endpoint.name(),
        refusal.limit().name());
  }

  /** Counts a call that a rule would have denied. */
  void denied(Endpoint endpoint) {
    refused(
        endpoint.name().isEmpty() ? "A rule that denies" : endpoint.name(), "a rule that denies");
  }

  private void refused(String who, String by) {
    long now = ticker.read();
    var count = counts.computeIfAbsent(who, name -> new Count(now));
    long refusals = count.refusals.incrementAndGet();
    long toldAt = count.toldAt.get();
    if (now - toldAt >= PAUSE_NANOS && count.toldAt.compareAndSet(toldAt, now)) {
      LOG.info(
          "{} would have refused {} calls since the last line, {} in all; the last one by {}",
          who,
          refusals - count.told.getAndSet(refusals),
          refusals,
          by);
    }
  }

  /** Returns how many calls of an endpoint would have been refused. */
  long refusals(Endpoint endpoint) {
    var count = counts.get(endpoint.name());
    return count == null ? 0 : count.refusals.get();
  }
}
