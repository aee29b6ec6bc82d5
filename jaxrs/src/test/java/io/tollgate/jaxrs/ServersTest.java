package io.tollgate.jaxrs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.jaxrs.jersey.JerseyServer;
import org.junit.jupiter.api.Test;

/** RESTEasy and CXF are not on the class path of this test. */
final class ServersTest {

  @Test
  void of_knownImplementation_isItsServer() {
    assertThat(Servers.of("org.glassfish.jersey.server.ResourceConfig"))
        .isInstanceOf(JerseyServer.class);
  }

  @Test
  void of_resteasyReactive_isTheStandard() {
    assertThat(Servers.of("org.jboss.resteasy.reactive.common.jaxrs.ConfigurationImpl"))
        .isInstanceOf(StandardServer.class);
  }

  @Test
  void of_unknownImplementation_isTheStandard() {
    assertThat(Servers.of("com.example.Context")).isInstanceOf(StandardServer.class);
  }
}
