package io.tollgate.jaxrs.tests.cxf;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tollgate.Per;
import io.tollgate.RateLimited;
import io.tollgate.jaxrs.TollgateFeature;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import org.apache.cxf.jaxrs.JAXRSServerFactoryBean;
import org.junit.jupiter.api.Test;

/** CXF without an application class. */
final class CxfFactoryIT {

  /** Costs more than there ever is. */
  @Path("dear")
  public static class TooDear {

    @GET
    @RateLimited(limit = 20, per = Per.DAY, cost = 30)
    public String get() {
      return "got";
    }
  }

  /** With a key that says nothing. */
  @Path("odd")
  public static class OddKey {

    @GET
    @RateLimited(limit = 20, per = Per.DAY, by = "moon:phase")
    public String get() {
      return "got";
    }
  }

  @Test
  void create_withMistakesInTwoClasses_tellsBoth() {
    var factory = new JAXRSServerFactoryBean();
    factory.setAddress("/limited");
    factory.setResourceClasses(TooDear.class, OddKey.class);
    factory.setProvider(new TollgateFeature());

    assertThatThrownBy(factory::create)
        .rootCause()
        .hasMessageContaining("on TooDear.get: cost exceeds the burst of 20")
        .hasMessageContaining("on OddKey.get: \"moon:phase\"");
  }
}
