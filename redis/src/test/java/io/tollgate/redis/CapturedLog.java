package io.tollgate.redis;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/**
 * Everything that is logged, by any library, with the traces of exceptions.
 *
 * <p>Except for the finest level, on which Lettuce logs the bytes that it sends.
 */
final class CapturedLog extends Handler implements AutoCloseable {

  private static final Logger ROOT = Logger.getLogger("");

  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final SimpleFormatter formatter = new SimpleFormatter();
  private final Level before = ROOT.getLevel();

  CapturedLog() {
    setLevel(Level.FINE);
    ROOT.setLevel(Level.FINE);
    ROOT.addHandler(this);
  }

  @Override
  public void publish(LogRecord logged) {
    var text = new StringWriter();
    text.write(logged.getLevel() + " " + logged.getLoggerName() + " ");
    text.write(formatter.formatMessage(logged));
    if (logged.getThrown() != null) {
      logged.getThrown().printStackTrace(new PrintWriter(text, /* autoFlush= */ true));
    }
    lines.add(text.toString());
  }

  /** Returns what was logged by Tollgate and begins with a level. */
  List<String> ours(Level level) {
    return lines.stream().filter(line -> line.startsWith(level + " io.tollgate.")).toList();
  }

  String all() {
    return String.join("\n", lines);
  }

  @Override
  public void flush() {
    // Nothing is held back.
  }

  @Override
  public void close() {
    ROOT.removeHandler(this);
    ROOT.setLevel(before);
  }
}
