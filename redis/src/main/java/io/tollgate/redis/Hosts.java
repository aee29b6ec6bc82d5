package io.tollgate.redis;

import io.lettuce.core.ScriptOutputType;
import io.tollgate.Ticker;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** How many hosts share the buckets: this one says that it is there, and hears how many are. */
final class Hosts {

  /*
   * Every host says every second that it is there. Redis drops who was not heard of for three.
   *
   * The tolerance of leased mode is divided among the hosts, so no host may take too large a part for
   * too long because it has not heard of another. After its last word a host
   *
   *      2 s   takes nothing more in advance
   *      3 s   spends nothing more of what it took (a stash lives for one second), and is dropped
   *
   * and a host that is new, or was away, takes nothing in advance for 3.5 s: by then all others have
   * heard of it, or hold nothing.
   *
   * Of the last numbers heard, the largest counts. A number that sinks is believed three seconds later:
   * Redis may have lost its memory, and the others will say that they are there in a moment.
   */

  private static final String LIFE_MILLIS = "3000";
  private static final long FRESH_NANOS = 2_000_000_000L;
  private static final long SETTLED_NANOS = 3_500_000_000L;

  /** More are not believed. */
  private static final int MOST_HOSTS = 1_000_000;

  /**
   * What was heard.
   *
   * @param askedAt just before the last word
   * @param since when words began to come without a gap
   */
  private record Heard(int hosts, int before, int beforeThat, long askedAt, long since) {

    int largest() {
      return Math.max(hosts, Math.max(before, beforeThat));
    }
  }

  private final byte[] id = bytes(UUID.randomUUID().toString());
  private final byte[] place;
  private final Ticker ticker;
  private volatile @Nullable Heard last;

  /**
   * Makes a host that has not said anything yet.
   *
   * @param prefix what the names of all keys begin with
   */
  Hosts(String prefix, Ticker ticker) {
    this.place = bytes(prefix + ":hosts");
    this.ticker = ticker;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Says that this host is there; to be called every second. */
  CompletionStage<?> announce(Session session) {
    long askedAt = ticker.read();
    // By another command than decisions, so that these can be counted.
    return session
        .commands()
        .<Long>eval(
            Scripts.HOSTS.text(),
            ScriptOutputType.INTEGER,
            new byte[][] {place},
            id,
            bytes(LIFE_MILLIS))
        .thenAccept(hosts -> hear(hosts, askedAt));
  }

  /** Takes note of a number; by one thread at a time. */
  void hear(long hosts, long askedAt) {
    int counted = (int) Math.max(1, Math.min(hosts, MOST_HOSTS));
    var before = last;
    if (before == null) {
      last = new Heard(counted, counted, counted, askedAt, askedAt);
    } else if (askedAt - before.askedAt > 0) {
      boolean gap = askedAt - before.askedAt > FRESH_NANOS;
      last = new Heard(counted, before.hosts, before.before, askedAt, gap ? askedAt : before.since);
    }
  }

  /** Returns the last number known; 1 if none is. */
  int known() {
    var heard = last;
    return heard == null ? 1 : heard.largest();
  }

  /** Returns among how many hosts tokens may be taken in advance; 0 while that is not sure. */
  int sharers(long now) {
    var heard = last;
    if (heard == null || now - heard.askedAt >= FRESH_NANOS) {
      return 0;
    }
    return now - heard.since >= SETTLED_NANOS ? heard.largest() : 0;
  }
}
