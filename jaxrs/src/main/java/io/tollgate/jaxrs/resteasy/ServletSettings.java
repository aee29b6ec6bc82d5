package io.tollgate.jaxrs.resteasy;

import io.tollgate.jaxrs.ClassPath;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletContext;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.jboss.resteasy.core.ResteasyContext;
import org.jspecify.annotations.Nullable;

/** Settings among the parameters of the servlet or filter that RESTEasy is, and of its context. */
final class ServletSettings {

  private static final boolean SERVLETS = ClassPath.has("jakarta.servlet.ServletContext");

  private ServletSettings() {}

  /** Reads them while RESTEasy starts; those of the servlet or filter win. */
  static Map<String, Object> read() {
    return SERVLETS ? Servlet.read() : Map.of();
  }

  /** Loaded only where servlets are. */
  private static final class Servlet {

    private Servlet() {}

    static Map<String, Object> read() {
      var settings = new HashMap<String, Object>();
      @Nullable ServletContext context = ResteasyContext.getContextData(ServletContext.class);
      if (context != null) {
        add(context.getInitParameterNames(), context::getInitParameter, settings);
      }
      @Nullable FilterConfig filter = ResteasyContext.getContextData(FilterConfig.class);
      if (filter != null) {
        add(filter.getInitParameterNames(), filter::getInitParameter, settings);
      }
      @Nullable ServletConfig servlet = ResteasyContext.getContextData(ServletConfig.class);
      if (servlet != null) {
        add(servlet.getInitParameterNames(), servlet::getInitParameter, settings);
      }
      return settings;
    }

    private static void add(
        Enumeration<String> names, Function<String, String> value, Map<String, Object> settings) {
      for (var name : Collections.list(names)) {
        if (name.startsWith("tollgate.")) {
          settings.put(name, value.apply(name));
        }
      }
    }
  }
}
