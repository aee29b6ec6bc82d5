package io.tollgate.servlet.tests.jetty;

import io.tollgate.servlet.tests.ServletContract;
import io.tollgate.servlet.tests.WithoutRest;

/** Jetty 12 with Servlet 6.0 and without Jakarta REST. */
final class JettyIT extends ServletContract {

  JettyIT() {
    super("Jetty 12", new JettyHost(new WithoutRest()));
  }
}
