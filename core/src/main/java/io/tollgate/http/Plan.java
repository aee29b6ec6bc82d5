package io.tollgate.http;

import io.tollgate.Phase;
import java.util.List;

/**
 * What a call of one endpoint is asked to pay: made when the application starts, and replaced as a
 * whole.
 */
final class Plan {

  /**
   * What is asked at one phase.
   *
   * @param enforced may refuse the call
   * @param shadowed only counts what it would refuse
   * @param mayWait whether a call may have to wait for its turn
   */
  record Stage(List<Charge> enforced, List<Charge> shadowed, boolean mayWait) {}

  private final Stage early;
  private final Stage late;

  Plan(List<Charge> charges, Mode mode) {
    this.early = stage(charges, Phase.BEFORE_AUTHENTICATION, mode);
    this.late = stage(charges, Phase.AFTER_AUTHENTICATION, mode);
  }

  private static Stage stage(List<Charge> charges, Phase phase, Mode mode) {
    var asked =
        charges.stream()
            .filter(charge -> mode != Mode.OFF && charge.declaration().phase() == phase)
            .toList();
    var enforced = asked.stream().filter(charge -> !isShadow(charge, mode)).toList();
    return new Stage(
        enforced,
        asked.stream().filter(charge -> isShadow(charge, mode)).toList(),
        enforced.stream().anyMatch(charge -> charge.isQueue() || charge.isWaitedFor()));
  }

  private static boolean isShadow(Charge charge, Mode mode) {
    return mode == Mode.SHADOW || charge.declaration().shadow();
  }

  Stage stage(Phase phase) {
    return phase == Phase.BEFORE_AUTHENTICATION ? early : late;
  }
}
