package io.tollgate;

import java.util.List;
import java.util.stream.Stream;

/** The answer to a call that made several claims. */
final class JointDecision extends Decision {

  private final List<Decision> each;
  private final Decision nearest;

  private JointDecision(List<Decision> each, Decision nearest) {
    super(nearest.outcome(), nearest.limit());
    this.each = each;
    this.nearest = nearest;
  }

  static JointDecision joining(List<Decision> each) {
    var nearest = each.get(0);
    for (int i = 1; i < each.size(); i++) {
      if (isNearer(each.get(i), nearest)) {
        nearest = each.get(i);
      }
    }
    return new JointDecision(List.copyOf(each), nearest);
  }

  /** Graver outcome first; then the longer wait, or fewer further calls of the same cost. */
  private static boolean isNearer(Decision one, Decision other) {
    int graver = one.outcome().compareTo(other.outcome());
    if (graver != 0) {
      return graver > 0;
    }
    return one.allowed()
        ? furtherCalls(one) < furtherCalls(other)
        : one.retryAfterNanos() > other.retryAfterNanos();
  }

  private static long furtherCalls(Decision decision) {
    long cost = decision.cost();
    return cost > 1 ? decision.remaining() / cost : decision.remaining();
  }

  @Override
  public long cost() {
    return nearest.cost();
  }

  @Override
  public long remaining() {
    return nearest.remaining();
  }

  @Override
  public List<Decision> each() {
    return each;
  }

  @Override
  public List<Lease> leases() {
    if (!allowed()) {
      return List.of();
    }
    var leases = List.<Lease>of();
    for (var one : each) {
      leases = joined(leases, one.leases());
    }
    return leases;
  }

  /** Mostly there are none, which is asked on the way of every call. */
  private static List<Lease> joined(List<Lease> some, List<Lease> more) {
    if (more.isEmpty()) {
      return some;
    }
    return some.isEmpty() ? more : Stream.concat(some.stream(), more.stream()).toList();
  }

  @Override
  long retryAfterNanos() {
    return nearest.retryAfterNanos();
  }

  @Override
  long nextTokenNanos() {
    return nearest.nextTokenNanos();
  }

  @Override
  long delayNanos() {
    return allowed() ? each.stream().mapToLong(Decision::delayNanos).max().orElse(0) : 0;
  }

  @Override
  long resetNanos() {
    return nearest.resetNanos();
  }
}
