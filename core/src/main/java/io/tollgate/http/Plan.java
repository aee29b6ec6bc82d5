package io.tollgate.http;

import io.tollgate.Mode;
import io.tollgate.Phase;
import io.tollgate.rule.IndexedRule;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What a call is asked to pay: that of one endpoint, or of one endpoint when certain rules hold.
 * Never changes; when rules do, there is another one.
 */
final class Plan {

  /**
   * What rules say that let calls through or turn them away.
   *
   * @param denied counts calls that are turned away
   * @param wouldDeny counts calls that would be, if the rule were not in shadow mode
   * @param allowed counts calls that pay nothing
   */
  record Verdict(
      Optional<RuleCount> denied, Optional<RuleCount> wouldDeny, Optional<RuleCount> allowed) {

    static final Verdict NONE = new Verdict(Optional.empty(), Optional.empty(), Optional.empty());

    static Verdict of(List<IndexedRule> rules, Mode mode, RuleCounts counts) {
      return new Verdict(
          first(rules, one -> one.rule().deny() && !isShadow(one, mode), counts),
          first(rules, one -> one.rule().deny() && isShadow(one, mode), counts),
          first(rules, one -> one.rule().allow() && !isShadow(one, Mode.ENFORCE), counts));
    }

    private static Optional<RuleCount> first(
        List<IndexedRule> rules, Predicate<IndexedRule> which, RuleCounts counts) {
      return rules.stream().filter(which).findFirst().map(one -> counts.of(one.rule().name()));
    }

    private static boolean isShadow(IndexedRule one, Mode mode) {
      return one.rule().mode().orElse(mode) == Mode.SHADOW || mode == Mode.SHADOW;
    }
  }

  private final List<Charge> charges;
  private final Charges early;
  private final Charges late;
  private final Charges earlyShadowed;
  private final Charges lateShadowed;
  private final boolean isShadowed;
  private final boolean isDoneAtOnce;
  private final Verdict verdict;
  private final boolean hasVerdict;

  /** Makes the plan of an endpoint without any rule. */
  Plan(List<Charge> charges, Mode mode) {
    this(charges, Verdict.NONE, mode);
  }

  Plan(List<Charge> charges, Verdict verdict, Mode mode) {
    boolean free = verdict.denied().isPresent() || verdict.allowed().isPresent();
    this.charges = free ? List.of() : List.copyOf(charges);
    this.early = asked(Phase.BEFORE_AUTHENTICATION, /* shadow= */ false, mode);
    this.late = asked(Phase.AFTER_AUTHENTICATION, /* shadow= */ false, mode);
    this.earlyShadowed = asked(Phase.BEFORE_AUTHENTICATION, /* shadow= */ true, mode);
    this.lateShadowed = asked(Phase.AFTER_AUTHENTICATION, /* shadow= */ true, mode);
    this.isShadowed = !earlyShadowed.isEmpty() || !lateShadowed.isEmpty();
    this.verdict = verdict;
    this.hasVerdict = !verdict.equals(Verdict.NONE);
    this.isDoneAtOnce = !hasVerdict && !isShadowed && early.isEmpty() && late.areDoneAtOnce();
  }

  private Charges asked(Phase phase, boolean shadow, Mode mode) {
    return Charges.of(
        charges.stream()
            .filter(charge -> mode != Mode.OFF && charge.declaration().phase() == phase)
            .filter(charge -> isShadow(charge, mode) == shadow)
            .toList());
  }

  static boolean isShadow(Charge charge, Mode mode) {
    return mode == Mode.SHADOW || charge.declaration().shadow();
  }

  /** Returns what is asked at a phase and may refuse the call. */
  Charges enforced(Phase phase) {
    return phase == Phase.BEFORE_AUTHENTICATION ? early : late;
  }

  /** Tells whether anything is asked, at either phase, that only counts what it would refuse. */
  boolean isShadowed() {
    return isShadowed;
  }

  /** Returns what is asked at a phase and only counts what it would refuse. */
  Charges shadowed(Phase phase) {
    return phase == Phase.BEFORE_AUTHENTICATION ? earlyShadowed : lateShadowed;
  }

  /**
   * Tells whether there is one thing to be asked of a call, after its user is known, and nothing to
   * be remembered of it.
   */
  boolean isDoneAtOnce() {
    return isDoneAtOnce;
  }

  Verdict verdict() {
    return verdict;
  }

  /** Tells whether rules hold that let the call through or turn it away, or would. */
  boolean hasVerdict() {
    return hasVerdict;
  }

  /** Tells whether the call is turned away. */
  boolean isDenied() {
    return hasVerdict && verdict.denied().isPresent();
  }

  /** Returns what is asked at both phases. */
  List<Charge> charges() {
    return charges;
  }
}
