package io.tollgate.bench.rest;

import static jakarta.ws.rs.core.HttpHeaders.AUTHORIZATION;

import jakarta.ws.rs.core.GenericType;
import java.lang.reflect.Type;
import java.net.URI;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.jersey.grizzly2.httpserver.GrizzlyHttpContainer;
import org.glassfish.jersey.internal.MapPropertiesDelegate;
import org.glassfish.jersey.internal.util.collection.Ref;
import org.glassfish.jersey.server.ApplicationHandler;
import org.glassfish.jersey.server.ContainerFactory;
import org.glassfish.jersey.server.ContainerRequest;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A call inside Jersey, as Grizzly hands it over, without a socket: where to look for what a
 * limiter costs.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class JerseyBenchmark {

  private static final URI BASE = URI.create("http://localhost/");
  private static final URI GREETING = URI.create("http://localhost/greeting");
  private static final Type GRIZZLY_REQUEST = new GenericType<Ref<Request>>() {}.getType();
  private static final int USERS = 1_024;

  /** What is served. */
  @Param public Variant variant = Variant.NONE;

  private final String[] credentials = new String[USERS];
  private final Request connection = new OverLoopback();
  private ApplicationHandler application = new ApplicationHandler();

  /** Starts the application, and lets every user call once. */
  @Setup
  public void start() {
    var config = variant.application();
    application =
        ContainerFactory.createContainer(GrizzlyHttpContainer.class, config)
            .getApplicationHandler();
    var random = new Random(1);
    for (int i = 0; i < USERS; i++) {
      credentials[i] = Authentication.SCHEME + "user-" + (100_000 + random.nextInt(900_000));
    }
    for (var each : credentials) {
      call(each, new CountingWriter());
    }
  }

  /** One call. */
  @Benchmark
  public long call(Turn turn) {
    call(credentials[turn.next++ & USERS - 1], turn.writer);
    if (turn.writer.status() != variant.status()) {
      throw new IllegalStateException(variant + " answers " + turn.writer.status());
    }
    return turn.writer.size();
  }

  private void call(String credential, CountingWriter writer) {
    var request =
        new ContainerRequest(
            BASE,
            GREETING,
            "GET",
            Authentication.NOBODY,
            new MapPropertiesDelegate(),
            application.getConfiguration());
    request.header("Host", "localhost");
    request.header("Accept", "*/*");
    request.header(AUTHORIZATION, credential);
    request.setRequestScopedInitializer(
        injection -> injection.<Ref<Request>>getInstance(GRIZZLY_REQUEST).set(connection));
    request.setWriter(writer);
    application.handle(request);
  }

  /** Whose turn it is. */
  @State(Scope.Thread)
  public static class Turn {

    private final CountingWriter writer = new CountingWriter();
    private int next;
  }

  /** A request that has come over a connection. */
  private static final class OverLoopback extends Request {

    OverLoopback() {
      super(Request.create().getResponse());
    }

    @Override
    public String getRemoteAddr() {
      return "127.0.0.1";
    }
  }
}
