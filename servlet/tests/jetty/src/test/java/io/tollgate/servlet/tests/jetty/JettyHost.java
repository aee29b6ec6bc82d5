package io.tollgate.servlet.tests.jetty;

import io.tollgate.servlet.tests.App;
import io.tollgate.servlet.tests.Host;
import jakarta.servlet.DispatcherType;
import java.nio.file.Path;
import java.util.EnumSet;
import org.eclipse.jetty.ee10.servlet.DefaultServlet;
import org.eclipse.jetty.ee10.servlet.ErrorPageErrorHandler;
import org.eclipse.jetty.ee10.servlet.FilterHolder;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.ee10.webapp.WebAppContext;
import org.eclipse.jetty.ee10.websocket.jakarta.server.config.JakartaWebSocketServletContainerInitializer;
import org.eclipse.jetty.ee10.websocket.servlet.WebSocketUpgradeFilter;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** Jetty in this process. */
final class JettyHost implements Host {

  private final String address;

  JettyHost() {
    this("127.0.0.1");
  }

  /** Listens at an address of this machine. */
  JettyHost(String address) {
    this.address = address;
  }

  @Override
  public Running start(App app) throws Exception {
    var server = new Server(new QueuedThreadPool(app.threads(), Math.min(app.threads(), 8)));
    var connector = new ServerConnector(server, /* acceptors= */ 1, /* selectors= */ 1);
    connector.setHost(address);
    server.addConnector(connector);
    var context = context(app);
    fill(context, app);
    server.setHandler(context);
    var running = new Jetty(server, connector);
    try {
      server.start();
    } catch (Exception e) {
      running.close();
      throw e;
    }
    return running;
  }

  private static ServletContextHandler context(App app) {
    if (!app.isWar()) {
      var context = new ServletContextHandler("/");
      app.folder().ifPresent(folder -> serveFiles(context, folder));
      return context;
    }
    var context = new WebAppContext();
    context.setContextPath("/");
    context.setWar(app.folder().orElseThrow().toString());
    context.setThrowUnavailableOnStartupException(true);
    return context;
  }

  private static void serveFiles(ServletContextHandler context, Path folder) {
    context.setBaseResourceAsPath(folder);
    context.setWelcomeFiles(new String[] {"index.html"});
    context.addServlet(new ServletHolder("files", DefaultServlet.class), "/");
  }

  private static void fill(ServletContextHandler context, App app) {
    app.contextParameters().forEach(context::setInitParameter);
    var errors = new ErrorPageErrorHandler();
    app.errorPages().forEach(errors::addErrorPage);
    context.setErrorHandler(errors);
    for (var servlet : app.servlets()) {
      var holder = new ServletHolder(servlet.name(), servlet.servlet());
      holder.setAsyncSupported(servlet.async());
      context.addServlet(holder, servlet.pattern());
    }
    for (var filtering : app.filters()) {
      var holder = new FilterHolder(filtering.filter());
      holder.setName(filtering.name());
      holder.setAsyncSupported(filtering.async());
      app.filterParameters().forEach(holder::setInitParameter);
      context.addFilter(holder, "/*", EnumSet.copyOf(filtering.types()));
    }
    if (!app.sockets().isEmpty()) {
      // By hand, or Jetty puts it before all other filters.
      var upgrade = new FilterHolder(WebSocketUpgradeFilter.class);
      upgrade.setName(WebSocketUpgradeFilter.class.getName());
      upgrade.setAsyncSupported(true);
      context.addFilter(upgrade, "/*", EnumSet.of(DispatcherType.REQUEST));
      JakartaWebSocketServletContainerInitializer.configure(
          context,
          (servlets, container) -> {
            for (var endpoint : app.sockets()) {
              container.addEndpoint(endpoint);
            }
          });
    }
  }

  private record Jetty(Server server, ServerConnector connector) implements Running {

    @Override
    public int port() {
      return connector.getLocalPort();
    }

    @Override
    public void close() {
      try {
        server.stop();
      } catch (Exception e) {
        throw new IllegalStateException("Jetty does not stop", e);
      }
    }
  }
}
