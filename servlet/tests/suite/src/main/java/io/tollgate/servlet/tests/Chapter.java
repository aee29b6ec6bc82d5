package io.tollgate.servlet.tests;

import io.tollgate.jaxrs.tests.Wire;
import io.tollgate.jaxrs.tests.Wire.Answer;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;

/** Tests of one subject; each has an application of its own, with full buckets. */
abstract class Chapter {

  private final Host host;
  private final List<AutoCloseable> open = new ArrayList<>();

  Chapter(Host host) {
    this.host = host;
  }

  @AfterEach
  final void stop() throws Exception {
    Collections.reverse(open);
    for (var closeable : open) {
      closeable.close();
    }
    open.clear();
  }

  /** Has something closed when the test is over. */
  final <T extends AutoCloseable> T closing(T closeable) {
    open.add(closeable);
    return closeable;
  }

  final Host.Running start(App app) throws Exception {
    return closing(host.start(app));
  }

  /** Starts an application and connects to it. */
  final Wire wire(App app) throws Exception {
    return closing(new Wire(start(app).port()));
  }

  /** Calls several times: {@code "AAAAAR"}. */
  static String row(int count, Callable<Answer> call) throws Exception {
    var row = new StringBuilder();
    for (int i = 0; i < count; i++) {
      int status = call.call().status();
      row.append(status == 429 ? "R" : status < 300 ? "A" : "(" + status + ")");
    }
    return row.toString();
  }

  static String get(Wire wire, String path, int count) throws Exception {
    return row(count, () -> wire.call("GET", path));
  }

  /** Answers everything alike; has no limits of its own. */
  public static class Plain extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      response.setContentType("text/plain");
      response.getOutputStream().print("got");
    }
  }
}
