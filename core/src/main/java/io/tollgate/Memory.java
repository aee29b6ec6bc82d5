package io.tollgate;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a remote backend said last about each bucket.
 *
 * <p>Serves two ends: a bucket known to be empty is not asked for before it has tokens again, and
 * this host's own buckets go on from there when the backend fails. What is forgotten costs a
 * question, never a wrong answer, so a cache is the right place for it.
 */
final class Memory {

  private record Name(String limit, String key) {
    static Name of(Claim claim) {
      return new Name(claim.limit().name(), claim.key());
    }
  }

  /**
   * The last word about a bucket.
   *
   * @param taken how many tokens were missing then
   * @param refusedCost the cost that was refused, and all above it with it
   * @param refusedUntil when that cost fits again; not after {@code at} if none was refused
   */
  private record Word(Limit limit, long at, long taken, long refusedCost, long refusedUntil) {

    /** Threads read the clock before they come here, so {@code now} may lie before {@code at}. */
    boolean refuses(Claim claim, long now) {
      boolean refused = refusedUntil - at > 0;
      return refused
          && refusedUntil - now > 0
          && claim.cost() >= refusedCost
          && limit.equals(claim.limit());
    }

    /** What comes back late is not all that was taken too much, so only what is more counts. */
    Word settled(long difference) {
      return difference < 0
          ? new Word(limit, at, taken, refusedCost, /* refusedUntil= */ at)
          : new Word(
              limit,
              at,
              taken + Math.min(difference, Math.max(0, limit.maxCost() - taken)),
              refusedCost,
              refusedUntil);
    }

    long remaining() {
      return Math.max(0, limit.maxCost() - taken);
    }
  }

  private final Cache<Name, Word> words;

  Memory(long maxKeys) {
    // What the cache does now and then is short; to wake another thread for it costs more.
    this.words = Caffeine.newBuilder().executor(Runnable::run).maximumSize(maxKeys).build();
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
      words.put(
          Name.of(claim), new Word(claim.limit(), now, taken, claim.cost(), now + refusedFor));
    }
  }

  /** Forgets refusals of buckets that may have tokens again, and counts what was taken more. */
  void settled(List<Settlement> settlements) {
    for (var settlement : settlements) {
      words
          .asMap()
          .computeIfPresent(
              new Name(settlement.limit().name(), settlement.key()),
              (name, word) -> word.settled(settlement.difference()));
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
      var word = words.getIfPresent(Name.of(claim));
      refused |= word != null && word.refuses(claim, now);
    }
    if (!refused) {
      return Optional.empty();
    }
    var each = new ArrayList<Decision>(claims.size());
    for (var claim : claims) {
      each.add(answer(claim, words.getIfPresent(Name.of(claim)), now));
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

  /**
   * Hands this host's part of what is known about these buckets over to its own, where it is newer
   * than what they have seen themselves.
   */
  void handOver(List<Claim> claims, Shares shares, LocalBackend local, long now) {
    for (var claim : claims) {
      var word = words.asMap().remove(Name.of(claim));
      boolean leases = claim.limit().algorithm() == Algorithm.CONCURRENCY;
      if (word != null && !leases && word.limit.equals(claim.limit())) {
        local.seed(
            shares.of(claim.limit()), claim.key(), shares.ofTaken(word.taken), now - word.at);
      }
    }
  }
}
