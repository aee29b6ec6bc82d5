package io.tollgate.jaxrs.tests;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** What is logged under the name of a class, with the exceptions. */
final class Logged extends Handler implements AutoCloseable {

  private record Line(Level level, String text) {}

  private final Logger logger;
  private final List<Line> lines = new CopyOnWriteArrayList<>();
  private final SimpleFormatter formatter = new SimpleFormatter();

  Logged(Class<?> type) {
    logger = Logger.getLogger(type.getName());
    logger.setLevel(Level.FINE);
    logger.addHandler(this);
  }

  @Override
  public void publish(LogRecord logged) {
    var text = formatter.formatMessage(logged);
    var thrown = logged.getThrown();
    lines.add(new Line(logged.getLevel(), thrown == null ? text : text + ": " + thrown));
  }

  List<String> lines(Level level) {
    return lines.stream().filter(line -> line.level.equals(level)).map(Line::text).toList();
  }

  @Override
  public void flush() {
    // Nothing is held back.
  }

  @Override
  public void close() {
    logger.removeHandler(this);
    logger.setLevel(null);
  }
}
