package io.tollgate.rules;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The snapshot that is in force, and those who wait for the next.
 *
 * <p>A host asks with the tag of what it has, and is answered when there is something else: rules
 * are pushed by answers, so that a host needs no open port.
 */
final class Snapshots {

  /** Someone who waits for another snapshot than the one he has. */
  interface Waiter {

    /** Returns the tag of what he has. */
    String etag();

    /** Returns which host he is; empty if he does not say. */
    String host();

    /** Hands him the new one; called once at most. */
    void changed(Snapshot snapshot);

    /**
     * Asks him something in place of it, so that he comes again at once.
     *
     * @return false if he has gone
     */
    boolean ask(String question);
  }

  private static final Logger LOG = LoggerFactory.getLogger("io.tollgate.rules");
  private static final int MAX_WAITERS = 10_000;

  private final Database database;
  private final InstantSource clock;
  private final Executor executor;
  private final Set<Waiter> waiters = ConcurrentHashMap.newKeySet();
  private volatile @Nullable Snapshot current;

  /**
   * Makes it.
   *
   * @param executor answers those who wait, so that who makes a change does not
   */
  Snapshots(Database database, InstantSource clock, Executor executor) {
    this.database = database;
    this.clock = clock;
    this.executor = executor;
  }

  /** Returns the snapshot in force; empty until the database has answered once. */
  Optional<Snapshot> current() {
    return Optional.ofNullable(current);
  }

  /** Reads the rules again, and tells those who wait if they are others. */
  synchronized void refresh() {
    var read = read();
    var before = current;
    current = read;
    if (before == null || !before.etag().equals(read.etag())) {
      executor.execute(this::tellAll);
    }
  }

  /**
   * Reads the rules again after a change, which is done even if this fails; then it is found in the
   * next round of the upkeep.
   */
  void refreshIfPossible() {
    try {
      refresh();
    } catch (DatabaseException e) {
      LOG.warn("A change was written, and is pushed as soon as the database answers", e);
    }
  }

  /** Reads the rules again if somebody else has changed them, or time has. */
  void refreshIfStale() {
    var known = current;
    if (known == null
        || known.nextEnd().filter(end -> !end.isAfter(clock.instant())).isPresent()
        || database.call(RuleStore::version) != known.version()) {
      refresh();
    }
  }

  private Snapshot read() {
    record Content(long version, List<StoredRule> rules) {}
    Content content =
        database.call(
            transaction -> {
              // In this order: a change in between is found again, since its version is another.
              long version = RuleStore.version(transaction);
              return new Content(version, RuleStore.all(transaction));
            });
    Instant now = clock.instant();
    var json = Json.object();
    json.put("version", content.version());
    var rules = json.putObject("rules");
    Optional<Instant> nextEnd = Optional.empty();
    for (var rule : content.rules()) {
      var end = rule.endsAt();
      if (end.isPresent() && !end.get().isAfter(now)) {
        continue;
      }
      rules.set(rule.name(), Rules.parsed(rule.body()));
      if (end.isPresent() && (nextEnd.isEmpty() || end.get().isBefore(nextEnd.get()))) {
        nextEnd = end;
      }
    }
    var hash = Token.hash(rules.toString()).substring(0, 16);
    var etag = '"' + Long.toString(content.version()) + '-' + hash + '"';
    return new Snapshot(content.version(), etag, Json.write(json), nextEnd);
  }

  /**
   * Tells the waiter when there is another snapshot than the one he has; at once if there is.
   *
   * @return false if too many wait already, so that he has to come again
   */
  boolean await(Waiter waiter) {
    if (waiters.size() >= MAX_WAITERS) {
      return false;
    }
    waiters.add(waiter);
    tell(waiter); // A change may have come before he was in the list.
    return true;
  }

  /** Forgets a waiter who has gone. */
  void forget(Waiter waiter) {
    waiters.remove(waiter);
  }

  private void tellAll() {
    waiters.forEach(this::tell);
  }

  private void tell(Waiter waiter) {
    var snapshot = current;
    if (snapshot != null && !snapshot.etag().equals(waiter.etag()) && waiters.remove(waiter)) {
      waiter.changed(snapshot);
    }
  }

  /**
   * Asks a host that waits something, whether or not its rules change.
   *
   * @param host which one; empty for any
   * @return the host that was asked; empty if none waits
   */
  Optional<String> ask(String host, String question) {
    for (var waiter : List.copyOf(waiters)) {
      boolean meant = !waiter.host().isEmpty() && (host.isEmpty() || host.equals(waiter.host()));
      if (meant && waiters.remove(waiter) && waiter.ask(question)) {
        return Optional.of(waiter.host());
      }
    }
    return Optional.empty();
  }
}
