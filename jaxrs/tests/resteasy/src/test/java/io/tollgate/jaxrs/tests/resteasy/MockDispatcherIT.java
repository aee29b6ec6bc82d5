package io.tollgate.jaxrs.tests.resteasy;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.Key;
import io.tollgate.Per;
import io.tollgate.RateLimited;
import io.tollgate.jaxrs.TollgateFeature;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import org.jboss.resteasy.mock.MockDispatcherFactory;
import org.jboss.resteasy.mock.MockHttpRequest;
import org.jboss.resteasy.mock.MockHttpResponse;
import org.jboss.resteasy.spi.Dispatcher;
import org.junit.jupiter.api.Test;

/** RESTEasy without a deployment, as in tests of applications. */
final class MockDispatcherIT {

  /** With a limit. */
  @Path("limited")
  public static class Limited {

    @GET
    @RateLimited(limit = 1, per = Per.DAY, key = Key.GLOBAL)
    public String get() {
      return "got";
    }
  }

  @Test
  void feature_registeredByHand_putsLimitsInForce() throws Exception {
    var dispatcher = MockDispatcherFactory.createDispatcher();
    dispatcher.getProviderFactory().register(TollgateFeature.class);
    dispatcher.getRegistry().addPerRequestResource(Limited.class);

    assertThat(status(dispatcher)).isEqualTo(200);
    assertThat(status(dispatcher)).isEqualTo(429);
  }

  private static int status(Dispatcher dispatcher) throws Exception {
    var response = new MockHttpResponse();
    dispatcher.invoke(MockHttpRequest.get("/limited"), response);
    return response.getStatus();
  }
}
