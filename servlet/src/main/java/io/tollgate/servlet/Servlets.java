package io.tollgate.servlet;

import io.tollgate.ConcurrencyLimited;
import io.tollgate.RateLimited;
import io.tollgate.http.Endpoint;
import io.tollgate.http.Gate;
import io.tollgate.http.Overridden;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds the limits that are declared on servlets, which are read when the application starts. */
final class Servlets {

  private static final Logger LOG = LoggerFactory.getLogger("io.tollgate");

  /** Whose own servlets nobody annotates; they would only lengthen the table. */
  private static final List<String> CONTAINERS =
      List.of("jakarta.", "org.apache.catalina.", "org.apache.jasper.", "org.eclipse.jetty.");

  /** What {@code HttpServlet} calls for methods of HTTP; other names are an application's own. */
  private static final Map<String, String> ANSWERS =
      Map.of(
          "doGet", "GET",
          "doHead", "HEAD",
          "doPost", "POST",
          "doPut", "PUT",
          "doPatch", "PATCH",
          "doDelete", "DELETE",
          "doOptions", "OPTIONS",
          "doTrace", "TRACE");

  /** Which method of a servlet answers which method of HTTP. */
  private static final class Answering {
    private final Map<String, Endpoint> byMethod = new HashMap<>();
    private @Nullable Endpoint others;

    @Nullable Endpoint of(String method) {
      // HttpServlet answers HEAD by doGet.
      boolean asGet = method.equals("HEAD") && byMethod.containsKey("GET");
      var endpoint = byMethod.get(asGet ? "GET" : method);
      return endpoint == null ? others : endpoint;
    }
  }

  private final Map<String, Answering> byName = new HashMap<>();

  private Servlets() {}

  /** Reads all servlets of an application, and tells the gate their endpoints. */
  static Servlets of(ServletContext context, Gate gate) {
    var servlets = new Servlets();
    // In an order that does not change from one start to the next.
    new TreeMap<>(context.getServletRegistrations())
        .forEach(
            (name, registration) ->
                type(context, registration)
                    .filter(type -> CONTAINERS.stream().noneMatch(type.getName()::startsWith))
                    .ifPresent(
                        type ->
                            servlets.byName.put(
                                name, servlets.read(type, registration.getMappings(), gate))));
    return servlets;
  }

  private static Optional<Class<?>> type(ServletContext context, ServletRegistration servlet) {
    if (servlet.getClassName() == null) {
      return Optional.empty(); // A page of JSP.
    }
    try {
      return Optional.of(
          Class.forName(servlet.getClassName(), /* initialize= */ false, loader(context)));
    } catch (ClassNotFoundException | LinkageError e) {
      // The container says what is wrong with it when it needs it.
      LOG.warn(
          "The class {} of the servlet {} cannot be read ({}), so no annotations on it hold",
          servlet.getClassName(),
          servlet.getName(),
          e.toString());
      return Optional.empty();
    }
  }

  /** An embedded server may have no class loader of its own for an application. */
  private static @Nullable ClassLoader loader(ServletContext context) {
    @Nullable ClassLoader own = context.getClassLoader();
    return own == null ? Thread.currentThread().getContextClassLoader() : own;
  }

  /** Tells whether an application has a class. */
  static boolean isPresent(ServletContext context, String name) {
    try {
      Class.forName(name, /* initialize= */ false, loader(context));
      return true;
    } catch (ClassNotFoundException | LinkageError e) {
      return false;
    }
  }

  private Answering read(Class<?> type, Collection<String> mappings, Gate gate) {
    var answering = new Answering();
    var methods = new TreeMap<String, Method>();
    for (var ancestor : Overridden.lineage(type)) {
      if (!ancestor.getName().startsWith("jakarta.")) {
        for (var method : ancestor.getDeclaredMethods()) {
          httpMethod(method).ifPresent(http -> methods.putIfAbsent(http, method));
        }
      }
    }
    checkPlaces(type, methods, gate);
    if (methods.containsKey("GET")) {
      methods.remove("HEAD");
    }
    methods.forEach(
        (http, method) -> {
          var endpoint = gate.endpoint(type, method);
          mappings.forEach(
              mapping -> template(mapping).ifPresent(path -> endpoint.route(http, path)));
          if (http.isEmpty()) {
            answering.others = endpoint;
          } else {
            answering.byMethod.put(http, endpoint);
          }
        });
    return answering;
  }

  /** Returns what a method answers: GET for doGet, nothing in particular for service. */
  private static Optional<String> httpMethod(Method method) {
    var parameters = List.of(method.getParameterTypes());
    boolean ofHttp =
        parameters.equals(List.of(HttpServletRequest.class, HttpServletResponse.class));
    boolean ofAny = parameters.equals(List.of(ServletRequest.class, ServletResponse.class));
    int not = Modifier.STATIC | Modifier.PRIVATE;
    if (method.isBridge() || (method.getModifiers() & not) != 0) {
      return Optional.empty();
    }
    var name = method.getName();
    if (name.equals("service") && (ofHttp || ofAny)) {
      return Optional.of("");
    }
    return ofHttp ? Optional.ofNullable(ANSWERS.get(name)) : Optional.empty();
  }

  /** Limits that would not hold for what they seem to hold for are mistakes. */
  private static void checkPlaces(Class<?> type, NavigableMap<String, Method> methods, Gate gate) {
    var head = methods.get("HEAD");
    var get = methods.get("GET");
    if (head != null && get != null) {
      gate.headBesideGet(type, head, get);
    }
    var any = methods.get("");
    if (any != null && methods.size() > 1 && isAnnotated(any)) {
      gate.mistake(
          type.getSimpleName()
              + ".service: limits here would not hold where "
              + methods.lastEntry().getValue().getName()
              + " answers; put them on the class");
    }
  }

  /** Returns the path of a mapping, unless it goes by the end of a name. */
  private static Optional<String> template(String mapping) {
    if (mapping.equals("/")) {
      return Optional.of("/*");
    }
    return mapping.isEmpty() || mapping.startsWith("/")
        ? Optional.of(mapping.isEmpty() ? "/" : mapping)
        : Optional.empty();
  }

  private static boolean isAnnotated(AnnotatedElement element) {
    return element.getAnnotationsByType(RateLimited.class).length > 0
        || element.getAnnotationsByType(ConcurrencyLimited.class).length > 0;
  }

  /** Returns the endpoint that answers a request; null if nothing is declared for it. */
  @Nullable Endpoint find(HttpServletRequest request) {
    var answering = byName.get(request.getHttpServletMapping().getServletName());
    return answering == null ? null : answering.of(request.getMethod());
  }
}
