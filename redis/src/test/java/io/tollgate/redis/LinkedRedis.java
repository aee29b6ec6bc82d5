package io.tollgate.redis;

import io.tollgate.redis.server.RedisServer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A Redis for the tests of one class, and one connection to it. */
final class LinkedRedis implements BeforeAllCallback, AfterAllCallback {

  private @Nullable RedisServer server;
  private @Nullable SharedLink link;

  @Override
  public void beforeAll(ExtensionContext context) {
    if (!isChapter(context)) {
      server = RedisServer.start();
      link = new SharedLink(server.uri());
    }
  }

  /** A class in a class of tests, for which JUnit calls again, has the Redis of that one. */
  private static boolean isChapter(ExtensionContext context) {
    return context.getRequiredTestClass().isMemberClass();
  }

  @Override
  public void afterAll(ExtensionContext context) {
    if (isChapter(context)) {
      return;
    }
    try {
      if (link != null) {
        link.close();
      }
    } finally {
      if (server != null) {
        server.close();
      }
    }
  }

  SharedLink link() {
    return Objects.requireNonNull(link);
  }

  /** Sends a command, and returns its answer. */
  Object call(String... command) {
    return Objects.requireNonNull(server).call(command);
  }
}
