package io.tollgate.jaxrs.tests;

import io.tollgate.Key;
import io.tollgate.Per;
import io.tollgate.RateLimited;
import io.tollgate.jaxrs.tests.Wire.Answer;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;

/**
 * Requests of somebody who means no good, or sends them by mistake; each test has an application of
 * its own, with full buckets.
 */
abstract class InputsContract {

  private final Host host;
  private final List<AutoCloseable> open = new ArrayList<>();

  InputsContract(Host host) {
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

  /** 5 calls in 60 seconds by address. */
  @Path("items")
  public static class Items {

    @GET
    @Path("{id}")
    @RateLimited(limit = 5, per = Per.MINUTE, key = Key.IP)
    public String item(@PathParam("id") String id) {
      return "item";
    }

    @POST
    @Path("{id}")
    @RateLimited(limit = 3, per = Per.MINUTE, key = Key.IP)
    public String change(@PathParam("id") String id) {
      return "changed";
    }

    @DELETE
    @Path("{id}")
    @RateLimited(limit = 2, per = Per.MINUTE, key = Key.IP)
    public String remove(@PathParam("id") String id) {
      return "removed";
    }
  }
}
