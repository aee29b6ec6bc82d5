package io.tollgate.http;

import io.tollgate.Algorithm;
import io.tollgate.Claim;
import io.tollgate.Decision;
import io.tollgate.Limiter;
import io.tollgate.Settings;
import io.tollgate.Ticker;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Where calls wait for their turn: first come, first served at each bucket. */
final class WaitingRoom {

  /*
   * Two kinds of calls wait. One has been admitted by a leaky bucket, which has told it when to go
   * on: only time has to pass. The other has been refused by a limit whose callers may wait: it
   * stands in the queue of that bucket, and the head of the queue asks again when it was told to.
   *
   * Whoever comes while somebody waits goes behind him without asking, even if there is a token by
   * then. A call that may wait at several buckets stands in the queues of all of them, and asks when
   * it is the head of each. It joins them in one step, so the one who came first of all is the head
   * of all its queues: somebody can always go on. Only a call that can never be admitted stands in
   * nobody's way: it is told so at once.
   *
   * Nobody holds the lock while the limiter is asked or a call is told to go on. So the answer may
   * come for a call that has left in the meantime; then what it took is given back.
   */

  /** A bucket is known by its limit's name and its key. */
  private record Bucket(String limit, String key) {

    static Bucket of(Claim claim) {
      return new Bucket(claim.limit().name(), claim.key());
    }
  }

  /** Those who wait at one bucket; the first is the next. */
  static final class Queue {
    private final Bucket bucket;
    private final Set<Waiter> waiters = new LinkedHashSet<>();
    private final Forecast forecast;

    private Queue(Bucket bucket, Forecast forecast) {
      this.bucket = bucket;
      this.forecast = forecast;
    }
  }

  private final Supplier<Limiter> limiter;
  private final Ticker ticker;
  private final Scheduler scheduler;
  private final long maxWaiting;
  private final long maxPerBucket;

  // Not synchronized: a virtual thread that waits for the lock must not hold its carrier.
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<Bucket, Queue> queues = new HashMap<>();
  private long waiting;

  WaitingRoom(Settings settings, Supplier<Limiter> limiter, Ticker ticker, Scheduler scheduler) {
    this.limiter = limiter;
    this.ticker = ticker;
    this.scheduler = scheduler;
    this.maxWaiting = settings.get(HttpSettings.MAX_WAITING);
    this.maxPerBucket = settings.get(HttpSettings.MAX_WAITING_PER_BUCKET);
  }

  /** Returns how many calls wait. */
  long waiting() {
    lock.lock();
    try {
      return waiting;
    } finally {
      lock.unlock();
    }
  }

  /** Asks for a call; its answer is there at once, or when its turn has come or cannot come. */
  void enter(Waiter waiter) {
    var waitedFor = waiter.waitedFor();
    if (!isBehindOthers(waiter, waitedFor)) {
      var decision = limiter.get().decide(waiter.claims());
      if (decision.allowed() || !tryJoin(waiter, waitedFor, decision)) {
        answer(waiter, decision);
      }
    }
  }

  /** Puts a call behind those who wait, or refuses it there; tells whether somebody waits. */
  private boolean isBehindOthers(Waiter waiter, List<Claim> waitedFor) {
    if (waitedFor.isEmpty() || neverFits(waiter)) {
      return false;
    }
    Decision refusal;
    lock.lock();
    try {
      long now = ticker.read();
      long wait = -1;
      Claim longest = waitedFor.get(0);
      for (var claim : waitedFor) {
        var queue = queues.get(Bucket.of(claim));
        long ofThis = queue == null ? -1 : queue.forecast.next(claim, now) - now;
        if (ofThis > wait) {
          wait = ofThis;
          longest = claim;
        }
      }
      if (wait < 0) {
        return false;
      }
      if (wait <= waiter.maxWaitNanos() && hasRoom(waitedFor)) {
        join(waiter, waitedFor, now, now + wait);
        return true;
      }
      refusal = refusal(longest, wait);
    } finally {
      lock.unlock();
    }
    waiter.answer().complete(refusal);
    return true;
  }

  private static boolean neverFits(Waiter waiter) {
    for (var claim : waiter.claims()) {
      if (claim.cost() > claim.limit().maxCost()) {
        return true;
      }
    }
    return false;
  }

  /** Lets a call wait that was refused, if it may and there is room. */
  private boolean tryJoin(Waiter waiter, List<Claim> waitedFor, Decision refusal) {
    if (waitedFor.isEmpty() || !waiter.mayWait(refusal)) {
      return false;
    }
    long wait = refusal.retryAfter().orElseThrow().toNanos();
    lock.lock();
    try {
      if (wait > waiter.maxWaitNanos() || !hasRoom(waitedFor)) {
        return false;
      }
      long now = ticker.read();
      join(waiter, waitedFor, now, now + wait);
      return true;
    } finally {
      lock.unlock();
    }
  }

  private boolean hasRoom(List<Claim> waitedFor) {
    return waiting < maxWaiting
        && waitedFor.stream()
            .map(claim -> queues.get(Bucket.of(claim)))
            .allMatch(queue -> (queue == null ? 0 : queue.waiters.size()) < maxPerBucket);
  }

  private void join(Waiter waiter, List<Claim> waitedFor, long now, long at) {
    waiting++;
    waiter.isWaiting = true;
    waiter.deadline = now + waiter.maxWaitNanos();
    waiter.expectedAt = at;
    for (var claim : waitedFor) {
      var bucket = Bucket.of(claim);
      var queue = queues.get(bucket);
      if (queue == null) {
        queue = new Queue(bucket, new Forecast(claim, at));
        queues.put(bucket, queue);
      } else {
        long expected = queue.forecast.join(claim, now);
        waiter.expectedAt = expected - waiter.expectedAt > 0 ? expected : waiter.expectedAt;
      }
      queue.waiters.add(waiter);
      waiter.queues.add(queue);
    }
    waiter.cancelDeadline = scheduler.schedule(() -> giveUp(waiter), waiter.maxWaitNanos());
    if (isFirst(waiter)) {
      askAfter(waiter, at - now);
    }
  }

  private static boolean isFirst(Waiter waiter) {
    return waiter.queues.stream().allMatch(queue -> queue.waiters.iterator().next() == waiter);
  }

  private void askAfter(Waiter waiter, long nanos) {
    waiter.cancelNext = scheduler.schedule(() -> ask(waiter), Math.max(nanos, 0));
  }

  private void ask(Waiter waiter) {
    var unused =
        limiter
            .get()
            .decideAsync(waiter.claims())
            .thenAccept(decision -> decided(waiter, decision));
  }

  private void decided(Waiter waiter, Decision decision) {
    boolean left;
    lock.lock();
    try {
      left = !waiter.isWaiting;
      if (!left && mayAskAgain(waiter, decision)) {
        return;
      }
      if (!left) {
        if (!decision.allowed()) {
          forget(waiter);
        }
        waiter.admittedAt = ticker.read();
        stepOut(waiter);
      }
    } finally {
      lock.unlock();
    }
    if (!left) {
      answer(waiter, decision);
    } else if (decision.allowed()) {
      giveBack(waiter, decision);
    }
  }

  /** Somebody else was faster, perhaps on another host: the head goes on waiting while it may. */
  private boolean mayAskAgain(Waiter waiter, Decision decision) {
    if (decision.allowed() || !waiter.mayWait(decision)) {
      return false;
    }
    long now = ticker.read();
    long wait = decision.retryAfter().orElseThrow().toNanos();
    if (wait > waiter.deadline - now) {
      return false;
    }
    long late = now + wait - waiter.expectedAt;
    if (late > 0) {
      waiter.expectedAt += late;
      waiter.queues.forEach(queue -> queue.forecast.delay(late));
    }
    askAfter(waiter, wait);
    return true;
  }

  /** Takes a call out of its queues, and has those ask who are first then. */
  private void stepOut(Waiter waiter) {
    waiting--;
    waiter.isWaiting = false;
    cancel(waiter.cancelNext);
    cancel(waiter.cancelDeadline);
    var next = new LinkedHashSet<Waiter>();
    // Several claims of one call may be for the same bucket.
    for (var queue : new LinkedHashSet<>(waiter.queues)) {
      boolean wasFirst = queue.waiters.iterator().next() == waiter;
      queue.waiters.remove(waiter);
      if (queue.waiters.isEmpty()) {
        queues.remove(queue.bucket);
      } else if (wasFirst) {
        next.add(queue.waiters.iterator().next());
      }
    }
    waiter.queues.clear();
    for (var first : next) {
      if (isFirst(first)) {
        // Later, and not from here: many may go on at once, and each would stand on the stack.
        askAfter(first, /* nanos= */ 0);
      }
    }
  }

  private static void cancel(@Nullable Runnable scheduled) {
    if (scheduled != null) {
      scheduled.run();
    }
  }

  /** Refuses a call whose time is over; the head of a queue is asking, and hears it there. */
  private void giveUp(Waiter waiter) {
    Decision refusal;
    lock.lock();
    try {
      if (!waiter.isWaiting || isFirst(waiter)) {
        return;
      }
      refusal = refusal(waiter.waitedFor().get(0), waiter.expectedAt - ticker.read());
      forget(waiter);
      stepOut(waiter);
    } finally {
      lock.unlock();
    }
    waiter.answer().complete(refusal);
  }

  /** Those behind one who goes without a token have their turn earlier. */
  private static void forget(Waiter waiter) {
    var claims = waiter.waitedFor();
    for (int i = 0; i < claims.size(); i++) {
      waiter.queues.get(i).forecast.leave(claims.get(i));
    }
  }

  /** Tells a call the answer: now, or when a leaky bucket says so. */
  private void answer(Waiter waiter, Decision decision) {
    long delay = decision.allowed() ? decision.delay().toNanos() : 0;
    if (delay == 0) {
      waiter.answer().complete(decision);
      return;
    }
    boolean hasRoom;
    lock.lock();
    try {
      hasRoom = waiting < maxWaiting;
      if (hasRoom) {
        waiting++;
        waiter.isWaiting = true;
        waiter.admitted = decision;
        waiter.admittedAt = ticker.read();
        waiter.cancelNext = scheduler.schedule(() -> goOn(waiter), delay);
      }
    } finally {
      lock.unlock();
    }
    if (!hasRoom) {
      giveBack(waiter, decision);
      waiter.answer().complete(refusal(waiter.claims().get(0), delay));
    }
  }

  /** Lets a call go on that a leaky bucket has admitted. */
  private void goOn(Waiter waiter) {
    Decision admitted;
    lock.lock();
    try {
      admitted = waiter.admitted;
      if (!waiter.isWaiting || admitted == null) {
        return;
      }
      waiting--;
      waiter.isWaiting = false;
      cancel(waiter.cancelNext);
    } finally {
      lock.unlock();
    }
    waiter.answer().complete(admitted);
  }

  /**
   * Takes out a call that nobody wants answered any more; it has its answer then.
   *
   * <p>One that was admitted keeps what it took; one that was not is refused.
   */
  void abandon(Waiter waiter) {
    goOn(waiter);
    Decision refusal;
    lock.lock();
    try {
      if (!waiter.isWaiting) {
        return;
      }
      refusal = refusal(waiter.waitedFor().get(0), waiter.expectedAt - ticker.read());
      forget(waiter);
      stepOut(waiter);
    } finally {
      lock.unlock();
    }
    waiter.answer().complete(refusal);
  }

  /** Takes out a call that has ended, and has what it was admitted with given back. */
  void leave(Waiter waiter) {
    abandon(waiter);
    var unused =
        waiter
            .answer()
            .thenAccept(
                decision -> {
                  if (decision.allowed()) {
                    giveBackUnused(waiter, decision);
                  }
                });
  }

  /**
   * But for turns of leaky buckets: those behind have theirs, and whoever came into one that is
   * given back would go on together with the last of them.
   */
  private void giveBackUnused(Waiter waiter, Decision decision) {
    var elapsed = Duration.ofNanos(ticker.read() - waiter.admittedAt);
    for (int i = 0; i < waiter.claims().size(); i++) {
      var claim = waiter.claims().get(i);
      if (claim.limit().algorithm() != Algorithm.LEAKY_BUCKET) {
        limiter.get().settle(List.of(claim), decision.each().get(i), /* actual= */ 0, elapsed);
      }
    }
    limiter.get().release(decision);
  }

  private void giveBack(Waiter waiter, Decision decision) {
    limiter.get().settle(waiter.claims(), decision, /* actual= */ 0, Duration.ZERO);
    limiter.get().release(decision);
  }

  /** Whoever comes back after this wait finds those gone who are before him now. */
  private static Decision refusal(Claim claim, long waitNanos) {
    long wait = Math.max(waitNanos, 1);
    return Decision.refused(claim, /* remaining= */ 0, /* resetNanos= */ wait, wait);
  }
}
