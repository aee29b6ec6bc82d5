package io.tollgate.bench;

import io.tollgate.Limiter;
import io.tollgate.Phase;
import io.tollgate.RequestView;
import io.tollgate.Settings;
import io.tollgate.Ticker;
import io.tollgate.http.Endpoint;
import io.tollgate.http.Gate;
import io.tollgate.http.Instances;
import io.tollgate.http.Passage.Step;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;

/**
 * What a call costs from its beginning to its header fields, without any server around it, with one
 * rule for it and with ten thousand others beside that.
 */
@SuppressWarnings("NullAway.Init") // JMH sets up the fields.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class GateBenchmark {

  /** How many rules there are besides that of the call; they go by path, address and user. */
  @Param({"0", "9", "10000"})
  int others;

  private Limiter limiter;
  private Gate gate;
  private Endpoint endpoint;

  /** Puts the rules in force. */
  @Setup
  public void setUp() {
    limiter = Limiter.local();
    gate = new Gate(Settings.of(rules()), () -> limiter, Ticker.system(), new None());
    endpoint = gate.namelessEndpoint();
    gate.start();
  }

  private Map<String, String> rules() {
    var rules = new HashMap<String, String>();
    rules.put("tollgate.rules.parts.path", "/api/{version}/{id}/{part}");
    rules.put("tollgate.rules.parts.limit", "1000000000/s");
    rules.put("tollgate.rules.parts.key", "ip");
    for (int i = 0; i < others; i++) {
      var name = "tollgate.rules.r" + i;
      switch (i % 3) {
        case 0 -> rules.put(name + ".path", "/api/v" + i % 100 + "/{id}/part" + i);
        case 1 -> rules.put(name + ".address", "10." + (i >> 8) + "." + (i & 255) + ".0/24");
        default -> {
          rules.put(name + ".bucket", "parts");
          rules.put(name + ".user", "u" + i);
        }
      }
      rules.put(name + ".limit", "1000000000/s");
    }
    return rules;
  }

  /** Stops. */
  @TearDown
  public void tearDown() {
    gate.close();
    limiter.close();
  }

  /** One call, as a servlet filter leads it. */
  @Benchmark
  public void call(Blackhole fields) {
    BiConsumer<String, String> written =
        (name, value) -> {
          fields.consume(name);
          fields.consume(value);
        };
    var arrival = gate.arrival(new Request());
    var decision = arrival.decideAtOnce(endpoint);
    if (decision == null) {
      var passage = arrival.passage();
      check(passage.ask(endpoint, Phase.AFTER_AUTHENTICATION) == Step.GO_ON);
      passage.writeFields(written);
      fields.consume(passage);
    } else {
      check(decision.allowed());
      gate.answers().writeFields(decision, written);
    }
  }

  private static void check(boolean allowed) {
    if (!allowed) {
      throw new IllegalStateException("refused");
    }
  }

  /** Nothing is named that had to be made. */
  private static final class None implements Instances {

    @Override
    public <T> T of(Class<T> type) {
      throw new UnsupportedOperationException(type.getName());
    }
  }

  /** A request for which one rule holds, and of the ten thousand another, by its user. */
  private record Request() implements RequestView {

    @Override
    public String method() {
      return "GET";
    }

    @Override
    public String path() {
      return "/api/v63/4711/part264";
    }

    @Override
    public List<String> headers(String name) {
      return List.of();
    }

    @Override
    public Optional<String> query(String name) {
      return Optional.empty();
    }

    @Override
    public Optional<String> pathParameter(String name) {
      return Optional.empty();
    }

    @Override
    public Optional<String> cookie(String name) {
      return Optional.empty();
    }

    @Override
    public Optional<String> user() {
      return Optional.of("u302");
    }

    @Override
    public boolean hasRole(String role) {
      return false;
    }

    @Override
    public Optional<String> claim(String name) {
      return Optional.empty();
    }

    @Override
    public Optional<String> peer() {
      return Optional.of("10.1.7.9");
    }
  }
}
