package io.tollgate.rules.retriever;

import io.tollgate.Health;
import io.tollgate.RuleHost;
import io.tollgate.RuleReport;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the service what the rules do on this host: each second while something happens, and now
 * and then otherwise.
 *
 * <p>Counts go on from the start of the host, so that a report that is lost or comes twice makes
 * nothing wrong. Most reports have only the counts that have changed; some have all, for a service
 * that has just started.
 */
final class Reporter implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger("io.tollgate.rules");
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final long QUIET_ROUNDS = 10;
  private static final long ROUNDS_TO_ALL = 30;
  private static final int MAX_FAILURES = 5;

  private final ServiceClient client;
  private final RuleHost host;
  private final LongSupplier version;
  private final Supplier<Health> health;
  private final String started = Instant.now().toString();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread = new Thread(this::run, "tollgate-rules-report");

  private Map<String, RuleReport.Count> sent = Map.of();
  private long sentVersion = -1;
  private long quiet;
  private long sinceAll = ROUNDS_TO_ALL;
  private int failures;
  private boolean warned;

  Reporter(ServiceClient client, RuleHost host, LongSupplier version, Supplier<Health> health) {
    this.client = client;
    this.host = host;
    this.version = version;
    this.health = health;
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  private void run() {
    try {
      // Twice the pause after each failure, up to 32 s.
      while (!closed.await(
          PAUSE.toMillis() << Math.min(failures, MAX_FAILURES), TimeUnit.MILLISECONDS)) {
        round();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // Closed while it was reporting.
    }
  }

  private void round() throws InterruptedException {
    try {
      var report = host.report();
      var counts = fitting(report.counts());
      boolean news = !counts.equals(sent) || version.getAsLong() != sentVersion;
      quiet++;
      sinceAll++;
      if (news || quiet >= QUIET_ROUNDS) {
        send(report, counts);
        quiet = 0;
      }
      failures = 0;
    } catch (IOException e) { // Of the retrieval, too, which says so.
      failed();
      LOG.debug("The rules service did not take a report", e);
    } catch (RuntimeException | Error e) { // Nobody else would go on.
      if (failures == 0) {
        LOG.warn("What rules do here is not reported, and tried again", e);
      }
      failed();
    }
  }

  private void failed() {
    failures++;
    sinceAll = ROUNDS_TO_ALL;
  }

  private Map<String, RuleReport.Count> fitting(Map<String, RuleReport.Count> counts) {
    var fitting = ReportJson.fitting(counts);
    if (fitting.size() < counts.size() && !warned) {
      LOG.warn(
          "The page of the rules service shows {} of {} rules that were used here: a report takes"
              + " no more",
          fitting.size(),
          counts.size());
      warned = true;
    }
    return fitting;
  }

  private void send(RuleReport report, Map<String, RuleReport.Count> fitting)
      throws IOException, InterruptedException {
    boolean all = sinceAll >= ROUNDS_TO_ALL;
    var counts = new HashMap<>(fitting);
    if (!all) {
      counts.entrySet().removeAll(sent.entrySet());
    }
    long now = version.getAsLong();
    var json = new ReportJson(now, started, health.get()).counts(counts).refused(report);
    client.report((all ? json.endpoints(host.endpoints()) : json).toString());
    sent = Map.copyOf(fitting);
    sentVersion = now;
    sinceAll = all ? 0 : sinceAll;
  }

  @Override
  public void close() {
    closed.countDown();
    thread.interrupt();
  }
}
