package io.tollgate.servlet.tests.jetty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tollgate.servlet.tests.App;
import io.tollgate.servlet.tests.Host;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;

/** Jetty puts the address of a client into brackets if it is of version 6. */
final class JettyIpv6IT {

  private static final String LOOPBACK = "::1";

  /** Says who calls, as Jetty tells it. */
  public static class Peer extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      response.getOutputStream().print(request.getRemoteAddr());
    }
  }

  private final HttpClient client = HttpClient.newHttpClient();

  @Test
  void proxies_peerOfVersion6_isBelieved() throws Exception {
    assumeTrue(hasVersion6() || "true".equals(System.getenv("CI")), "This machine has no ::1");
    var app =
        new App()
            .servlet("/x", new Peer())
            .set("tollgate.proxies", LOOPBACK)
            .set("tollgate.rules.x.path", "/x")
            .set("tollgate.rules.x.limit", "1/h")
            .set("tollgate.rules.x.key", "ip");
    try (var jetty = new JettyHost(LOOPBACK).start(app)) {
      assertThat(call(jetty, "203.0.113.1")).isEqualTo("[0:0:0:0:0:0:0:1]");
      assertThat(call(jetty, "203.0.113.1")).isEqualTo("429");
      assertThat(call(jetty, "203.0.113.2")).isEqualTo("[0:0:0:0:0:0:0:1]");
    }
  }

  private static boolean hasVersion6() {
    try (var socket = new ServerSocket(0, 1, InetAddress.getAllByName(LOOPBACK)[0])) {
      return socket.isBound();
    } catch (IOException e) {
      return false; // What is asked is whether it can be had.
    }
  }

  /** Returns what was answered, or the status if that was none of success. */
  private String call(Host.Running jetty, String forwardedFor) throws Exception {
    var request =
        HttpRequest.newBuilder(URI.create("http://[" + LOOPBACK + "]:" + jetty.port() + "/x"))
            .header("X-Forwarded-For", forwardedFor)
            .build();
    var response = client.send(request, BodyHandlers.ofString());
    return response.statusCode() == 200 ? response.body() : "" + response.statusCode();
  }
}
