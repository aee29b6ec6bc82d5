package io.tollgate;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A rule for a path while it is being read, part by part. */
final class PathDraft {

  private @Nullable String path;
  private List<String> methods = List.of();
  private @Nullable LimitDraft limit;
  private @Nullable String bucket;
  private List<Key> keys = List.of();
  private List<String> by = List.of();
  private @Nullable Long cost;
  private boolean refundErrors;
  private boolean shadow;
  private OnLimit onLimit = OnLimit.REFUSE;
  private @Nullable Duration maxWait;
  private boolean unlimited;

  void path(String path) {
    this.path = path;
  }

  void methods(List<String> methods) {
    this.methods = methods;
  }

  void limit(LimitDraft limit) {
    this.limit = limit;
  }

  void bucket(String bucket) {
    this.bucket = bucket;
  }

  void keys(List<Key> keys) {
    this.keys = keys;
  }

  void by(List<String> by) {
    this.by = by;
  }

  void cost(long cost) {
    this.cost = cost;
  }

  void refundErrors(boolean refundErrors) {
    this.refundErrors = refundErrors;
  }

  void shadow(boolean shadow) {
    this.shadow = shadow;
  }

  void onLimit(OnLimit onLimit) {
    this.onLimit = onLimit;
  }

  void maxWait(Duration maxWait) {
    this.maxWait = maxWait;
  }

  void unlimited(boolean unlimited) {
    this.unlimited = unlimited;
  }

  /**
   * Returns the rule.
   *
   * @param place where it stands
   * @throws IllegalArgumentException if something is missing or contradicts
   */
  PathRule named(String name, String place) {
    if (path == null) {
      throw new IllegalArgumentException(
          "the rule has no path; add " + SettingNames.PATHS + "." + name + ".path");
    }
    boolean states = limit != null || bucket != null || cost != null;
    if (unlimited && states) {
      throw new IllegalArgumentException(
          "the rule is unlimited and states a limit; leave one of the two out");
    }
    if (onLimit == OnLimit.WAIT && maxWait == null) {
      throw new IllegalArgumentException(
          "nobody says how long calls may wait; add maxwait, for example 2s");
    }
    if (onLimit == OnLimit.REFUSE && maxWait != null) {
      throw new IllegalArgumentException("maxwait says nothing without onlimit; add onlimit: wait");
    }
    return new PathRule(
        name,
        place,
        path,
        methods,
        unlimited,
        limit == null ? Optional.empty() : Optional.of(limit.named(name)),
        Optional.ofNullable(bucket),
        keys,
        by,
        cost == null ? 1 : cost,
        refundErrors,
        shadow,
        Optional.ofNullable(maxWait));
  }
}
