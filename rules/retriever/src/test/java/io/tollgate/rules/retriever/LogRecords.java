package io.tollgate.rules.retriever;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** What is logged from {@code INFO} on, while it is open. */
final class LogRecords extends Handler implements AutoCloseable {

  private final Logger logger;
  private final List<String> messages = new CopyOnWriteArrayList<>();

  LogRecords(String name) {
    logger = Logger.getLogger(name);
    setLevel(Level.INFO);
    setFormatter(new SimpleFormatter());
    logger.addHandler(this);
  }

  List<String> messages() {
    return messages;
  }

  @Override
  public void publish(LogRecord entry) {
    if (isLoggable(entry)) {
      messages.add(entry.getLevel() + " " + getFormatter().formatMessage(entry));
    }
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    logger.removeHandler(this);
  }
}
