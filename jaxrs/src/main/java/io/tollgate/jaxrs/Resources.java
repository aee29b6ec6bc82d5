package io.tollgate.jaxrs;

import io.tollgate.http.Endpoint;
import io.tollgate.http.Gate;
import io.tollgate.http.Overridden;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Configuration;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;

/**
 * Reads from classes which methods answer requests and which lead to sub-resources, so that all
 * mistakes show when the application starts: implementations tell some endpoints one by one, and
 * those of sub-resources only at their first request.
 */
public final class Resources {

  private final Gate gate;
  private final Set<Class<?>> roots = new LinkedHashSet<>();
  private final Set<Class<?>> seen = new LinkedHashSet<>();
  private final Queue<Class<?>> unread = new ArrayDeque<>();

  private Resources(Gate gate) {
    this.gate = gate;
  }

  /** Tells the gate all endpoints of those classes that are root resources, and of what follows. */
  public static void tell(Collection<Class<?>> classes, Gate gate) {
    var resources = new Resources(gate);
    classes.stream().filter(Resources::isRoot).forEach(resources.roots::add);
    resources.readLocators(resources.roots);
    // Afterwards, since what leads to an endpoint has to be known before it.
    resources.seen.forEach(resources::readEndpoints);
  }

  /**
   * Tells the gate what leads on from resources that show only at a request.
   *
   * @param passed them, or their classes
   */
  public static void tellLocators(Collection<?> passed, Gate gate) {
    var classes = new LinkedHashSet<Class<?>>();
    passed.forEach(one -> classes.add(one instanceof Class<?> type ? type : one.getClass()));
    new Resources(gate).readLocators(classes);
  }

  /**
   * Returns the endpoint of a method. HEAD counts as GET: one that answers HEAD has that of the
   * method that answers GET at the same path.
   */
  public static Endpoint endpoint(Class<?> type, Method method, Gate gate) {
    var get = answeringGet(type, method);
    get.ifPresent(beside -> gate.headBesideGet(type, method, beside));
    return gate.endpoint(type, get.orElse(method));
  }

  /** Of several, the one that has the same media types as the method that answers HEAD. */
  private static Optional<Method> answeringGet(Class<?> type, Method head) {
    if (!httpMethod(type, head).equals(HttpMethod.HEAD)) {
      return Optional.empty();
    }
    var path = Templates.shape(type, head);
    return methods(type).stream()
        .filter(one -> httpMethod(type, one).equals(HttpMethod.GET))
        .filter(one -> Templates.shape(type, one).equals(path))
        .min(Comparator.comparing(one -> !produced(type, one).equals(produced(type, head))));
  }

  private static List<String> produced(Class<?> type, Method method) {
    return described(type, method)
        .map(at -> at.getAnnotation(Produces.class))
        .map(one -> List.of(one.value()))
        .orElse(List.of());
  }

  /** Returns the classes of all that is registered. */
  static Collection<Class<?>> classes(Configuration configuration) {
    var classes = new LinkedHashSet<>(configuration.getClasses());
    configuration.getInstances().forEach(instance -> classes.add(instance.getClass()));
    return classes;
  }

  private static boolean isRoot(Class<?> type) {
    return Overridden.lineage(type).stream().anyMatch(at -> at.isAnnotationPresent(Path.class));
  }

  private void add(Class<?> type) {
    if (seen.add(type)) {
      unread.add(type);
    }
  }

  private void readLocators(Collection<Class<?>> classes) {
    classes.forEach(this::add);
    for (var type = unread.poll(); type != null; type = unread.poll()) {
      readLocators(type);
    }
  }

  private void readLocators(Class<?> type) {
    for (var method : methods(type)) {
      if (isLocator(type, method)) {
        Overridden.declarations(type, method).forEach(gate::locator);
        subResource(method).ifPresent(this::add);
      }
    }
  }

  private void readEndpoints(Class<?> type) {
    if (Modifier.isAbstract(type.getModifiers()) && !roots.contains(type)) {
      return; // Those of the class behind it show at the first request.
    }
    for (var method : methods(type)) {
      if (answers(type, method)) {
        var endpoint = endpoint(type, method, gate);
        Templates.of(type, method)
            .ifPresent(path -> endpoint.route(httpMethod(type, method), path));
      }
    }
  }

  /** In an order that does not change from one start to the next. */
  private static Collection<Method> methods(Class<?> type) {
    return Arrays.stream(type.getMethods())
        .filter(method -> !method.isBridge() && !Modifier.isStatic(method.getModifiers()))
        .sorted(Comparator.comparing(Method::toGenericString))
        .toList();
  }

  private static boolean answers(Class<?> type, Method method) {
    return described(type, method).filter(Resources::hasDesignator).isPresent();
  }

  private static boolean isLocator(Class<?> type, Method method) {
    return described(type, method).filter(at -> !hasDesignator(at)).isPresent();
  }

  /** Annotations of Jakarta REST are inherited only by a method that has none of them itself. */
  private static Optional<Method> described(Class<?> type, Method method) {
    return Overridden.declarations(type, method).stream()
        .filter(at -> at.isAnnotationPresent(Path.class) || hasDesignator(at))
        .findFirst();
  }

  private static String httpMethod(Class<?> type, Method method) {
    return described(type, method).stream()
        .flatMap(at -> Arrays.stream(at.getAnnotations()))
        .map(one -> one.annotationType().getAnnotation(HttpMethod.class))
        .filter(Objects::nonNull)
        .map(HttpMethod::value)
        .findFirst()
        .orElse("");
  }

  private static boolean hasDesignator(Method method) {
    return Arrays.stream(method.getAnnotations())
        .anyMatch(one -> one.annotationType().isAnnotationPresent(HttpMethod.class));
  }

  /** Returns what a locator states of the class behind it. */
  private static Optional<Class<?>> subResource(Method locator) {
    Type type = locator.getReturnType();
    if (type == Class.class && locator.getGenericReturnType() instanceof ParameterizedType of) {
      var named = of.getActualTypeArguments()[0];
      type = named instanceof WildcardType any ? any.getUpperBounds()[0] : named;
    }
    return type instanceof Class<?> stated && stated != Object.class && stated != Class.class
        ? Optional.of(stated)
        : Optional.empty();
  }
}
