package io.tollgate.servlet.tests;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.websocket.DeploymentException;
import jakarta.websocket.server.ServerContainer;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.servlets.DefaultServlet;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.descriptor.web.ErrorPage;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;
import org.apache.tomcat.util.scan.StandardJarScanner;
import org.apache.tomcat.websocket.server.WsSci;

/** Tomcat in this process, whichever version the module brings. */
public final class TomcatHost implements Host {

  /** Makes it. */
  public TomcatHost() {}

  @Override
  public Running start(App app) throws Exception {
    var folder = Files.createTempDirectory("tomcat");
    var tomcat = new Tomcat();
    tomcat.setBaseDir(folder.toString());
    tomcat.setSilent(true);
    tomcat.setPort(0);
    var connector = tomcat.getConnector();
    connector.setProperty("address", "127.0.0.1");
    connector.setProperty("maxThreads", Integer.toString(app.threads()));
    connector.setProperty("minSpareThreads", Integer.toString(Math.min(app.threads(), 10)));
    connector.setProperty("maxKeepAliveRequests", "-1");
    var running = new Embedded(tomcat, folder);
    try {
      var context = context(tomcat, app, folder);
      var failures = new ArrayList<Exception>();
      fill(context, app, failures);
      tomcat.start();
      if (!context.getState().isAvailable()) {
        // Tomcat itself only logs what went wrong.
        throw new IllegalStateException(
            "the application does not start", failures.isEmpty() ? null : failures.get(0));
      }
    } catch (Exception e) {
      running.close();
      throw e;
    }
    return running;
  }

  private static Context context(Tomcat tomcat, App app, Path folder) {
    var base = app.folder().orElse(folder).toFile();
    if (!app.isWar()) {
      var context = tomcat.addContext("", base.getAbsolutePath());
      if (app.folder().isPresent() || !app.sockets().isEmpty()) {
        // Without any servlet for a path, Tomcat calls no filter either.
        Tomcat.addServlet(context, "default", new DefaultServlet());
        context.addServletMapping("/", "default");
        context.addWelcomeFile("index.html");
      }
      return context;
    }
    tomcat.setAddDefaultWebXmlToWebapp(false);
    var context = tomcat.addWebapp("", base.getAbsolutePath());
    // Only what is among the application's own libraries.
    ((StandardJarScanner) context.getJarScanner()).setScanClassPath(false);
    return context;
  }

  private static void fill(Context context, App app, List<Exception> failures) {
    app.contextParameters().forEach(context::addParameter);
    app.errorPages()
        .forEach(
            (status, path) -> {
              var page = new ErrorPage();
              page.setErrorCode(status);
              page.setLocation(path);
              context.addErrorPage(page);
            });
    for (var servlet : app.servlets()) {
      var wrapper = Tomcat.addServlet(context, servlet.name(), servlet.servlet());
      wrapper.setAsyncSupported(servlet.async());
      context.addServletMapping(servlet.pattern(), servlet.name());
    }
    for (var filtering : app.filters()) {
      var definition = new FilterDef();
      definition.setFilterName(filtering.name());
      definition.setFilter(new Recorded(filtering.filter(), failures));
      definition.setAsyncSupported(Boolean.toString(filtering.async()));
      app.filterParameters().forEach(definition::addInitParameter);
      context.addFilterDef(definition);
      var mapping = new FilterMap();
      mapping.setFilterName(filtering.name());
      mapping.addURLPattern("/*");
      filtering.types().stream().map(DispatcherType::name).forEach(mapping::setDispatcher);
      context.addFilterMap(mapping);
    }
    if (!app.sockets().isEmpty()) {
      addSockets(context, app);
    }
  }

  private static void addSockets(Context context, App app) {
    context.addServletContainerInitializer(
        (classes, servlets) -> {
          new WsSci().onStartup(classes, servlets);
          var container = (ServerContainer) servlets.getAttribute(ServerContainer.class.getName());
          for (var endpoint : app.sockets()) {
            try {
              container.addEndpoint(endpoint);
            } catch (DeploymentException e) {
              throw new ServletException(e);
            }
          }
        },
        null);
  }

  /** Keeps the exception that Tomcat would only log. */
  private record Recorded(Filter filter, List<Exception> failures) implements Filter {

    @Override
    public void init(FilterConfig config) throws ServletException {
      try {
        filter.init(config);
      } catch (ServletException | RuntimeException e) {
        failures.add(e);
        throw e;
      }
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
        throws IOException, ServletException {
      filter.doFilter(request, response, chain);
    }

    @Override
    public void destroy() {
      filter.destroy();
    }
  }

  private record Embedded(Tomcat tomcat, Path folder) implements Running {

    @Override
    public int port() {
      return tomcat.getConnector().getLocalPort();
    }

    @Override
    public void close() {
      try (var files = Files.walk(folder)) {
        tomcat.stop();
        tomcat.destroy();
        files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
      } catch (IOException | LifecycleException e) {
        throw new IllegalStateException("Tomcat does not stop", e);
      }
    }
  }
}
