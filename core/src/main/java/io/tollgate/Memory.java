package io.tollgate;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * What a remote backend said last about each bucket.
 *
 * <p>Serves two ends: a bucket known to be empty is not asked for before it has tokens again, and
 * this host's own buckets go on from there when the backend fails. What is forgotten costs a
 * question, never a wrong answer.
 */
final class Memory {

  /*
   * Every decision of a remote backend is looked for and written down here, so this has to cost
   * little beside a round trip. A cache that knows what was used lately takes as long as everything
   * else that a host does for a decision. So it is a table without any order: a bucket has a few
   * places, next to each other, and a word that finds them full replaces the one that matters least,
   * which is the one whose refusal is over first, or has been over for longest.
   *
   * Words are written without a lock. Two that are written for one bucket at the same time may both
   * stay for a while: each was true, and a refusal stays true until it ends.
   */

  /** How many places a bucket has, each of which may be a cache miss. */
  private static final int WAYS = 4;

  /** More than these are not remembered, so that the table itself takes a few megabytes at most. */
  private static final int MOST_WORDS = 1 << 20;

  /**
   * The last word about a bucket.
   *
   * @param taken how many tokens were missing then
   * @param refusedCost the cost that was refused, and all above it with it that can ever fit
   * @param refusedUntil when that cost fits again; not after {@code at} if none was refused
   */
  private record Word(
      Limit limit, String key, long at, long taken, long refusedCost, long refusedUntil) {

    boolean isOf(Limit limit, String key) {
      return this.key.equals(key) && this.limit.sharesBucketsWith(limit);
    }

    /** Threads read the clock before they come here, so {@code now} may lie before {@code at}. */
    boolean refuses(Claim claim, long now) {
      boolean refused = refusedUntil - at > 0;
      return refused
          && refusedUntil - now > 0
          && claim.cost() >= refusedCost
          && claim.cost() <= limit.maxCost()
          && limit.equals(claim.limit());
    }

    /** What comes back late is not all that was taken too much, so only what is more counts. */
    Word settled(long difference) {
      return difference < 0
          ? new Word(limit, key, at, taken, refusedCost, /* refusedUntil= */ at)
          : new Word(
              limit,
              key,
              at,
              taken + Math.min(difference, Math.max(0, limit.maxCost() - taken)),
              refusedCost,
              refusedUntil);
    }

    long remaining() {
      return Math.max(0, limit.maxCost() - taken);
    }
  }

  private final AtomicReferenceArray<@Nullable Word> words;

  Memory(int maxKeys) {
    int most = Math.max(WAYS, Math.min(maxKeys, MOST_WORDS));
    this.words = new AtomicReferenceArray<>(Integer.highestOneBit(2 * most - 1));
  }

  /** Returns the first of the places of a bucket. */
  private int place(Limit limit, String key) {
    return BucketTable.hash(limit, key) & (words.length() - 1) & -WAYS;
  }

  private @Nullable Word find(Claim claim) {
    int place = place(claim.limit(), claim.key());
    for (int i = place; i < place + WAYS; i++) {
      var word = words.get(i);
      if (word != null && word.isOf(claim.limit(), claim.key())) {
        return word;
      }
    }
    return null;
  }

  private void write(Word word) {
    int place = place(word.limit, word.key);
    int least = place;
    long leastUntil = Long.MAX_VALUE;
    for (int i = place; i < place + WAYS; i++) {
      var there = words.get(i);
      if (there == null || there.isOf(word.limit, word.key)) {
        words.setRelease(i, word);
        return;
      }
      long until = there.refusedUntil - word.at;
      if (until < leastUntil) {
        leastUntil = until;
        least = i;
      }
    }
    words.setRelease(least, word);
  }

  void remember(List<Claim> claims, Decision decision, long now) {
    for (int i = 0; i < claims.size(); i++) {
      var claim = claims.get(i);
      var answer = decision.each().get(i);
      // No limit refuses for longer than it takes to recover, whatever a backend says.
      long refusedFor =
          staysRefused(answer)
              ? Math.min(answer.retryAfterNanos(), claim.limit().maxWaitNanos())
              : 0;
      long taken = Math.max(0, claim.limit().maxCost() - answer.remaining());
      write(new Word(claim.limit(), claim.key(), now, taken, claim.cost(), now + refusedFor));
    }
  }

  /** Forgets refusals of buckets that may have tokens again, and counts what was taken more. */
  void settled(List<Settlement> settlements) {
    for (var settlement : settlements) {
      int place = place(settlement.limit(), settlement.key());
      for (int i = place; i < place + WAYS; i++) {
        words.getAndUpdate(
            i,
            word ->
                word != null && word.isOf(settlement.limit(), settlement.key())
                    ? word.settled(settlement.difference())
                    : word);
      }
    }
  }

  /** Leases may come back at any moment, and a refusal that counts must reach the backend. */
  private static boolean staysRefused(Decision answer) {
    return answer.outcome() == Decision.Outcome.REFUSED
        && answer.limit().algorithm() != Algorithm.CONCURRENCY
        && !answer.limit().countsRefused();
  }

  /** Returns the refusal of a call that is known to be refused still. */
  Optional<Decision> knownRefusal(List<Claim> claims, long now) {
    boolean refused = false;
    for (var claim : claims) {
      var word = find(claim);
      refused |= word != null && word.refuses(claim, now);
    }
    if (!refused) {
      return Optional.empty();
    }
    var each = new ArrayList<Decision>(claims.size());
    for (var claim : claims) {
      each.add(answer(claim, find(claim), now));
    }
    // What was known a moment ago may be forgotten by now; then the backend is asked.
    return Optional.of(Decision.of(each)).filter(decision -> !decision.allowed());
  }

  private static Decision answer(Claim claim, @Nullable Word word, long now) {
    if (word == null) {
      return Decision.allowed(claim, claim.limit().maxCost(), /* resetNanos= */ 0);
    }
    if (!word.refuses(claim, now)) {
      return Decision.allowed(claim, word.remaining(), /* resetNanos= */ 0);
    }
    long wait = word.refusedUntil - now;
    return Decision.refused(claim, word.remaining(), /* resetNanos= */ wait, wait);
  }

  private @Nullable Word newest(Claim claim) {
    Word newest = null;
    int place = place(claim.limit(), claim.key());
    for (int i = place; i < place + WAYS; i++) {
      var word = words.get(i);
      if (word != null
          && word.isOf(claim.limit(), claim.key())
          && (newest == null || word.at - newest.at > 0)) {
        newest = word;
      }
    }
    return newest;
  }

  /** Forgets all words about a bucket that are not newer than this one. */
  private void forget(Word newest) {
    int place = place(newest.limit, newest.key);
    for (int i = place; i < place + WAYS; i++) {
      var word = words.get(i);
      if (word != null && word.isOf(newest.limit, newest.key) && newest.at - word.at >= 0) {
        words.compareAndSet(i, word, null);
      }
    }
  }

  /**
   * Hands this host's part of what is known about these buckets over to its own, where it is newer
   * than what they have seen themselves.
   */
  void handOver(List<Claim> claims, Shares shares, LocalBackend local, long now) {
    for (var claim : claims) {
      if (find(claim) != null) {
        handOver(claim, shares, local, now);
      }
    }
  }

  /** Forgets what it hands over last, so that whoever finds nothing finds the bucket. */
  private synchronized void handOver(Claim claim, Shares shares, LocalBackend local, long now) {
    var word = newest(claim);
    if (word == null) {
      return; // Another was faster.
    }
    boolean leases = claim.limit().algorithm() == Algorithm.CONCURRENCY;
    if (!leases && word.limit.equals(claim.limit())) {
      local.seed(shares.of(claim.limit()), claim.key(), shares.ofTaken(word.taken), now - word.at);
    }
    forget(word);
  }
}
