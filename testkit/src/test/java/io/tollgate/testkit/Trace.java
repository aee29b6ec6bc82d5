package io.tollgate.testkit;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/**
 * Calls that were recorded from a real service, in the order in which they came.
 *
 * @param calls at times that never go back
 */
record Trace(String name, List<Call> calls) {

  /**
   * One call.
   *
   * @param nanos since 1970
   */
  record Call(String key, long nanos, long cost) {}

  private static final long SECOND_NANOS = 1_000_000_000;

  /** A day of a web server in 1995; the key is the host that called. */
  static Trace nasa() {
    var lines = lines("nasa_19950801.tsv");
    var columns = List.of(lines.get(0).split("\t", -1));
    int host = columns.indexOf("host");
    int time = columns.indexOf("time");
    var seconds =
        lines.stream()
            .skip(1)
            .map(line -> line.split("\t", -1))
            .collect(groupingBy(row -> Long.parseLong(row[time]), TreeMap::new, toList()));

    // Stamps are whole seconds. The calls of one second are spread evenly over it, in their order.
    var calls = new ArrayList<Call>(lines.size());
    seconds.forEach(
        (second, rows) -> {
          for (int i = 0; i < rows.size(); i++) {
            // Rounded up: no call is moved to before its place.
            long part = -Math.floorDiv(-i * SECOND_NANOS, rows.size());
            calls.add(new Call(rows.get(i)[host], second * SECOND_NANOS + part, /* cost= */ 1));
          }
        });
    return new Trace("NASA", calls);
  }

  /** An hour of conversations with a language model in 2023; all calls have one key. */
  static Trace azure() {
    return new Trace("Azure", azureCalls(/* byTokens= */ false));
  }

  /** The same hour, where a call costs the tokens of its question and its answer. */
  static Trace azureByTokens() {
    return new Trace("Azure, by tokens", azureCalls(/* byTokens= */ true));
  }

  private static List<Call> azureCalls(boolean byTokens) {
    var stamp = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSSSSSS");
    return lines("azure_llm_conv.csv").stream()
        .skip(1)
        .map(line -> line.split(",", -1))
        .map(
            row -> {
              var at = LocalDateTime.parse(row[0], stamp).toInstant(ZoneOffset.UTC);
              long nanos = at.getEpochSecond() * SECOND_NANOS + at.getNano();
              long tokens = Long.parseLong(row[1]) + Long.parseLong(row[2]);
              return new Call("everybody", nanos, byTokens ? tokens : 1);
            })
        .toList();
  }

  private static List<String> lines(String file) {
    try {
      return Files.readAllLines(folder().resolve(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The traces lie beside the repository, so a clone of it may be without them. */
  private static Path folder() {
    var folder = Surroundings.find("shared/traces");
    if (folder.isEmpty()) {
      var message = "there is no folder ../shared/traces beside the repository to replay";
      Assertions.assertNotEquals("true", System.getenv("CI"), message);
      System.out.println("SKIPPED: " + message);
      Assumptions.abort(message);
    }
    return folder.orElseThrow();
  }
}
