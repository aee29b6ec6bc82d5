package io.tollgate.servlet.tests.jetty;

import io.tollgate.servlet.tests.ServletContract;

/** Jetty 12 with Servlet 6.0. */
final class JettyIT extends ServletContract {

  JettyIT() {
    super("Jetty 12", new JettyHost());
  }
}
