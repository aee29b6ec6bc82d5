package io.tollgate.bench;

import io.tollgate.RuleSet;
import io.tollgate.address.IpAddress;
import io.tollgate.rule.Call;
import io.tollgate.rule.EndpointRules;
import io.tollgate.rule.LayeredRule;
import io.tollgate.rule.RuleIndex;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** What it takes to find the rules for a call among many of one kind, or of all kinds. */
@SuppressWarnings("NullAway.Init") // JMH sets up the fields.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class RulesBenchmark {

  /** What tells the rules apart. */
  public enum Kind {
    /** Users of one path. */
    USER,
    /** Blocks of addresses. */
    ADDRESS,
    /** Paths. */
    PATH,
    /** A third of each. */
    MIXED
  }

  @Param Kind kind;

  @Param("10000")
  int rules;

  private EndpointRules index;
  private final Call call = new Request();

  /** Compiles the rules. */
  @Setup
  public void setUp() {
    var text = new StringBuilder("{all: {path: '/api/*', limit: 100/min}");
    for (int i = 0; i < rules; i++) {
      text.append(", r").append(i).append(": ").append(rule(i));
    }
    var layered =
        RuleSet.read(text.append('}').toString(), "benchmark").rules().stream()
            .map(rule -> new LayeredRule(rule, "file", 1))
            .toList();
    index = new RuleIndex(layered).of("", Optional.empty(), List.of());
  }

  private String rule(int i) {
    return switch (kind == Kind.MIXED ? Kind.values()[i % 3] : kind) {
      case ADDRESS -> "{address: 10." + (i >> 8 & 255) + "." + (i & 255) + ".0/24, limit: 9/min}";
      case PATH -> "{path: '/api/v" + i % 100 + "/{id}/part" + i + "', limit: 9/min}";
      default -> "{bucket: all, user: u" + i + ", limit: 9/min}";
    };
  }

  /** Finds the rules of a call for which two hold. */
  @Benchmark
  public int find() {
    return index.find(call).ids().length;
  }

  /** A call that a path, a user and an address are known of. */
  private static final class Request implements Call {
    private final IpAddress address = IpAddress.parse("10.1.7.9").orElseThrow();

    @Override
    public String method() {
      return "GET";
    }

    @Override
    public String endpoint() {
      return "";
    }

    @Override
    public String path() {
      return "/api/v63/4711/part263";
    }

    @Override
    public @Nullable String user() {
      return "u300";
    }

    @Override
    public @Nullable IpAddress address() {
      return address;
    }

    @Override
    public @Nullable String plan() {
      return null;
    }

    @Override
    public @Nullable String country() {
      return null;
    }

    @Override
    public @Nullable String header(String name) {
      return null;
    }

    @Override
    public boolean isBeforeAuthentication() {
      return false;
    }

    @Override
    public long epochMillis() {
      return 0;
    }
  }
}
