package io.tollgate.jaxrs.tests.resteasy;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.Key;
import io.tollgate.RateLimited;
import io.undertow.Undertow;
import io.undertow.servlet.Servlets;
import io.undertow.servlet.api.DeploymentInfo;
import io.undertow.servlet.api.FilterInfo;
import jakarta.servlet.DispatcherType;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Application;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import java.util.Set;
import org.jboss.resteasy.core.ResteasyDeploymentImpl;
import org.jboss.resteasy.plugins.server.servlet.FilterDispatcher;
import org.jboss.resteasy.plugins.server.undertow.UndertowJaxrsServer;
import org.junit.jupiter.api.Test;

/** Settings that a servlet container has for RESTEasy. */
final class ResteasySettingsIT {

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

  /** Has nothing to say itself. */
  public static class Silent extends Application {

    @Override
    public Set<Class<?>> getClasses() {
      return Set.of(Sized.class);
    }
  }

  /** States the size itself. */
  public static final class Stating extends Silent {

    @Override
    public Map<String, Object> getProperties() {
      return Map.of(SETTING, "1/day");
    }
  }

  @Test
  void parameters_ofTheContext_areSettings() throws Exception {
    var deployment = servlet(Silent.class).addInitParameter(SETTING, "2/day");

    assertThat(calls(deployment)).isEqualTo("AARRR");
  }

  @Test
  void parameters_ofTheServlet_winOverThoseOfTheContext() throws Exception {
    var deployment = servlet(Silent.class).addInitParameter(SETTING, "2/day");
    deployment.getServlets().values().forEach(one -> one.addInitParam(SETTING, "3/day"));

    assertThat(calls(deployment)).isEqualTo("AAARR");
  }

  @Test
  void parameters_ofTheFilter_areSettings() throws Exception {
    var filter =
        new FilterInfo("rest", FilterDispatcher.class)
            .addInitParam("jakarta.ws.rs.Application", Silent.class.getName())
            .addInitParam(SETTING, "2/day");
    var deployment =
        deployment(Servlets.deployment())
            .addFilter(filter)
            .addFilterUrlMapping("rest", "/*", DispatcherType.REQUEST);

    assertThat(calls(deployment)).isEqualTo("AARRR");
  }

  @Test
  void properties_ofTheApplication_winOverParameters() throws Exception {
    var deployment = servlet(Stating.class).addInitParameter(SETTING, "2/day");
    deployment.getServlets().values().forEach(one -> one.addInitParam(SETTING, "3/day"));

    assertThat(calls(deployment)).isEqualTo("ARRRR");
  }

  private static DeploymentInfo servlet(Class<? extends Application> application) {
    var resteasy = new ResteasyDeploymentImpl();
    resteasy.setApplicationClass(application.getName());
    return deployment(new UndertowJaxrsServer().undertowDeployment(resteasy, "/"));
  }

  private static DeploymentInfo deployment(DeploymentInfo empty) {
    return empty
        .setContextPath("/")
        .setDeploymentName("sized")
        .setClassLoader(ResteasySettingsIT.class.getClassLoader());
  }

  /** Starts an application, calls it, and returns A for each call admitted and R for the others. */
  private static String calls(DeploymentInfo deployment) throws Exception {
    var server = new Server();
    server.start(Undertow.builder().addHttpListener(0, "127.0.0.1"));
    try {
      server.deploy(deployment);
      var request =
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + "/sized"));
      var outcomes = new StringBuilder();
      for (int i = 0; i < 5; i++) {
        var status =
            HttpClient.newHttpClient()
                .send(request.build(), BodyHandlers.discarding())
                .statusCode();
        assertThat(status).isIn(200, 429);
        outcomes.append(status == 200 ? 'A' : 'R');
      }
      return outcomes.toString();
    } finally {
      server.stop();
    }
  }

  private static final class Server extends UndertowJaxrsServer {

    int port() {
      return ((InetSocketAddress) server.getListenerInfo().get(0).getAddress()).getPort();
    }
  }
}
