package io.tollgate.servlet.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tollgate.servlet.TollgateFilter;
import jakarta.websocket.OnMessage;
import jakarta.websocket.server.ServerEndpoint;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What passes the filter as if it were not there, and how the filter comes in. */
abstract class PassingContract extends Chapter {

  @TempDir Path folder;

  PassingContract(Host host) {
    super(host);
  }

  /** Says what it hears. */
  @ServerEndpoint("/echo")
  public static class Echo {

    /** Says it. */
    @OnMessage
    public String said(String text) {
      return text;
    }
  }

  private static String echo(Host.Running running, String text) throws Exception {
    var heard = new CompletableFuture<String>();
    var listener =
        new WebSocket.Listener() {
          @Override
          public @Nullable CompletionStage<?> onText(
              WebSocket socket, CharSequence said, boolean last) {
            heard.complete(said.toString());
            return null;
          }
        };
    var socket =
        HttpClient.newHttpClient()
            .newWebSocketBuilder()
            .buildAsync(URI.create("ws://127.0.0.1:" + running.port() + "/echo"), listener)
            .get(20, TimeUnit.SECONDS);
    socket.sendText(text, /* last= */ true).get(20, TimeUnit.SECONDS);
    try {
      return heard.get(20, TimeUnit.SECONDS);
    } finally {
      socket.abort();
    }
  }

  @Test
  void webSocket_upgrade_passes() throws Exception {
    var running = start(new App().socket(Echo.class).servlet("/plain", new Plain()));

    assertThat(echo(running, "hello")).isEqualTo("hello");
  }

  @Test
  void webSocket_upgradeWithARule_isLimitedAndNotBroken() throws Exception {
    var app = new App().socket(Echo.class).servlet("/plain", new Plain());
    app.set("tollgate.rules.echo.path", "/echo").set("tollgate.rules.echo.limit", "2/h");
    var running = start(app);

    assertThat(echo(running, "one")).isEqualTo("one");
    assertThat(echo(running, "two")).isEqualTo("two");
    assertThatThrownBy(() -> echo(running, "three")).isInstanceOf(ExecutionException.class);
  }

  @Test
  void files_pass_andAreLimitedByARule() throws Exception {
    Files.createDirectories(folder.resolve("static"));
    Files.writeString(folder.resolve("static/a.txt"), "alpha");
    Files.writeString(folder.resolve("free.txt"), "free");
    var app = new App().files(folder);
    app.set("tollgate.rules.files.path", "/static/*").set("tollgate.rules.files.limit", "2/h");
    var wire = wire(app);

    assertThat(wire.call("GET", "/free.txt").body()).isEqualTo("free");
    assertThat(wire.call("GET", "/static/a.txt").body()).isEqualTo("alpha");
    assertThat(wire.call("GET", "/static/missing.txt").status()).isEqualTo(404);
    assertThat(wire.call("GET", "/static/a.txt").status()).isEqualTo(429);
    assertThat(get(wire, "/free.txt", 5)).isEqualTo("AAAAA");
  }

  @Test
  void files_forAFolder_areLimitedByARuleForAllInIt() throws Exception {
    Files.createDirectories(folder.resolve("admin"));
    Files.writeString(folder.resolve("admin/index.html"), "welcome");
    var app = new App().files(folder);
    app.set("tollgate.rules.files.path", "/admin/*").set("tollgate.rules.files.limit", "2/h");
    var wire = wire(app);

    assertThat(wire.call("GET", "/admin/").body()).isEqualTo("welcome");
    assertThat(wire.call("GET", "/admin/index.html").body()).isEqualTo("welcome");
    assertThat(wire.call("GET", "/admin/").status()).isEqualTo(429);
  }

  /** Puts the jar of the filter among the libraries of an application. */
  private Path war() throws Exception {
    var library = Files.createDirectories(folder.resolve("WEB-INF/lib"));
    var home =
        Path.of(TollgateFilter.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    var jar = library.resolve("tollgate-servlet.jar");
    if (Files.isRegularFile(home)) {
      Files.copy(home, jar);
    } else {
      pack(home, jar);
    }
    return folder;
  }

  private static void pack(Path classes, Path jar) throws IOException {
    try (var out = new JarOutputStream(Files.newOutputStream(jar));
        var files = Files.walk(classes)) {
      for (var file : files.filter(Files::isRegularFile).toList()) {
        out.putNextEntry(new JarEntry(classes.relativize(file).toString().replace('\\', '/')));
        Files.copy(file, out);
      }
    }
  }

  @Test
  void fragment_ofTheJar_putsLimitsInForce() throws Exception {
    var app = new App().war(war()).withoutGate().servlet("/plain", new Plain());
    app.setInContext("tollgate.rules.all.path", "/plain");
    app.setInContext("tollgate.rules.all.limit", "2/h");

    assertThat(get(wire(app), "/plain", 3)).isEqualTo("AAR");
  }

  /** Writes a web.xml that has the filter under a name, with a limit for /plain. */
  private void webXml(String name, String limit) throws IOException {
    Files.writeString(
        folder.resolve("WEB-INF/web.xml"),
        """
        <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.0">
          <filter>
            <filter-name>%s</filter-name>
            <filter-class>io.tollgate.servlet.TollgateFilter</filter-class>
            <async-supported>true</async-supported>
            <init-param>
              <param-name>tollgate.rules.all.path</param-name>
              <param-value>/plain</param-value>
            </init-param>
            <init-param>
              <param-name>tollgate.rules.all.limit</param-name>
              <param-value>%s</param-value>
            </init-param>
          </filter>
          <filter-mapping>
            <filter-name>%s</filter-name>
            <url-pattern>/*</url-pattern>
            <dispatcher>REQUEST</dispatcher>
            <dispatcher>ASYNC</dispatcher>
          </filter-mapping>
        </web-app>
        """
            .formatted(name, limit, name));
  }

  @Test
  void fragment_besideAFilterByHand_chargesOnce() throws Exception {
    var app = new App().war(war()).withoutGate().servlet("/plain", new Plain());
    // The one by hand comes first. If the fragment's charged, too, it would refuse the third.
    webXml("byHand", "3/h");
    app.setInContext("tollgate.rules.all.path", "/plain");
    app.setInContext("tollgate.rules.all.limit", "2/h");

    assertThat(get(wire(app), "/plain", 4)).isEqualTo("AAAR");
  }

  @Test
  void webXml_withInitParams_putsLimitsInForce() throws Exception {
    var app = new App().war(war()).withoutGate().servlet("/plain", new Plain());
    webXml("tollgate", "2/h");

    assertThat(get(wire(app), "/plain", 3)).isEqualTo("AAR");
  }
}
