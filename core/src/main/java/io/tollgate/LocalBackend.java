package io.tollgate;

import io.tollgate.Decision.Outcome;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Buckets in the memory of this process.
 *
 * <p>Exact under any number of threads: no bucket ever admits more than its limit. Deciding takes
 * no lock for a bucket that exists, reads the clock once unless a limit has changed, and does not
 * depend on the wall clock, which is read once, at the start, to align windows.
 *
 * <p>Memory is bounded by {@code maxKeys} buckets. One that is full again leaves. When more keys
 * than that have something taken, those that owe least are forgotten first, and those that had
 * nothing left are remembered in a compact form, more than twice as many as there are buckets.
 */
public final class LocalBackend implements Backend {

  /** How many buckets are held unless a program or the settings say otherwise. */
  static final int DEFAULT_MAX_KEYS = 100_000;

  private final Ticker ticker;

  /** What turns the ticker's time into time since 1970, to which windows are aligned. */
  private final long epochOffset;

  private final int maxKeys;
  private final BucketTable buckets;

  /** Holds at most 100,000 buckets, by the time of this virtual machine. */
  public LocalBackend() {
    this(DEFAULT_MAX_KEYS, Ticker.system(), InstantSource.system());
  }

  /**
   * Holds at most {@code maxKeys} buckets, by the time of {@code ticker}.
   *
   * @param wallClock read once, to align windows
   */
  public LocalBackend(int maxKeys, Ticker ticker, InstantSource wallClock) {
    if (maxKeys < 1) {
      throw new IllegalArgumentException("maxKeys is " + maxKeys + "; it must be 1 or more");
    }
    var instant = wallClock.instant();
    this.maxKeys = maxKeys;
    this.ticker = ticker;
    this.epochOffset =
        instant.getEpochSecond() * 1_000_000_000L + instant.getNano() - ticker.read();
    this.buckets = new BucketTable(maxKeys, this::now);
  }

  private long now() {
    return ticker.read() + epochOffset;
  }

  /**
   * Decides a call with one claim.
   *
   * @throws IllegalArgumentException if the cost is negative
   */
  public Decision decide(Limit limit, String key, long cost) {
    Claim.checkCost(cost);
    return take(limit, Keys.bounded(key), cost, sweptNow());
  }

  /** Decides a call: takes all claims, or none. */
  public Decision decide(List<Claim> claims) {
    if (claims.isEmpty()) {
      throw new IllegalArgumentException("a call to be decided makes at least one claim");
    }
    long now = sweptNow();
    if (claims.size() == 1) {
      var claim = claims.get(0);
      return take(claim.limit(), claim.key(), claim.cost(), now);
    }
    return takeAll(claims, now);
  }

  /*
   * Several claims, all or nothing.
   *
   * First every bucket is asked without taking. If one refuses, the call is refused and nothing was
   * touched. Then the claims are taken one after the other. If one is refused now, another call has
   * come between, and what was taken so far is given back.
   *
   * Nothing is ever taken twice or kept, so no bucket admits more than its limit. But between a
   * taking and its giving back, a third call may find the bucket without the tokens and be refused
   * although no admitted call has them. That needs two calls to race for the last tokens of another
   * bucket in the same moment, lasts as long as this loop, and is bounded by the costs of the calls
   * that are in it.
   */
  private Decision takeAll(List<Claim> claims, long now) {
    while (true) {
      var found = find(claims);
      if (allAdmit(claims, found, now)) {
        return JointDecision.joining(tryTakeEach(claims, found, now));
      }
      var answers = peekEach(claims, now);
      if (!answers.stream().allMatch(Decision::allowed)) {
        countRefusals(claims, answers, now);
        return Decision.of(answers);
      }
      // Tokens came back between the two looks.
    }
  }

  /** Finds the buckets there are, one after the other, so that their memory is fetched together. */
  private @Nullable Bucket[] find(List<Claim> claims) {
    var found = new @Nullable Bucket[claims.size()];
    for (int i = 0; i < found.length; i++) {
      var claim = claims.get(i);
      found[i] =
          buckets.glimpse(BucketTable.hash(claim.limit(), claim.key()), claim.limit(), claim.key());
    }
    return found;
  }

  /**
   * Tells whether all claims can be taken; adds the buckets that are missing up to one that cannot.
   */
  private boolean allAdmit(List<Claim> claims, @Nullable Bucket[] found, long now) {
    for (int i = 0; i < found.length; i++) {
      var claim = claims.get(i);
      if (claim.cost() > claim.limit().maxCost()) {
        return false;
      }
      var bucket = found[i];
      if (bucket == null || !bucket.limit.equals(claim.limit()) || bucket.isRetired()) {
        bucket = bucketFor(claim.limit(), claim.key(), now);
        found[i] = bucket;
      }
      if (!bucket.admits(now, claim.cost())) {
        return false;
      }
    }
    return true;
  }

  private List<Decision> peekEach(List<Claim> claims, long now) {
    var answers = new ArrayList<Decision>(claims.size());
    for (var claim : claims) {
      answers.add(peek(claim.limit(), claim.key(), claim.cost(), now));
    }
    return answers;
  }

  private List<Decision> tryTakeEach(List<Claim> claims, @Nullable Bucket[] found, long now) {
    var answers = new Decision[found.length];
    for (int i = 0; i < found.length; i++) {
      var claim = claims.get(i);
      var bucket = Objects.requireNonNull(found[i]);
      var answer = bucket.tryTake(now, claim.cost());
      while (answer == null) {
        bucket = bucketFor(claim.limit(), claim.key(), now);
        answer = bucket.tryTake(now, claim.cost());
      }
      found[i] = bucket;
      if (!answer.allowed()) {
        giveBack(found, Arrays.asList(answers).subList(0, i), now);
        var untaken = peekEach(claims, now);
        untaken.set(i, answer);
        return untaken;
      }
      answers[i] = answer;
    }
    return List.of(answers);
  }

  private void giveBack(@Nullable Bucket[] found, List<Decision> taken, long now) {
    for (int i = taken.size() - 1; i >= 0; i--) {
      var bucket = Objects.requireNonNull(found[i]);
      var answer = taken.get(i);
      if (answer.cost() == 0 || bucket.tryGiveBack(answer, now)) {
        continue;
      }
      // Retired meanwhile: it was dropped with all that was taken from it, or its limit changed and
      // a successor has what was taken.
      if (answer.leases().isEmpty()) {
        buckets.giveBackToSuccessor(bucket, answer.cost(), now);
      } else {
        release(answer.leases());
      }
    }
  }

  /** A limit that counts refused calls counts those that it refuses itself. */
  private void countRefusals(List<Claim> claims, List<Decision> answers, long now) {
    for (int i = 0; i < claims.size(); i++) {
      var claim = claims.get(i);
      if (claim.limit().countsRefused() && answers.get(i).outcome() == Outcome.REFUSED) {
        bucketFor(claim.limit(), claim.key(), now).countRefusal(now, claim.cost());
        var counted = peek(claim.limit(), claim.key(), claim.cost(), now);
        answers.set(i, counted.allowed() ? answers.get(i) : counted);
      }
    }
  }

  private Decision take(Limit limit, String key, long cost, long now) {
    if (cost > limit.maxCost()) {
      return peek(limit, key, cost, now);
    }
    int hash = BucketTable.hash(limit, key);
    var bucket = buckets.glimpse(hash, limit, key);
    var answer = bucket != null && bucket.limit.equals(limit) ? bucket.tryTake(now, cost) : null;
    while (answer == null) {
      answer = buckets.findOrAdd(hash, limit, key, now).tryTake(now, cost);
    }
    return answer;
  }

  /** Answers a claim without taking; an allowed answer speaks of what is there before the call. */
  private Decision peek(Limit limit, String key, long cost, long now) {
    boolean fits = cost <= limit.maxCost();
    int hash = BucketTable.hash(limit, key);
    var bucket = buckets.find(hash, limit, key);
    if (bucket == null) {
      bucket = Bucket.charged(hash, limit, key, now, /* taken= */ 0);
    } else if (!bucket.limit.equals(limit) || bucket.isRetired()) {
      bucket = buckets.findOrAdd(hash, limit, key, now);
    }
    var answer = bucket.peek(now, fits ? cost : 0);
    if (answer == null) {
      return peek(limit, key, cost, now);
    }
    return fits
        ? answer
        : new PlainDecision(
            Outcome.NEVER_FITS,
            limit,
            cost,
            answer.remaining(),
            answer.resetNanos(),
            /* waitNanos= */ 0,
            /* leases= */ List.of());
  }

  private Bucket bucketFor(Limit limit, String key, long now) {
    int hash = BucketTable.hash(limit, key);
    var bucket = buckets.glimpse(hash, limit, key);
    return bucket != null && bucket.limit.equals(limit) && !bucket.isRetired()
        ? bucket
        : buckets.findOrAdd(hash, limit, key, now);
  }

  @Override
  public CompletionStage<Decision> decideAsync(List<Claim> claims) {
    return CompletableFuture.completedFuture(decide(claims));
  }

  /** Gives leases back; one that has ended, or was given back before, does no harm. */
  public void release(List<Lease> leases) {
    for (var lease : leases) {
      var hash = BucketTable.hash(lease.limit(), lease.key());
      // A bucket that is just being replaced, because its limit changed, has a successor at once.
      while (buckets.find(hash, lease.limit(), lease.key()) instanceof RecordBucket<?> bucket
          && !bucket.tryEnd(lease.id())) {
        Thread.onSpinWait();
      }
    }
  }

  @Override
  public CompletionStage<Void> releaseAsync(List<Lease> leases) {
    release(leases);
    return CompletableFuture.completedFuture(null);
  }

  /** Corrects what calls took, after it is known what they cost. */
  public void settle(List<Settlement> settlements) {
    long now = sweptNow();
    for (var settlement : settlements) {
      if (settlement.limit().algorithm() == Algorithm.CONCURRENCY) {
        continue;
      }
      long more = settlement.difference();
      if (more > 0) {
        charge(settlement.limit(), settlement.key(), more, now);
      } else if (more < 0 && settlement.elapsed().compareTo(settlement.reset()) < 0) {
        refund(settlement, now);
      }
    }
  }

  private void charge(Limit limit, String key, long more, long now) {
    int hash = BucketTable.hash(limit, key);
    var bucket = buckets.glimpse(hash, limit, key);
    while (bucket == null || !bucket.tryCharge(now, more)) {
      bucket = buckets.findAnyOrAdd(hash, limit, key, now);
    }
  }

  /** Without a bucket there is nothing to come back: it was full, or was forgotten as it was. */
  private void refund(Settlement settlement, long now) {
    var limit = settlement.limit();
    int hash = BucketTable.hash(limit, settlement.key());
    var bucket = buckets.find(hash, limit, settlement.key());
    while (bucket != null && bucket.limit.equals(limit) && !bucket.tryRefund(settlement, now)) {
      bucket = buckets.findLive(hash, limit, settlement.key());
    }
  }

  @Override
  public CompletionStage<Void> settleAsync(List<Settlement> settlements) {
    settle(settlements);
    return CompletableFuture.completedFuture(null);
  }

  /** Puts a bucket in place of what there is, as it was {@code ageNanos} ago. */
  void seed(Limit limit, String key, long taken, long ageNanos) {
    long now = now();
    int hash = BucketTable.hash(limit, key);
    buckets.put(Bucket.charged(hash, limit, key, now - ageNanos, taken), now);
  }

  /** Returns how many buckets are held at most. */
  int maxKeys() {
    return maxKeys;
  }

  /** Returns how many buckets are held now. */
  public int size() {
    return buckets.size();
  }

  private long sweptNow() {
    long now = now();
    buckets.sweep(now);
    return now;
  }
}
