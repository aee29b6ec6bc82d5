package io.tollgate.redis;

import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.OptionalLong;

/** The time that scripts live by: Redis's own, except in tests. */
interface ServerTime {

  /** Redis's own time, on which all hosts agree, however wrong their clocks are. */
  ServerTime OF_REDIS =
      new ServerTime() {
        @Override
        public OptionalLong micros() {
          return OptionalLong.empty();
        }

        @Override
        public long nanos() {
          return System.nanoTime();
        }
      };

  /** Returns the microseconds since 1970 that scripts are told, unless they ask Redis. */
  OptionalLong micros();

  /** Returns nanoseconds that pass as those of the scripts do, from any origin; they may wrap. */
  long nanos();

  /** Returns the time of a source. */
  static ServerTime of(InstantSource source) {
    return new ServerTime() {
      @Override
      public OptionalLong micros() {
        return OptionalLong.of(ChronoUnit.MICROS.between(Instant.EPOCH, source.instant()));
      }

      @Override
      public long nanos() {
        var instant = source.instant();
        return instant.getEpochSecond() * 1_000_000_000L + instant.getNano();
      }
    };
  }
}
