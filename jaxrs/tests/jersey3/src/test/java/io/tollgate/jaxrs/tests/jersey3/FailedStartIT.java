package io.tollgate.jaxrs.tests.jersey3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tollgate.Key;
import io.tollgate.Per;
import io.tollgate.RateLimited;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.net.URI;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.glassfish.jersey.grizzly2.httpserver.GrizzlyHttpServerFactory;
import org.glassfish.jersey.internal.MapPropertiesDelegate;
import org.glassfish.jersey.server.ApplicationHandler;
import org.glassfish.jersey.server.ContainerRequest;
import org.glassfish.jersey.server.ResourceConfig;
import org.glassfish.jersey.server.model.ModelValidationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Applications that Jersey does not start, and one that nobody starts. */
@SuppressWarnings("NullAway.Init") // JUnit sets up the directory.
final class FailedStartIT {

  @TempDir private java.nio.file.Path directory;

  /** Two methods for the same requests. */
  @Path("ambiguous")
  public static final class Ambiguous {

    /** Takes all requests. */
    @GET
    @RateLimited(limit = 2, per = Per.DAY, key = Key.GLOBAL)
    public String one() {
      return "one";
    }

    /** Takes all requests, too. */
    @GET
    public String other() {
      return "other";
    }
  }

  /** Without mistakes. */
  @Path("good")
  public static final class Good {

    /** Limited. */
    @GET
    @RateLimited(limit = 2, per = Per.DAY, key = Key.GLOBAL)
    public String get() {
      return "got";
    }
  }

  private ResourceConfig config(Class<?> resource) throws Exception {
    var file = Files.writeString(directory.resolve("tollgate.yaml"), "backend: local\n");
    return new ResourceConfig(resource).property("tollgate.config", file.toString());
  }

  private static List<String> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.equals("tollgate-watch"))
        .toList();
  }

  @Test
  void start_thatJerseyRefuses_leavesNoThread() throws Exception {
    var config = config(Ambiguous.class);

    assertThatThrownBy(
            () ->
                GrizzlyHttpServerFactory.createHttpServer(
                    URI.create("http://127.0.0.1:0/"), config))
        .isInstanceOf(ModelValidationException.class);
    assertThat(threads()).isEmpty();
  }

  @Test
  void start_thatNobodyTells_comesWithTheFirstCall() throws Exception {
    var handler = new ApplicationHandler(config(Good.class));
    assertThat(threads()).isEmpty();

    assertThat(status(handler)).isEqualTo(200);
    assertThat(threads()).hasSize(1);
    handler.onShutdown(null);
  }

  private static int status(ApplicationHandler handler)
      throws InterruptedException, ExecutionException {
    var base = URI.create("http://localhost/");
    var request =
        new ContainerRequest(
            base, base.resolve("good"), "GET", null, new MapPropertiesDelegate(), null);
    return handler.apply(request).get().getStatus();
  }
}
