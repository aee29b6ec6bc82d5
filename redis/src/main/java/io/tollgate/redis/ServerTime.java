package io.tollgate.redis;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/** The time that scripts live by: Redis's own, except in tests. */
interface ServerTime {

  /** Redis's own time, on which all hosts agree, however wrong their clocks are. */
  ServerTime OF_REDIS =
      new ServerTime() {
        private final byte[] none = {};

        @Override
        public byte[] argument() {
          return none;
        }

        @Override
        public Duration now() {
          return Duration.ofNanos(System.nanoTime());
        }
      };

  /** Returns what is passed to a script: nothing, or the microseconds since 1970. */
  byte[] argument();

  /** Returns a time that runs as fast as that of the scripts, from any origin. */
  Duration now();

  /** Returns the time of a source. */
  static ServerTime of(InstantSource source) {
    return new ServerTime() {
      @Override
      public byte[] argument() {
        long micros = ChronoUnit.MICROS.between(Instant.EPOCH, source.instant());
        return Long.toString(micros).getBytes(StandardCharsets.US_ASCII);
      }

      @Override
      public Duration now() {
        return Duration.between(Instant.EPOCH, source.instant());
      }
    };
  }
}
