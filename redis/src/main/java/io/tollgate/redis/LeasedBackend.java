package io.tollgate.redis;

import io.tollgate.Algorithm;
import io.tollgate.Backend;
import io.tollgate.Claim;
import io.tollgate.Decision;
import io.tollgate.Health;
import io.tollgate.Lease;
import io.tollgate.Limit;
import io.tollgate.Settlement;
import io.tollgate.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongToIntFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A backend that takes tokens of busy buckets in advance, and pays calls from what it has. */
final class LeasedBackend implements Backend {

  /*
   * A bucket admits at most burst + rate·d tokens in d seconds to those who take them. Who takes them
   * in advance and spends them later exceeds that, in some stretch, by what he held when the stretch
   * began. So the bound becomes
   *
   *      burst + rate·d + what all hosts hold
   *
   * and what they hold together is at most `tolerance` × burst: each holds its part of that at most,
   * in its stash or on the way to it. A host that dies loses its stash, which admits less. Tokens that
   * go back to the bucket unspent change nothing: what is in the bucket and what is held stay the same
   * together.
   *
   * How a call is decided:
   *
   *   1. every claim is on a stash that covers it: paid, without asking anybody
   *   2. its only claim is of one token of a bucket that was empty a moment ago: refused, likewise
   *   3. otherwise all claims are asked for exactly, in one step, and the stashes are not touched
   *
   * So a call is never paid half from here and half from there, and needs nothing put back when
   * somebody refuses. Only token buckets have stashes: windows and logs have to know when a call
   * came, and leaky buckets when it leaves.
   *
   * A bucket gets a stash when it is asked for twice within a tenth of a second. It is asked for more
   * when half is spent, by a thread of its own and once at a time. What is not spent within a second
   * goes back.
   */

  private static final Logger LOG = LoggerFactory.getLogger(LeasedBackend.class);

  /** Less than this is not worth a question of its own. */
  private static final int LEAST_SHARE = 2;

  private static final long AFTER_FAILURE_NANOS = 100_000_000L;

  /** How many buckets are given back to in one step, so that none takes long. */
  private static final int GIVEN_BACK_AT_ONCE = 100;

  private static final Duration SWEEP_EVERY = Duration.ofMillis(250);
  private static final long CLOSING_MILLIS = 500;

  private record Name(Limit limit, String key) {}

  private final Backend exact;
  private final Tolerance tolerance;
  private final LongToIntFunction sharers;
  private final Ticker ticker;
  private final int maxStashes;
  private final Worker worker;
  private final Map<Name, Stash> stashes = new ConcurrentHashMap<>();
  private final Recent recent;
  private final Overshoot overshoot;

  /**
   * Takes in advance from {@code exact}.
   *
   * @param sharers returns among how many hosts the tolerance is divided at a time; 0 while that is
   *     not sure, and then nothing is taken in advance
   * @param maxStashes how many buckets have a stash at most
   * @param worker asks and gives back
   */
  LeasedBackend(
      Backend exact,
      Tolerance tolerance,
      LongToIntFunction sharers,
      Ticker ticker,
      int maxStashes,
      Worker worker) {
    this.exact = exact;
    this.tolerance = tolerance;
    this.sharers = sharers;
    this.ticker = ticker;
    this.maxStashes = maxStashes;
    this.worker = worker;
    long now = ticker.read();
    this.recent = new Recent(now);
    this.overshoot = new Overshoot(now);
  }

  /** Returns such a backend with a thread of its own, by the time of this virtual machine. */
  static LeasedBackend start(
      Backend exact, Tolerance tolerance, LongToIntFunction sharers, int maxStashes) {
    var worker = new Background("tollgate-leases");
    var leased = new LeasedBackend(exact, tolerance, sharers, Ticker.system(), maxStashes, worker);
    worker.start(SWEEP_EVERY, leased::sweep);
    return leased;
  }

  @Override
  public Optional<Decision> tryDecide(List<Claim> claims) {
    return claims.size() == 1 ? tryPay(claims.get(0)) : tryPayAll(claims);
  }

  private Optional<Decision> tryPay(Claim claim) {
    var stash = stashes.get(new Name(claim.limit(), claim.key()));
    if (stash == null) {
      return Optional.empty();
    }
    long now = ticker.read();
    var answer = stash.tryTake(claim, now);
    if (answer == null) {
      return Optional.ofNullable(stash.tryRefuse(claim, now));
    }
    if (stash.isLow()) {
      askForMore(stash, claim.cost(), now);
    }
    return Optional.of(answer);
  }

  private Optional<Decision> tryPayAll(List<Claim> claims) {
    long now = ticker.read();
    var payers = new ArrayList<Stash>(claims.size());
    for (var claim : claims) {
      var stash = stashes.get(new Name(claim.limit(), claim.key()));
      if (stash == null || !stash.covers(claim.cost(), now)) {
        return Optional.empty();
      }
      payers.add(stash);
    }
    var answers = new ArrayList<Decision>(claims.size());
    for (int i = 0; i < claims.size(); i++) {
      var answer = payers.get(i).tryTake(claims.get(i), now);
      if (answer == null) {
        // Another call was faster.
        for (int taken = 0; taken < i; taken++) {
          payers.get(taken).putBack(claims.get(taken).cost(), share(claims.get(taken), now));
        }
        return Optional.empty();
      }
      answers.add(answer);
    }
    for (int i = 0; i < claims.size(); i++) {
      if (payers.get(i).isLow()) {
        askForMore(payers.get(i), claims.get(i).cost(), now);
      }
    }
    return Optional.of(Decision.of(answers));
  }

  @Override
  public CompletionStage<Decision> decideAsync(List<Claim> claims) {
    long now = ticker.read();
    if (!claims.stream().allMatch(claim -> isWorthAStash(claim, now))) {
      return exact.decideAsync(claims);
    }
    for (var claim : claims) {
      noteCall(claim, now);
    }
    var answer = exact.decideAsync(claims);
    answer.whenComplete(
        (decision, failure) -> {
          if (failure == null && !decision.allowed()) {
            restRefused(claims, decision);
          }
        });
    return answer;
  }

  private boolean isWorthAStash(Claim claim, long now) {
    int share = share(claim, now);
    return share >= LEAST_SHARE && claim.cost() <= share;
  }

  private int share(Claim claim, long now) {
    return share(claim.limit(), now);
  }

  /** Returns how many tokens of a bucket this host may hold now. */
  private int share(Limit limit, long now) {
    if (limit.algorithm() != Algorithm.TOKEN_BUCKET) {
      return 0;
    }
    int hosts = sharers.applyAsInt(now);
    return hosts < 1 ? 0 : tolerance.share(limit.maxCost(), hosts);
  }

  private void noteCall(Claim claim, long now) {
    var name = new Name(claim.limit(), claim.key());
    var stash = stashes.get(name);
    if (stash == null && recent.calledAgain(name.hashCode(), now) && stashes.size() < maxStashes) {
      stash = stashes.computeIfAbsent(name, absent -> new Stash(claim.limit(), claim.key(), now));
    }
    if (stash != null) {
      askForMore(stash, claim.cost(), now);
    }
  }

  private void restRefused(List<Claim> claims, Decision decision) {
    long now = ticker.read();
    for (int i = 0; i < claims.size(); i++) {
      var claim = claims.get(i);
      var stash = stashes.get(new Name(claim.limit(), claim.key()));
      var answer = decision.each().get(i);
      if (stash != null && answer.remaining() == 0) {
        // Until there is one token.
        stash.rest(now + answer.nextToken().toNanos());
      }
    }
  }

  private void askForMore(Stash stash, long cost, long now) {
    int share = share(stash.limit(), now);
    if (share < LEAST_SHARE) {
      return;
    }
    int dead = stash.takeOut(now, share);
    if (dead > 0) {
      var back = List.of(stash.givingBack(dead, now));
      worker.execute(() -> giveBackAll(back));
    }
    int level = stash.level();
    int more = stash.tryAsk(now, share, cost);
    if (more > 0) {
      overshoot.note(stash.limit(), level);
      worker.execute(() -> ask(stash, more, now));
    }
  }

  private void ask(Stash stash, int more, long askedAt) {
    var claim = stash.asking(more);
    CompletionStage<Decision> answer;
    try {
      answer = exact.decideAsync(List.of(claim));
    } catch (RuntimeException e) {
      answer = CompletableFuture.failedFuture(e);
    }
    answer.whenComplete(
        (decision, failure) -> {
          long now = ticker.read();
          if (failure != null) {
            // Callers are not paid from here, so they ask, and hear of it.
            LOG.debug("No tokens could be taken in advance", failure);
            stash.failed(now + AFTER_FAILURE_NANOS);
          } else if (!decision.allowed()) {
            stash.refused(decision, now);
          } else if (!stash.tryAdd(decision, now)) {
            var late = Duration.ofNanos(Math.max(0, now - askedAt));
            giveBackAll(List.of(Settlement.of(claim, decision, /* actual= */ 0, late)));
          }
        });
  }

  /** Gives back what nobody spends, and forgets stashes that nobody uses; at regular times. */
  void sweep() {
    long now = ticker.read();
    overshoot.turn(now);
    var back = new ArrayList<Settlement>();
    stashes.forEach(
        (name, stash) -> {
          int out = stash.takeOut(now, share(name.limit, now));
          if (stash.isForgotten(now)) {
            stashes.remove(name, stash);
            out += stash.retire();
          }
          if (out > 0) {
            overshoot.note(name.limit, stash.level() - out);
            back.add(stash.givingBack(out, now));
          }
        });
    giveBackAll(back);
  }

  private List<CompletableFuture<Void>> giveBackAll(List<Settlement> back) {
    var done = new ArrayList<CompletableFuture<Void>>();
    for (int i = 0; i < back.size(); i += GIVEN_BACK_AT_ONCE) {
      done.add(giveBack(back.subList(i, Math.min(i + GIVEN_BACK_AT_ONCE, back.size()))));
    }
    return done;
  }

  private CompletableFuture<Void> giveBack(List<Settlement> back) {
    try {
      return exact
          .settleAsync(back)
          .toCompletableFuture()
          .exceptionally(
              failure -> {
                LOG.debug("Tokens could not be given back; they are lost", failure);
                return null;
              });
    } catch (RuntimeException e) {
      LOG.debug("Tokens could not be given back; they are lost", e);
      return CompletableFuture.completedFuture(null);
    }
  }

  @Override
  public CompletionStage<Void> releaseAsync(List<Lease> leases) {
    return exact.releaseAsync(leases);
  }

  @Override
  public CompletionStage<Void> settleAsync(List<Settlement> settlements) {
    return exact.settleAsync(settlements);
  }

  @Override
  public int hosts() {
    return exact.hosts();
  }

  @Override
  public Health health() {
    return exact.health();
  }

  /** Returns also {@code leased.overshoot}, a part of a burst, and {@code leased.buckets}. */
  @Override
  public Map<String, Double> gauges() {
    var gauges = new TreeMap<>(exact.gauges());
    gauges.put("leased.buckets", (double) stashes.size());
    gauges.put("leased.overshoot", overshoot.largest());
    return gauges;
  }

  /** Ends the work, gives everything back, and closes the backend from which it was taken. */
  @Override
  public void close() {
    worker.stop();
    long now = ticker.read();
    var back = new ArrayList<Settlement>();
    stashes.forEach(
        (name, stash) -> {
          stashes.remove(name);
          int out = stash.retire();
          if (out > 0) {
            back.add(stash.givingBack(out, now));
          }
        });
    var given = giveBackAll(back).toArray(CompletableFuture<?>[]::new);
    // An interrupt does not end the wait: nobody comes after this to give anything back.
    CompletableFuture.allOf(given)
        .orTimeout(CLOSING_MILLIS, TimeUnit.MILLISECONDS)
        .exceptionally(
            late -> {
              LOG.debug("Not all tokens could be given back in time; they are lost", late);
              return null;
            })
        .join();
    exact.close();
  }
}
