package io.tollgate.http;

import io.tollgate.Explanation;
import io.tollgate.Question;
import io.tollgate.RuleHost;
import io.tollgate.RuleProblem;
import io.tollgate.RuleReport;
import io.tollgate.RuleSet;
import io.tollgate.RuleSource;
import io.tollgate.RulesException;
import io.tollgate.Settings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where the rules of an application come from: its settings, and sources on the class path. */
final class RuleFeeds implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger("io.tollgate");

  /** The layer of the settings, whatever source of settings they come from. */
  static final String FILE = "file";

  private final Gate gate;
  private final List<RuleSource> sources = new ArrayList<>();
  private final List<RuleSource.Running> running = new ArrayList<>();
  private final Map<String, RuleSet> brought = new LinkedHashMap<>();

  /** Knows the file as it is now; absent if there is none to be looked at. */
  private final @Nullable FileWatch watch;

  private Settings settings;
  private boolean closed;

  RuleFeeds(Settings settings, Gate gate) {
    this.settings = settings;
    this.gate = gate;
    for (var source : RuleSource.installed()) {
      if (source.isOn(settings)) {
        sources.add(source);
        brought.put(source.name(), RuleSet.EMPTY);
      }
    }
    this.watch =
        settings.get(Settings.RULES_WATCH)
            ? settings.file().map(file -> new FileWatch(file, this::reread)).orElse(null)
            : null;
  }

  /** Tells whether there are rules or may be some later. */
  boolean mayBring() {
    return watch != null || !sources.isEmpty() || !settings.rules().rules().isEmpty();
  }

  /** Returns the rules of all layers, the lowest first. */
  synchronized Map<String, RuleSet> layers() {
    return layers(settings, Map.of());
  }

  private Map<String, RuleSet> layers(Settings now, Map<String, RuleSet> changed) {
    var layers = new LinkedHashMap<String, RuleSet>();
    layers.put(FILE, now.rules());
    layers.putAll(brought);
    layers.putAll(changed);
    return layers;
  }

  /** Begins to listen. */
  void start() {
    for (var source : sources) {
      started(source.start(settings(), new Host(source.name())));
    }
    if (watch != null) {
      watch.start();
    }
  }

  private synchronized Settings settings() {
    return settings;
  }

  private void started(RuleSource.Running source) {
    if (!isKept(source)) {
      source.close();
    }
  }

  private synchronized boolean isKept(RuleSource.Running source) {
    return !closed && running.add(source);
  }

  /** Takes the settings anew, after the file has changed. */
  private synchronized void reread() {
    try {
      var again = settings.again();
      var planning = gate.replan(again, layers(again, Map.of()));
      if (planning.isRight()) {
        settings = again;
        LOG.info(
            "{} was taken anew: {}, mode {}",
            again.file().orElseThrow(),
            again.rules(),
            planning.mode());
      } else {
        throw new IllegalArgumentException(String.join("\n", lines(planning)));
      }
    } catch (IllegalArgumentException e) { // A SettingsException, or what was thrown above.
      notTaken(e);
    }
  }

  private void notTaken(IllegalArgumentException e) {
    LOG.error(
        "{} has changed and is not taken, so all stays as it was:\n{}",
        settings.file().orElseThrow(),
        e.getMessage());
  }

  private static List<String> lines(Planning planning) {
    var lines = new ArrayList<>(planning.mistakes());
    planning.problems().forEach(problem -> lines.add("tollgate." + problem));
    return lines;
  }

  private synchronized void take(String layer, RuleSet rules) {
    if (closed || rules.equals(brought.get(layer))) {
      return;
    }
    var planning = gate.replan(settings, layers(settings, Map.of(layer, rules)));
    if (!planning.isRight()) {
      var problems = new ArrayList<>(planning.problems());
      planning
          .mistakes()
          .forEach(mistake -> problems.add(new RuleProblem("", "", 0, 0, mistake, "")));
      throw new RulesException(layer, problems);
    }
    brought.put(layer, rules);
    LOG.info("Rules of layer {} were taken: {}", layer, rules);
  }

  /** This application, as one source sees it. */
  private final class Host implements RuleHost {

    private final String layer;

    Host(String layer) {
      this.layer = layer;
    }

    @Override
    public void take(RuleSet rules) {
      RuleFeeds.this.take(layer, rules);
    }

    @Override
    public RuleReport report() {
      return gate.report();
    }

    @Override
    public List<RuleHost.EndpointLine> endpoints() {
      return gate.endpoints().stream()
          .filter(one -> !one.name().isEmpty())
          .map(Endpoint::line)
          .toList();
    }

    @Override
    public Explanation explain(Question question) {
      return gate.explain(question);
    }
  }

  @Override
  public void close() {
    List<RuleSource.Running> open;
    synchronized (this) {
      closed = true;
      open = List.copyOf(running);
      running.clear();
      if (watch != null) {
        watch.close();
      }
    }
    open.forEach(RuleSource.Running::close); // Not under the lock, which they may be waiting for.
  }
}
