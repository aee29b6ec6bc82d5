package io.tollgate;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/** Leases of calls that are over which the backend could not take back, kept until it can. */
final class UnreturnedLeases {

  /*
   * A call may end while the backend does not answer, and an answer that comes too late may bring
   * leases when the connection is gone or hangs. They would end by themselves, but only after the
   * longest time that a call may take, and until then they hold places that nobody uses, on all hosts.
   * So they are given back when the backend has answered a call again: some with each call, so that
   * none has to do the work of all.
   *
   * What does not fit here, or cannot be given back for as long as it lasts, ends by itself. After
   * an attempt that failed there is a pause: a backend that decides and takes nothing back is not to
   * be asked twice on every call.
   */

  private static final int MOST = 10_000;
  private static final int MOST_AT_ONCE = 100;
  private static final long PAUSE_NANOS = 100_000_000L;

  /** A lease, and when it has ended by itself at the latest. */
  record Unreturned(Lease lease, long until) {}

  // This and the next two are guarded by this object.
  private final Queue<Unreturned> kept = new ArrayDeque<>();
  private boolean pauses;
  private long pauseUntil;

  /** Whether nothing is kept, as is usual, so that most calls take no lock. */
  private volatile boolean isEmpty = true;

  boolean isEmpty() {
    return isEmpty;
  }

  /** Keeps leases that were not given back until now. */
  synchronized void keep(List<Lease> leases, long now) {
    for (var lease : leases) {
      keep(new Unreturned(lease, now + lease.limit().period().toNanos()));
    }
  }

  /** Keeps leases that were {@linkplain #take taken} and could not be given back this time. */
  synchronized void keepAgain(List<Unreturned> leases, long now) {
    leases.forEach(this::keep);
    pauses = true;
    pauseUntil = now + PAUSE_NANOS;
  }

  private void keep(Unreturned lease) {
    if (kept.size() == MOST) {
      kept.remove(); // The oldest, which mostly ends first.
    }
    kept.add(lease);
    isEmpty = false;
  }

  /** Returns some that are to be given back now, and are no longer kept. */
  synchronized List<Unreturned> take(long now) {
    if (pauses && now - pauseUntil < 0) {
      return List.of();
    }
    pauses = false;
    return take(MOST_AT_ONCE, now);
  }

  /** Returns all that have not ended, for the last time. */
  synchronized List<Lease> takeAll(long now) {
    return take(MOST, now).stream().map(Unreturned::lease).toList();
  }

  private List<Unreturned> take(int most, long now) {
    var taken = new ArrayList<Unreturned>();
    while (taken.size() < most && !kept.isEmpty()) {
      var lease = kept.remove();
      if (now - lease.until < 0) {
        taken.add(lease);
      }
    }
    isEmpty = kept.isEmpty();
    return taken;
  }
}
