package io.tollgate.testkit;

import io.tollgate.Algorithm;
import io.tollgate.Claim;
import io.tollgate.Decision;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Backends that are wrong when a call makes several claims. */
final class WrongClaims {

  private WrongClaims() {}

  /** Claims are taken one after the other, and nothing is given back. */
  static final class ForgetsToRollBack extends WrongBackend {
    ForgetsToRollBack(ManualTicker time) {
      super(time);
    }

    @Override
    Decision decide(List<Claim> claims) {
      var each = new ArrayList<Decision>();
      for (var claim : claims) {
        each.add(right.decide(List.of(claim)));
      }
      return Decision.of(each);
    }
  }

  /** Leases are not given back when another claim is refused. */
  static final class HoldsLeasesOfRefusedCalls extends WrongBackend {
    HoldsLeasesOfRefusedCalls(ManualTicker time) {
      super(time);
    }

    @Override
    Decision decide(List<Claim> claims) {
      var decision = right.decide(claims);
      for (int i = 0; i < claims.size(); i++) {
        boolean calls = claims.get(i).limit().algorithm() == Algorithm.CONCURRENCY;
        if (!decision.allowed() && calls && decision.each().get(i).allowed()) {
          right.decide(List.of(claims.get(i)));
        }
      }
      return decision;
    }
  }

  /** Nothing is said of the claims behind the first that is refused. */
  static final class StopsAtTheFirstRefusal extends WrongBackend {
    StopsAtTheFirstRefusal(ManualTicker time) {
      super(time);
    }

    @Override
    Decision decide(List<Claim> claims) {
      var decision = right.decide(claims);
      for (int i = 0; i < claims.size(); i++) {
        if (!decision.each().get(i).allowed()) {
          return Decision.of(decision.each().subList(0, i + 1));
        }
      }
      return decision;
    }
  }

  /** The last claim is answered first. */
  static final class AnswersBackwards extends WrongBackend {
    AnswersBackwards(ManualTicker time) {
      super(time);
    }

    @Override
    Decision decide(List<Claim> claims) {
      var each = new ArrayList<>(right.decide(claims).each());
      Collections.reverse(each);
      return Decision.of(each);
    }
  }

  /** A call that is refused is told what would be left had it been allowed. */
  static final class TellsWhatWouldBeLeft extends WrongBackend {
    TellsWhatWouldBeLeft(ManualTicker time) {
      super(time);
    }

    @Override
    Decision decide(List<Claim> claims) {
      var decision = right.decide(claims);
      return restated(
          claims,
          decision,
          answer ->
              decision.allowed() || answer.outcome() != Decision.Outcome.ALLOWED
                  ? answer.toDecision()
                  : answer.withRemaining(answer.remaining() - answer.claim().cost()).toDecision());
    }
  }

  /** A log that counts refused calls counts those that others refuse, too. */
  static final class CountsWhatOthersRefuse extends WrongBackend {
    CountsWhatOthersRefuse(ManualTicker time) {
      super(time);
    }

    @Override
    Decision decide(List<Claim> claims) {
      var decision = right.decide(claims);
      for (int i = 0; i < claims.size(); i++) {
        boolean counts = claims.get(i).limit().countsRefused();
        if (!decision.allowed() && counts && decision.each().get(i).allowed()) {
          right.decide(List.of(claims.get(i)));
        }
      }
      return decision;
    }
  }
}
