package io.tollgate.rules.retriever;

import io.tollgate.Health;
import io.tollgate.RuleHost;
import io.tollgate.RuleProblem;
import io.tollgate.RuleSet;
import io.tollgate.RuleSource;
import io.tollgate.RulesException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps the rules of a host as those of the service, on a thread of its own. */
final class Retrieval implements RuleSource.Running {

  /*
   * One request hangs at the service until the rules change: that is how a change is pushed. What
   * can go wrong, and what is done:
   *
   * - The service is away: ask again after pauses that grow, without hanging, so that the first
   *   answer says at once what was missed. Rules stay as they are; at the start they are those on
   *   disk.
   * - Something between cuts requests that hang, while short ones pass: after two cuts in a row, ask
   *   in short ones for a while.
   * - The service, or something between, answers at once that nothing has changed: then it does not
   *   let requests hang, and is asked from time to time.
   * - Rules come that are not to be put in force here: the last good ones stay, in force and on
   *   disk. They are tried again now and then, since what they lack may come from the file.
   */

  private static final Logger LOG = LoggerFactory.getLogger("io.tollgate.rules");
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final Duration HANG = Duration.ofSeconds(25);
  private static final Duration HARDLY_HUNG = Duration.ofSeconds(1);
  private static final Duration WITHOUT_HANGING = Duration.ofMinutes(5);
  private static final int CUTS = 2;

  /** A proxy that changes the body in any way makes the tag a weak one. */
  private static final Pattern VERSION = Pattern.compile("(?:W/)?\"([0-9]{1,18})-.*");

  private static final String RULES = "\"rules\"";

  private final ServiceClient client;
  private final SnapshotFile file;
  private final RuleHost host;
  private final Pauses pauses;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread = new Thread(this::run, "tollgate-rules");
  private final Optional<Reporter> reporter;

  private RuleSet taken = RuleSet.EMPTY;
  private int failures;
  private boolean warned;
  private int cuts;
  private long lastCutNanos;
  private String etag = "";
  private Optional<String> refused = Optional.empty();
  private String refusal = "";
  private volatile String tagInForce = "";
  private volatile Health health = Health.down("the rules service has not answered yet");

  Retrieval(RetrieverSettings settings, RuleHost host) {
    this(settings, host, PATIENCE);
  }

  /**
   * Makes it.
   *
   * @param patience how long an answer may take that does not hang
   */
  Retrieval(RetrieverSettings settings, RuleHost host, Duration patience) {
    this.client = new ServiceClient(settings, patience);
    this.file = new SnapshotFile(settings.file());
    this.host = host;
    this.pauses = new Pauses(settings.poll());
    this.reporter =
        settings.report()
            ? Optional.of(new Reporter(client, host, this::version, this::health))
            : Optional.empty();
    thread.setDaemon(true);
  }

  /** Puts the rules on disk in force, and begins to ask for others. */
  void start() {
    file.read()
        .ifPresent(
            snapshot -> {
              if (take(snapshot, "the rules on disk")) {
                LOG.info("{} of the service are in force, as they were kept on disk", taken);
              }
            });
    thread.start();
    reporter.ifPresent(Reporter::start);
  }

  private void run() {
    try {
      Duration pause = Duration.ZERO;
      while (!closed.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
        pause = round();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // Closed while a request hung.
    }
  }

  /** Asks once, and returns how long to wait before the next time. */
  private Duration round() throws InterruptedException {
    // The first request is answered at once in any case, and is not waited for as if it hung.
    boolean hangs = failures == 0 && !etag.isEmpty() && !isCutOff();
    long began = System.nanoTime();
    try {
      tryAgain();
      var answer = client.snapshot(etag, hangs ? HANG : Duration.ZERO);
      succeeded(hangs);
      boolean news = !answer.etag().isEmpty() && !answer.etag().equals(etag);
      etag = answer.etag();
      answer.body().ifPresent(this::takeAndKeep);
      answer.question().ifPresent(this::answer);
      health = ofRules();
      boolean hung = hangs && System.nanoTime() - began >= HARDLY_HUNG.toNanos();
      if (hung && !news) {
        return Duration.ZERO;
      }
      boolean mayHang = !hangs && !etag.isEmpty() && !isCutOff();
      boolean hangsNext = news || answer.question().isPresent() || mayHang;
      return hangsNext ? pauses.afterChange() : pauses.poll();
    } catch (IOException | RuntimeException | Error e) { // Nobody else would go on.
      return failed(e, hangs);
    }
  }

  private boolean isCutOff() {
    return cuts >= CUTS && System.nanoTime() - lastCutNanos < WITHOUT_HANGING.toNanos();
  }

  private void succeeded(boolean hung) {
    if (warned) {
      LOG.info("The rules service answers again");
    }
    warned = false;
    failures = 0;
    if (hung) {
      cuts = 0;
    }
  }

  private Duration failed(Throwable e, boolean hung) {
    if (hung) {
      cuts++;
      lastCutNanos = System.nanoTime();
    }
    failures++;
    health = Health.down(client.service() + ": " + e);
    // That a request which hung is cut now and then is no news; that the next one fails too is.
    if (!hung && !warned) {
      LOG.warn("Rules stay as they are: {}; asking again", health.reason());
      warned = true;
    }
    LOG.debug("The rules service was asked in vain {} times", failures, e);
    return pauses.afterFailure(failures);
  }

  /** What was missing may be there by now; the request that follows hangs, and would tell late. */
  private void tryAgain() {
    if (refused.isPresent()) {
      takeAndKeep(refused.get());
      health = failures == 0 ? ofRules() : health;
    }
  }

  private Health ofRules() {
    return refusal.isEmpty() ? Health.up() : Health.down(refusal);
  }

  private void takeAndKeep(String snapshot) {
    boolean inForce = take(snapshot, "the rules service");
    refused = inForce ? Optional.empty() : Optional.of(snapshot);
    if (inForce) {
      tagInForce = etag;
      file.write(snapshot);
      LOG.info("{} of the service are in force, version {}", taken, version());
    }
  }

  /** Puts rules in force; tells whether they are. */
  private boolean take(String snapshot, String source) {
    try {
      if (!snapshot.startsWith("{") || !snapshot.contains(RULES)) {
        // Nothing at all, or {}, would be read as a set without rules, which nobody has sent.
        throw new RulesException(
            source + ":", List.of(new RuleProblem("", "", 0, 0, "no rules of the service", "")));
      }
      var rules = RuleSet.read(snapshot, source);
      if (!rules.equals(taken)) {
        host.take(rules);
      }
      taken = rules;
      refusal = "";
      return true;
    } catch (RulesException e) {
      refuse(source, String.valueOf(e.getMessage()));
    } catch (RuntimeException | Error e) { // Of the host, whose tag would say that it has them.
      LOG.debug("Rules could not be put in force", e);
      refuse(source, e.toString());
    }
    return false;
  }

  private void refuse(String source, String reason) {
    var why = "rules that cannot be put in force here: " + reason;
    if (!why.equals(refusal)) {
      LOG.error("The rules before stay in force, since {} has {}", source, why);
    }
    refusal = why;
  }

  private void answer(String text) {
    try {
      var asked = AskedQuestion.read(text);
      client.answer(asked.id(), host.explain(asked.question()).toJson());
    } catch (IOException | RuntimeException | Error e) { // Of the host, who is asked here.
      LOG.warn("A question of the rules service was not answered", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // Ends the thread where it waits next.
    }
  }

  /** Returns the version of the service's rules that are in force; 0 if they are from the disk. */
  long version() {
    var version = VERSION.matcher(tagInForce);
    return version.matches() ? Long.parseLong(version.group(1)) : 0;
  }

  @Override
  public Health health() {
    return health;
  }

  @Override
  public void close() {
    closed.countDown();
    thread.interrupt();
    reporter.ifPresent(Reporter::close);
  }
}
