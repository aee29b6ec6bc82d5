package io.tollgate.http;

import io.tollgate.RuleReport;
import java.util.concurrent.atomic.LongAdder;

/** Counts what one rule did to calls. */
final class RuleCount {

  private final LongAdder allowed = new LongAdder();
  private final LongAdder refused = new LongAdder();
  private final LongAdder shadowed = new LongAdder();

  void allowed() {
    allowed.increment();
  }

  void refused() {
    refused.increment();
  }

  /** Counts a call that went on because the rule is in shadow mode. */
  void shadowed() {
    shadowed.increment();
  }

  RuleReport.Count sum() {
    return new RuleReport.Count(allowed.sum(), refused.sum(), shadowed.sum());
  }
}
