package io.tollgate.bench;

import io.tollgate.bench.KeyedPeer.Room;
import io.tollgate.bench.Traffic.Population;
import java.util.EnumMap;
import java.util.Map;
import org.openjdk.jmh.infra.Blackhole;
import org.openjdk.jol.info.GraphStats;

/**
 * What a key costs in memory: everything that can be reached from the limiter or cache, divided by
 * the number of keys.
 *
 * @param withKey with the text of the key, which everybody holds once
 * @param withoutKey without it
 */
record BytesPerKey(double withKey, double withoutKey) {

  static {
    // The usual way to find where a field lies is closed for records, of which a limit is made.
    System.setProperty("jol.magicFieldOffset", "true");
  }

  /** Measures every peer with as many keys as it may hold. */
  static Map<KeyedPeer, BytesPerKey> ofEach(Population population) {
    var measured = new EnumMap<KeyedPeer, BytesPerKey>(KeyedPeer.class);
    for (var peer : KeyedPeer.values()) {
      measured.put(peer, of(peer, population.keys()));
    }
    return measured;
  }

  static BytesPerKey of(KeyedPeer peer, int keys) {
    // Caches tidy up in the caller here: their usual pool leads to threads and class loaders.
    var buckets = peer.buckets(new Room(keys, Allowance.AMPLE_PER_KEY, Runnable::run));
    var blackhole = newBlackhole();
    for (int caller = 0; caller < keys; caller++) {
      buckets.tryTake(Traffic.key(caller), blackhole);
    }
    double bytes = GraphStats.parseInstance(buckets.holder()).totalSize() / (double) keys;
    return new BytesPerKey(bytes, bytes - GraphStats.parseInstance(Traffic.key(0)).totalSize());
  }

  /** Returns a blackhole outside of a benchmark, where nothing is timed. */
  static Blackhole newBlackhole() {
    return new Blackhole(
        "Today's password is swordfish. I understand instantiating Blackholes directly is"
            + " dangerous.");
  }
}
