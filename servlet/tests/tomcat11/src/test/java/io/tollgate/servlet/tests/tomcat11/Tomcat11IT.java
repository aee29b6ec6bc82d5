package io.tollgate.servlet.tests.tomcat11;

import io.tollgate.servlet.tests.ServletContract;
import io.tollgate.servlet.tests.TomcatHost;

/** Tomcat 11.0, with Servlet 6.1. */
final class Tomcat11IT extends ServletContract {

  Tomcat11IT() {
    super("Tomcat 11.0", new TomcatHost());
  }
}
