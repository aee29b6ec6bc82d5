package io.tollgate.jaxrs.jersey;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.Key;
import io.tollgate.Per;
import io.tollgate.Phase;
import io.tollgate.RateLimited;
import io.tollgate.jaxrs.TollgateFeature;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.WriterInterceptor;
import jakarta.ws.rs.ext.WriterInterceptorContext;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import org.glassfish.jersey.internal.MapPropertiesDelegate;
import org.glassfish.jersey.server.ApplicationHandler;
import org.glassfish.jersey.server.ContainerRequest;
import org.glassfish.jersey.server.ContainerResponse;
import org.glassfish.jersey.server.ResourceConfig;
import org.junit.jupiter.api.Test;

/** What is written into heads of responses, and what is told by them. */
final class ObservedWriterTest {

  /** Answers late. */
  @Path("late")
  public static class Late {

    /** Fails while its entity is written, before anything was sent. */
    @GET
    @Path("failing")
    @RateLimited(limit = 5, per = Per.DAY, key = Key.GLOBAL, refundErrors = true)
    public StreamingOutput failing() {
      return out -> {
        throw new BrokenException();
      };
    }

    /** Has limits before and behind authentication. */
    @GET
    @Path("phases")
    @RateLimited(limit = 5, per = Per.DAY, key = Key.GLOBAL, phase = Phase.BEFORE_AUTHENTICATION)
    @RateLimited(bucket = "second", limit = 3, per = Per.DAY, key = Key.GLOBAL)
    public String phases() {
      return "got";
    }
  }

  private static final class BrokenException extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  /** Makes a 500 of what breaks. */
  public static final class BrokenMapper implements ExceptionMapper<BrokenException> {
    @Override
    public Response toResponse(BrokenException failure) {
      return Response.serverError().entity("broken").build();
    }
  }

  /** Writes a field as late as an application can. */
  public static final class LateField implements WriterInterceptor {
    @Override
    public void aroundWriteTo(WriterInterceptorContext context) throws IOException {
      context.getHeaders().putSingle("RateLimit", "late");
      context.proceed();
    }
  }

  private final ApplicationHandler application =
      new ApplicationHandler(
          new ResourceConfig(Late.class, BrokenMapper.class, LateField.class)
              .register(TollgateFeature.class));

  private ContainerResponse get(String path) throws Exception {
    var root = URI.create("http://localhost/");
    var request =
        new ContainerRequest(
            root,
            root.resolve(path),
            "GET",
            /* securityContext= */ null,
            new MapPropertiesDelegate(),
            application.getConfiguration());
    return application.apply(request, new ByteArrayOutputStream()).get();
  }

  @Test
  void head_ofAnEntityThatFails_tellsOfTheFailure() throws Exception {
    assertThat(get("late/failing").getStatus()).isEqualTo(500);
    var second = get("late/failing");
    // The first call got its token back, so the second finds all of them.
    assertThat(second.getStringHeaders().getFirst("RateLimit")).contains(";r=4;");
  }

  @Test
  void head_behindInterceptors_hasOurFields() throws Exception {
    var response = get("late/phases");
    assertThat(response.getStringHeaders().get("RateLimit")).hasSize(1);
    assertThat(response.getStringHeaders().getFirst("RateLimit")).startsWith("\"second\";r=2;");
  }
}
