package io.tollgate.jaxrs.tests.cxf;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.Key;
import io.tollgate.RateLimited;
import io.tollgate.jaxrs.TollgateFeature;
import jakarta.servlet.ServletConfig;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Application;
import jakarta.ws.rs.core.Context;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import java.util.Set;
import org.apache.cxf.jaxrs.servlet.CXFNonSpringJaxrsServlet;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.junit.jupiter.api.Test;

/** Settings that a servlet container has for CXF, which an application has to hand on. */
final class CxfSettingsIT {

  private static final String SETTING = "tollgate.limits.default";

  /** With a limit whose size is a setting. */
  @Path("sized")
  public static class Sized {

    @GET
    @RateLimited(key = Key.GLOBAL)
    public String get() {
      return "got";
    }
  }

  /** Hands on what its servlet was given. */
  public static final class HandingOn extends Application {

    private final String given;

    /** Made by CXF. */
    public HandingOn(@Context ServletConfig servlet) {
      this.given = servlet.getInitParameter(SETTING);
    }

    @Override
    public Set<Class<?>> getClasses() {
      return Set.of(Sized.class, TollgateFeature.class);
    }

    @Override
    public Map<String, Object> getProperties() {
      return Map.of(SETTING, given);
    }
  }

  @Test
  void parameters_thatTheApplicationHandsOn_areSettings() throws Exception {
    var servlet = new ServletHolder(CXFNonSpringJaxrsServlet.class);
    servlet.setInitParameter("jakarta.ws.rs.Application", HandingOn.class.getName());
    servlet.setInitParameter(SETTING, "2/day");
    servlet.setInitOrder(1);
    var context = new ServletContextHandler("/");
    context.addServlet(servlet, "/*");
    var server = new Server(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    server.setHandler(context);
    server.start();
    try {
      var request = HttpRequest.newBuilder(server.getURI().resolve(URI.create("/sized"))).build();
      var client = HttpClient.newHttpClient();
      assertThat(client.send(request, BodyHandlers.discarding()).statusCode()).isEqualTo(200);
      assertThat(client.send(request, BodyHandlers.discarding()).statusCode()).isEqualTo(200);
      assertThat(client.send(request, BodyHandlers.discarding()).statusCode()).isEqualTo(429);
    } finally {
      server.stop();
    }
  }
}
