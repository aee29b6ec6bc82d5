package io.tollgate.http;

import io.tollgate.Ticker;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.slf4j.Logger;

/**
 * Logs how classes of the application fail that calls go through, whose failures must not become
 * the calls': each class at once, then now and then.
 */
public final class Failures {

  /*
   * Whoever calls such a class catches every Exception, because one that is checked need not be
   * declared by classes that were not written in Java, and of the errors AssertionError and
   * LinkageError, which say that something is wrong with that class. Others, such as those of the
   * virtual machine, are not for us to hide.
   */

  private final Ticker ticker;
  private final ConcurrentMap<String, Tally> tallies = new ConcurrentHashMap<>();

  Failures(Ticker ticker) {
    this.ticker = ticker;
  }

  /**
   * Tells of an exception, which itself is for debugging only: its message may quote what the
   * client sent.
   *
   * @param instead what becomes of the call
   */
  public void tell(Logger log, Class<?> type, Throwable thrown, String instead) {
    if (thrown instanceof InterruptedException) {
      Thread.currentThread().interrupt();
    }
    tell(log, type, "failed with " + thrown.getClass().getName(), instead);
    log.debug("{} failed", type.getName(), thrown);
  }

  /** Tells of an answer that makes no sense. */
  void tell(Logger log, Class<?> type, String what, String instead) {
    long now = ticker.read();
    var tally = tallies.computeIfAbsent(type.getName(), name -> new Tally(now));
    long failures = tally.add(now);
    if (failures > 0) {
      log.warn(
          "{} {}; {}; failures since the last line: {}", type.getName(), what, instead, failures);
    }
  }
}
