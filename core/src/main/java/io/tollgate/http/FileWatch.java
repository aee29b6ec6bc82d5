package io.tollgate.http;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks at a file from time to time, and tells when it has become another. */
final class FileWatch implements AutoCloseable {

  /*
   * By looking, and not by events of the file system: those do not come from network disks, come for
   * the directory and not the file when that is renamed or its link changes as in Kubernetes, and come
   * in the middle of writing. A look costs some microseconds.
   *
   * What has changed is told once it looks the same twice, so that a file is not read while it is
   * being written, if that takes less than the time between two looks.
   */

  private static final Logger LOG = LoggerFactory.getLogger("io.tollgate");
  private static final Duration BETWEEN = Duration.ofMillis(250);

  /** What tells one content from another; the real path, since links may lead elsewhere. */
  private record Look(Path file, FileTime modified, long size, @Nullable Object fileKey) {}

  private final Path file;
  private final Runnable changed;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread;

  private @Nullable Look known;
  private @Nullable Look last;
  private boolean missed;

  FileWatch(Path file, Runnable changed) {
    this.file = file;
    this.changed = changed;
    this.known = look();
    this.last = known;
    this.thread = new Thread(this::run, "tollgate-watch");
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  private void run() {
    try {
      while (!closed.await(BETWEEN.toMillis(), TimeUnit.MILLISECONDS)) {
        lookAgain();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // Somebody ends this thread, which is all it needs.
    }
  }

  /** Looks once; tells if the file has changed and did not since the last look. */
  void lookAgain() {
    var now = look();
    if (now == null) {
      if (!missed && known != null) {
        LOG.warn("{} is not there any more; all stays as it was", file);
      }
      missed = true;
    } else if (Objects.equals(now, last) && !now.equals(known)) {
      known = now;
      missed = false;
      tell();
    }
    last = now;
  }

  private void tell() {
    try {
      changed.run();
    } catch (RuntimeException e) {
      LOG.error("{} has changed and cannot be taken; all stays as it was", file, e);
    }
  }

  private @Nullable Look look() {
    try {
      var real = file.toRealPath();
      var attributes = Files.readAttributes(real, BasicFileAttributes.class);
      return new Look(real, attributes.lastModifiedTime(), attributes.size(), attributes.fileKey());
    } catch (IOException e) {
      return null; // Not there now; what that means is seen at the next look.
    }
  }

  @Override
  public void close() {
    closed.countDown();
  }
}
