package io.tollgate.servlet.tests;

import io.tollgate.servlet.TollgateFilter;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.Servlet;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** An application put together by a test. */
public final class App {

  /** A servlet and where it stands. */
  public record Mapped(String name, Servlet servlet, String pattern, boolean async) {}

  /** A filter for all paths, and what it is called for. */
  public record Filtering(String name, Filter filter, Set<DispatcherType> types, boolean async) {}

  private static final Set<DispatcherType> USUAL =
      EnumSet.of(DispatcherType.REQUEST, DispatcherType.ASYNC);

  private final List<Mapped> servlets = new ArrayList<>();
  private final List<Filtering> filters = new ArrayList<>();
  private final Map<String, String> filterParameters = new LinkedHashMap<>();
  private final Map<String, String> contextParameters = new LinkedHashMap<>();
  private final Map<Integer, String> errorPages = new LinkedHashMap<>();
  private final List<Class<?>> sockets = new ArrayList<>();
  private Optional<Filter> gate = Optional.of(new TollgateFilter());
  private Set<DispatcherType> types = USUAL;
  private boolean async = true;
  private Optional<Path> folder = Optional.empty();
  private boolean isWar;
  private int threads = 50;

  /** Adds a servlet. */
  public App servlet(String pattern, Servlet servlet) {
    return add(pattern, servlet, /* asynchronous= */ false);
  }

  /** Adds a servlet that may go on asynchronously. */
  public App asyncServlet(String pattern, Servlet servlet) {
    return add(pattern, servlet, /* asynchronous= */ true);
  }

  private App add(String pattern, Servlet servlet, boolean asynchronous) {
    var name = servlet.getClass().getSimpleName() + servlets.size();
    servlets.add(new Mapped(name, servlet, pattern, asynchronous));
    return this;
  }

  /** Adds a filter before Tollgate's. */
  public App filter(Filter filter) {
    filters.add(new Filtering("filter" + filters.size(), filter, USUAL, /* async= */ true));
    return this;
  }

  /** Has another filter in the place of Tollgate's. */
  App gate(Filter filter) {
    gate = Optional.of(filter);
    return this;
  }

  /** Has no filter registered by hand. */
  App withoutGate() {
    gate = Optional.empty();
    return this;
  }

  /** Says what Tollgate's filter is called for. */
  App types(Set<DispatcherType> dispatched) {
    types = dispatched;
    return this;
  }

  /** Has Tollgate's filter without support for asynchronous requests. */
  App notAsync() {
    async = false;
    return this;
  }

  /** Sets an init-param of Tollgate's filter. */
  public App set(String name, String value) {
    filterParameters.put(name, value);
    return this;
  }

  App setInContext(String name, String value) {
    contextParameters.put(name, value);
    return this;
  }

  App errorPage(int status, String path) {
    errorPages.put(status, path);
    return this;
  }

  App socket(Class<?> endpoint) {
    sockets.add(endpoint);
    return this;
  }

  /** Serves the files of a folder. */
  App files(Path ofFiles) {
    folder = Optional.of(ofFiles);
    return this;
  }

  /** Is deployed from a folder, with libraries and web.xml below WEB-INF. */
  App war(Path ofWar) {
    folder = Optional.of(ofWar);
    isWar = true;
    return this;
  }

  App threads(int number) {
    threads = number;
    return this;
  }

  /** Returns the servlets. */
  public List<Mapped> servlets() {
    return servlets;
  }

  /** Returns the filters in the order of a call; the one that takes the parameters is the last. */
  public List<Filtering> filters() {
    var all = new ArrayList<>(filters);
    gate.ifPresent(filter -> all.add(new Filtering("tollgate", filter, types, async)));
    return all;
  }

  /** Returns the init-params of Tollgate's filter. */
  public Map<String, String> filterParameters() {
    return filterParameters;
  }

  /** Returns the context-params. */
  public Map<String, String> contextParameters() {
    return contextParameters;
  }

  /** Returns the paths of pages for errors. */
  public Map<Integer, String> errorPages() {
    return errorPages;
  }

  /** Returns the classes of WebSocket endpoints. */
  public List<Class<?>> sockets() {
    return sockets;
  }

  /** Returns where files are. */
  public Optional<Path> folder() {
    return folder;
  }

  /** Tells whether the folder is that of an application with libraries. */
  public boolean isWar() {
    return isWar;
  }

  /** Returns how many threads the container has. */
  public int threads() {
    return threads;
  }
}
