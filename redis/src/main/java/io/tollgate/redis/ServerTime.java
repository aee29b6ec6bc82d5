package io.tollgate.redis;

import java.time.Duration;
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
        public Duration now() {
          return Duration.ofNanos(System.nanoTime());
        }
      };

  /** Returns the microseconds since 1970 that scripts are told, unless they ask Redis. */
  OptionalLong micros();

  /** Returns a time that runs as fast as that of the scripts, from any origin. */
  Duration now();

  /** Returns the time of a source. */
  static ServerTime of(InstantSource source) {
    return new ServerTime() {
      @Override
      public OptionalLong micros() {
        return OptionalLong.of(ChronoUnit.MICROS.between(Instant.EPOCH, source.instant()));
      }

      @Override
      public Duration now() {
        return Duration.between(Instant.EPOCH, source.instant());
      }
    };
  }
}
