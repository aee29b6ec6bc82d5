package io.tollgate;

import io.tollgate.LimiterListener.Source;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells all listeners, and the log what an operator should know; whatever a listener throws stays
 * here.
 */
final class Listeners {

  private static final Logger LOG = LoggerFactory.getLogger(Limiter.class);

  /** Limits come from annotations and settings, so there are few; this many are told of. */
  private static final int MOST_CAUSES_TOLD = 1_000;

  private final LimiterListener[] listeners;
  private final Set<String> causesTold = ConcurrentHashMap.newKeySet();

  Listeners(List<LimiterListener> listeners) {
    this.listeners = listeners.toArray(new LimiterListener[0]);
  }

  boolean isEmpty() {
    return listeners.length == 0;
  }

  Decision decided(List<Claim> claims, Decision decision, Source source) {
    if (!isEmpty()) {
      tell(listener -> listener.onDecision(claims, decision, source));
    }
    return decision;
  }

  void failed(Throwable cause) {
    LOG.debug("The backend did not decide", cause);
    tell(listener -> listener.onFailure(cause));
  }

  /** Says, once for each cause, that the backend can never decide calls like this one. */
  void cannotBeKept(Throwable cause, FailureMode mode) {
    var why = String.valueOf(cause.getMessage());
    if (causesTold.size() < MOST_CAUSES_TOLD && causesTold.add(why)) {
      LOG.warn("The backend cannot decide some calls, which are decided by {}: {}", mode, why);
    }
  }

  void breakerOpened(Throwable cause, FailureMode mode) {
    LOG.warn("The backend keeps failing; until it answers, calls are decided by {}", mode, cause);
    tell(listener -> listener.onBreaker(/* open= */ true));
  }

  void breakerClosed() {
    LOG.info("The backend answers again");
    tell(listener -> listener.onBreaker(/* open= */ false));
  }

  private void tell(Consumer<LimiterListener> news) {
    for (var listener : listeners) {
      try {
        news.accept(listener);
      } catch (RuntimeException e) {
        LOG.warn("{} failed; the decision stands", listener.getClass().getName(), e);
      }
    }
  }
}
