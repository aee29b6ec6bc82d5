package io.tollgate.redis;

import io.tollgate.Setting;
import java.util.List;

/** What can be set about taking tokens in advance. */
final class LeaseSettings {

  /** How calls are decided. */
  enum Mode {
    /** By Redis, each of them. */
    EXACT,
    /** From tokens that were taken in advance, where there are any. */
    LEASED
  }

  static final Setting<Mode> MODE =
      Setting.choice(
              "tollgate.redis.mode",
              "Whether Redis decides every call, or hosts take tokens of busy buckets in advance.",
              Mode.class)
          .or(Mode.EXACT);

  static final Setting<Tolerance> TOLERANCE =
      Setting.text(
              "tollgate.redis.tolerance",
              "By how much of a burst all hosts together may exceed a limit in leased mode, `1%` to"
                  + " `50%`.")
          .as("percentage", Tolerance::parse, Tolerance::format)
          .or(new Tolerance(500));

  static final List<Setting<?>> ALL = List.of(MODE, TOLERANCE);

  private LeaseSettings() {}
}
