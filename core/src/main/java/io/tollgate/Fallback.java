package io.tollgate;

import java.util.ArrayList;
import java.util.List;

/** The failure mode at work: decides calls, and settles them, in place of a backend that fails. */
final class Fallback {

  private final FailureMode mode;
  private final LocalBackend local;
  private final Memory memory;
  private final Ticker ticker;
  private volatile Shares shares = Shares.WHOLE;

  Fallback(FailureMode mode, LocalBackend local, Memory memory, Ticker ticker) {
    this.mode = mode;
    this.local = local;
    this.memory = memory;
    this.ticker = ticker;
  }

  FailureMode mode() {
    return mode;
  }

  /** Has this host decide by its part of every limit, of which {@code hosts} have one each. */
  void shareAmong(int hosts) {
    shares = shares.among(hosts);
  }

  Decision decide(List<Claim> claims) {
    return switch (mode) {
      case LOCAL -> {
        var part = shares;
        memory.handOver(claims, part, local, ticker.read());
        yield marked(claims, local.decide(claims.stream().map(part::of).toList()).each());
      }
      case ALLOW -> marked(claims, claims.stream().map(Fallback::unknown).toList());
      case DENY -> Decision.of(claims.stream().map(Decision::unavailable).toList());
    };
  }

  /** Marks answers, so that they are settled where they were given. */
  private static Decision marked(List<Claim> claims, List<Decision> each) {
    var answers = new ArrayList<Decision>(claims.size());
    for (int i = 0; i < claims.size(); i++) {
      answers.add(new FallbackDecision(claims.get(i), each.get(i)));
    }
    return Decision.of(answers);
  }

  private static Decision unknown(Claim claim) {
    return Decision.allowed(claim, claim.limit().maxCost(), /* resetNanos= */ 0);
  }

  /**
   * Settles what was decided here, and what the backend has decided before it failed: the buckets
   * here go on from there.
   *
   * @param answers to the claims that the settlements are of, in the same order
   */
  void settle(List<Settlement> settlements, List<Decision> answers) {
    if (mode != FailureMode.LOCAL) {
      return;
    }
    var part = shares;
    var claims = new ArrayList<Claim>(settlements.size());
    var ofParts = new ArrayList<Settlement>(settlements.size());
    for (int i = 0; i < settlements.size(); i++) {
      var settlement = settlements.get(i);
      claims.add(new Claim(settlement.limit(), settlement.key(), /* cost= */ 0));
      ofParts.add(
          answers.get(i) instanceof FallbackDecision answer
              ? answer.settledHere(settlement)
              : part.of(settlement));
    }
    memory.handOver(claims, part, local, ticker.read());
    local.settle(ofParts);
  }

  /** Gives back the leases of these that were given out here. */
  void release(List<Lease> leases) {
    local.release(leases);
  }
}
