package io.tollgate.servlet.tests.tomcat10;

import io.tollgate.servlet.tests.ServletContract;
import io.tollgate.servlet.tests.TomcatHost;

/** Tomcat 10.1, with Servlet 6.0. */
final class Tomcat10IT extends ServletContract {

  Tomcat10IT() {
    super("Tomcat 10.1", new TomcatHost());
  }
}
