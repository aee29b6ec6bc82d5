package io.tollgate.http;

import io.tollgate.Decision;
import io.tollgate.Ticker;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts what limits in shadow mode would refuse, and logs it now and then. */
final class Shadow {

  private static final Logger LOG = LoggerFactory.getLogger("io.tollgate.shadow");

  private final Ticker ticker;
  private final ConcurrentMap<String, Tally> tallies = new ConcurrentHashMap<>();

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
    var tally = tallies.computeIfAbsent(who, name -> new Tally(now));
    long more = tally.add(now);
    if (more > 0) {
      LOG.info(line(who, more, tally.count(), by));
    }
  }

  static String line(String who, long more, long all, String by) {
    return "%s would have refused %d %s since the last line, %d in all; the last one by %s"
        .formatted(who, more, more == 1 ? "call" : "calls", all, by);
  }

  /** Returns how many calls of an endpoint would have been refused. */
  long refusals(Endpoint endpoint) {
    var tally = tallies.get(endpoint.name());
    return tally == null ? 0 : tally.count();
  }
}
