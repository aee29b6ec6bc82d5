package io.tollgate.bench;

import io.tollgate.bench.Figures.Subject;
import io.tollgate.bench.HotBucketBenchmark.Path;
import io.tollgate.bench.Traffic.Population;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;

/** The figures as text, for the terminal and for {@code docs/benchmarks.md}. */
final class Page {

  static final String NOT_MEASURED = "–";

  private static final Section SECTION =
      new Section("<!-- figures: written by bench/run, not by hand -->", "<!-- end of figures -->");

  private final Figures figures;
  private final Map<Population, Map<KeyedPeer, BytesPerKey>> memory;
  private final StringBuilder text = new StringBuilder();

  private Page(Figures figures, Map<Population, Map<KeyedPeer, BytesPerKey>> memory) {
    this.figures = figures;
    this.memory = memory;
  }

  static String of(
      String circumstances, Figures figures, Map<Population, Map<KeyedPeer, BytesPerKey>> memory) {
    return new Page(figures, memory).write(circumstances);
  }

  /** Returns a page with other figures between its two marks. */
  static String replaceFigures(String page, String figures) {
    return SECTION.replace(page, figures);
  }

  private String write(String circumstances) {
    line(circumstances);
    targets();
    losses();
    for (var path : Path.values()) {
      hot(path);
    }
    for (var population : Population.values()) {
      keyed(population);
    }
    memory();
    return text.toString();
  }

  private void targets() {
    heading("Targets");
    row("wanted", "measured", "verdict");
    row("---", "---:", "---");
    for (var target : Target.judged(figures, memory)) {
      row(target.wanted(), target.measured(), target.verdict());
    }
  }

  /** Says wherever somebody was faster, target or not. */
  private void losses() {
    heading("Where Tollgate is slower");
    var losses = new ArrayList<String>();
    for (int threads : Target.THREADS) {
      for (var path : Path.values()) {
        for (var peer : HotPeer.values()) {
          if (peer.kind() != HotPeer.Kind.OURS) {
            loss("hot bucket, " + name(path), threads, peer.label(), hotRatio(peer, path, threads))
                .ifPresent(losses::add);
          }
        }
      }
      for (var population : Population.values()) {
        for (var peer : KeyedPeer.values()) {
          loss(population.label(), threads, peer.label(), keyedRatio(peer, population, threads))
              .ifPresent(losses::add);
        }
      }
    }
    line(losses.isEmpty() ? "Nowhere in this run." : String.join("\n", losses));
  }

  private static Optional<String> loss(
      String where, int threads, String peer, Optional<Spread> ratio) {
    return ratio
        .filter(spread -> spread.median() < 1)
        .map(
            spread ->
                "- "
                    + where
                    + ", "
                    + Target.threads(threads)
                    + ": "
                    + spread.text()
                    + " × "
                    + peer);
  }

  private void hot(Path path) {
    heading("One hot bucket, " + name(path));
    speedHeader();
    for (var peer : HotPeer.values()) {
      speeds(
          peer.label(),
          threads -> Subject.hot(peer, path, threads),
          threads -> hotRatio(peer, path, threads));
    }
    speeds("reading the clock, nothing else", Subject::clock, threads -> Optional.empty());
  }

  private Optional<Spread> hotRatio(HotPeer peer, Path path, int threads) {
    return figures.ratio(
        Subject.hot(HotPeer.TOLLGATE, path, threads), Subject.hot(peer, path, threads));
  }

  private void keyed(Population population) {
    if (figures.millionsPerSecond(Subject.keyed(KeyedPeer.TOLLGATE, population, 1)).isEmpty()) {
      return;
    }
    heading(population.label() + ", admitted");
    speedHeader();
    for (var peer : KeyedPeer.values()) {
      speeds(
          peer.label(),
          threads -> Subject.keyed(peer, population, threads),
          threads -> keyedRatio(peer, population, threads));
    }
    speeds(
        "building the key, nothing else",
        threads -> Subject.key(population, threads),
        threads -> Optional.empty());
  }

  private Optional<Spread> keyedRatio(KeyedPeer peer, Population population, int threads) {
    return figures.ratio(
        Subject.keyed(KeyedPeer.TOLLGATE, population, threads),
        Subject.keyed(peer, population, threads));
  }

  private void speedHeader() {
    row(
        "",
        "1 thread: million/s",
        "Tollgate ÷ it",
        "2 threads: million/s",
        "Tollgate ÷ it",
        "bytes allocated");
    row("---", "---:", "---:", "---:", "---:", "---:");
  }

  private void speeds(
      String label, IntFunction<Subject> subject, IntFunction<Optional<Spread>> ratio) {
    var cells = new ArrayList<String>(List.of(label));
    for (int threads : Target.THREADS) {
      var speed = figures.millionsPerSecond(subject.apply(threads));
      if (speed.isEmpty()) {
        return;
      }
      cells.add(speed.get().text());
      cells.add(ratio.apply(threads).map(Spread::text).orElse(""));
    }
    cells.add(
        figures
            .bytesPerCall(subject.apply(1))
            .map(bytes -> String.valueOf(Math.round(bytes.median())))
            .orElse(NOT_MEASURED));
    row(cells.toArray(new String[0]));
  }

  private void memory() {
    heading("Bytes per key");
    row("", "keys", "with the key", "without the key", "Tollgate ÷ it, with the key");
    row("---", "---:", "---:", "---:", "---:");
    memory.forEach(
        (population, bytes) ->
            bytes.forEach(
                (peer, perKey) ->
                    row(
                        peer.label(),
                        String.format(Locale.ROOT, "%,d", population.keys()),
                        Spread.number(perKey.withKey()),
                        Spread.number(perKey.withoutKey()),
                        Optional.ofNullable(bytes.get(KeyedPeer.TOLLGATE))
                            .map(ours -> Spread.number(ours.withKey() / perKey.withKey()))
                            .orElse(NOT_MEASURED))));
  }

  private static String name(Path path) {
    return path.name().toLowerCase(Locale.ROOT);
  }

  private void heading(String heading) {
    line("\n### " + heading + "\n");
  }

  private void row(String... cells) {
    line("| " + String.join(" | ", cells) + " |");
  }

  private void line(String line) {
    text.append(line).append('\n');
  }
}
