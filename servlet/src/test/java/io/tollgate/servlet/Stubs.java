package io.tollgate.servlet;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Objects of a container of which a test needs a few methods. */
final class Stubs {

  private Stubs() {}

  /** What a method does. */
  interface Act {
    @Nullable Object on(List<Object> arguments);
  }

  /** Returns an object that does this; its other methods do nothing. */
  static <T> T of(Class<T> type, Map<String, Act> acts) {
    InvocationHandler handler =
        (proxy, method, arguments) ->
            acts.getOrDefault(method.getName(), ignored -> null)
                .on(arguments == null ? List.of() : List.of(arguments));
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
