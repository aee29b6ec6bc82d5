package io.tollgate.testkit;

import static io.tollgate.Algorithm.FIXED_WINDOW;
import static io.tollgate.Algorithm.SLIDING_LOG;
import static io.tollgate.Algorithm.SLIDING_WINDOW;
import static io.tollgate.Algorithm.TOKEN_BUCKET;
import static io.tollgate.testkit.Replay.admitted;
import static io.tollgate.testkit.Replay.differences;
import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.Algorithm;
import io.tollgate.Limit;
import io.tollgate.algorithm.SlidingWindow;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Recorded calls, decided again on virtual time; {@code docs/accuracy.md} has the figures. */
final class TraceReplayTest {

  /** A trace, and a limit for each of its keys. */
  enum Replayed {
    NASA_10_PER_10S(Trace::nasa, 10, 10),
    NASA_20_PER_60S(Trace::nasa, 20, 60),
    AZURE_60_PER_10S(Trace::azure, 60, 10),
    AZURE_300_PER_60S(Trace::azure, 300, 60),
    AZURE_60000_TOKENS_PER_10S(Trace::azureByTokens, 60_000, 10);

    // The suppliers are methods that read a file, and have no state.
    @SuppressWarnings("ImmutableEnumChecker")
    private final Supplier<Trace> reading;

    private final long tokens;
    private final Duration period;

    Replayed(Supplier<Trace> reading, long tokens, long seconds) {
      this.reading = reading;
      this.tokens = tokens;
      this.period = Duration.ofSeconds(seconds);
    }

    Trace trace() {
      return reading.get();
    }

    Limit limit(Algorithm algorithm) {
      return Limit.of(tokens).per(period).algorithm(algorithm);
    }

    String decidedExactly(Trace trace) {
      return ExactLog.decided(trace, tokens, period.toNanos());
    }

    /** The calls whose own count, without regard to what became of others, is estimated wrongly. */
    long wrongEstimates(Trace trace) {
      var exact = ExactLog.estimated(trace, tokens, period.toNanos());
      var estimated = Replay.estimated(trace, new SlidingWindow(tokens, period.toNanos()));
      return differences(trace, exact, estimated).size();
    }
  }

  @ParameterizedTest
  @EnumSource
  void decide_slidingLog_admitsExactlyWhatTheExactLogAdmits(Replayed replayed) {
    var trace = replayed.trace();
    var decided = Replay.decided(trace, replayed.limit(SLIDING_LOG));

    assertThat(differences(trace, replayed.decidedExactly(trace), decided)).isEmpty();
    assertThat(decided).contains("A", "R");
  }

  @ParameterizedTest
  @EnumSource
  void decide_tokenBucket_admitsUnlessAStretchWouldHaveMoreThanBurstAndRate(Replayed replayed) {
    var trace = replayed.trace();
    var decided = Replay.decided(trace, replayed.limit(TOKEN_BUCKET));

    var promised = new HashMap<String, Stretches>();
    var expected = new StringBuilder();
    for (int i = 0; i < decided.length(); i++) {
      var call = trace.calls().get(i);
      var stretches = promised.computeIfAbsent(call.key(), key -> stretches(replayed));
      expected.append(stretches.haveRoomFor(call) ? 'A' : 'R');
      // By what was decided, not by what was expected: each decision is judged on what was so.
      if (decided.charAt(i) == 'A') {
        stretches.admit(call);
      }
    }
    assertThat(differences(trace, expected.toString(), decided)).isEmpty();
  }

  private static Stretches stretches(Replayed replayed) {
    return new Stretches(replayed.tokens, replayed.period.toNanos(), /* burst= */ replayed.tokens);
  }

  @ParameterizedTest
  @EnumSource
  void decide_fixedWindow_admitsUpToTheLimitInEachWindowOfTheClock(Replayed replayed) {
    var trace = replayed.trace();
    var decided = Replay.decided(trace, replayed.limit(FIXED_WINDOW));

    record Window(String key, long number) {}
    var taken = new HashMap<Window, Long>();
    var expected = new StringBuilder();
    for (var call : trace.calls()) {
      var window = new Window(call.key(), call.nanos() / replayed.period.toNanos());
      boolean fits = taken.getOrDefault(window, 0L) + call.cost() <= replayed.tokens;
      taken.merge(window, fits ? call.cost() : 0, Long::sum);
      expected.append(fits ? 'A' : 'R');
    }
    assertThat(differences(trace, expected.toString(), decided)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"NASA_10_PER_10S, 0.15", "NASA_20_PER_60S, 0.05"})
  void estimate_slidingWindowOfAWebLog_isRarelyWrong(Replayed replayed, double percent) {
    var trace = replayed.trace();

    assertThat(100.0 * replayed.wrongEstimates(trace) / trace.calls().size())
        .isPositive()
        .isLessThanOrEqualTo(percent);
  }

  @ParameterizedTest
  @EnumSource
  void figures_ofEachReplay_areThePublishedOnes(Replayed replayed) throws IOException {
    var row = publishedRow(replayed);
    System.out.println(row);

    var page = Surroundings.find("docs/accuracy.md").orElseThrow();
    assertThat(Files.readAllLines(page)).contains(row);
  }

  private static String publishedRow(Replayed replayed) {
    var trace = replayed.trace();
    var exact = replayed.decidedExactly(trace);
    var row = new StringBuilder("|");
    cell(row, "%s, %,d per %d s", trace.name(), replayed.tokens, replayed.period.toSeconds());
    cell(row, "%,d", trace.calls().size());
    cell(row, "%,d", admitted(exact));
    for (var algorithm : new Algorithm[] {SLIDING_WINDOW, FIXED_WINDOW, TOKEN_BUCKET}) {
      var decided = Replay.decided(trace, replayed.limit(algorithm));
      var others = differences(trace, exact, decided).size();
      cell(row, "%,d (%s)", admitted(decided), percent(others, trace));
    }
    cell(row, "%s", percent(replayed.wrongEstimates(trace), trace));
    return row.toString();
  }

  private static void cell(StringBuilder row, String format, Object... arguments) {
    row.append(' ').append(String.format(Locale.ROOT, format, arguments)).append(" |");
  }

  private static String percent(long part, Trace trace) {
    return String.format(Locale.ROOT, "%.3f %%", 100.0 * part / trace.calls().size());
  }
}
