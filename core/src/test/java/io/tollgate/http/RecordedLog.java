package io.tollgate.http;

import java.lang.reflect.Proxy;
import java.util.Collection;
import org.slf4j.Logger;
import org.slf4j.helpers.MessageFormatter;

/** A log that keeps the lines that are written with one value. */
final class RecordedLog {

  private RecordedLog() {}

  static Logger of(Collection<Object> lines) {
    return (Logger)
        Proxy.newProxyInstance(
            Logger.class.getClassLoader(),
            new Class<?>[] {Logger.class},
            (proxy, method, arguments) -> {
              lines.add(MessageFormatter.format((String) arguments[0], arguments[1]).getMessage());
              return null;
            });
  }
}
