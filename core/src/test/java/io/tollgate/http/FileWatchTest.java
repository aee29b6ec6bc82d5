package io.tollgate.http;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Looks by hand, so that nothing depends on time. */
@SuppressWarnings("NullAway.Init") // JUnit sets up the directory.
final class FileWatchTest {

  @TempDir private Path directory;
  private final AtomicInteger told = new AtomicInteger();

  private FileWatch watch(Path file) {
    return new FileWatch(file, told::incrementAndGet);
  }

  private static void look(FileWatch watch, int times) {
    for (int i = 0; i < times; i++) {
      watch.lookAgain();
    }
  }

  @Test
  void lookAgain_nothingHasChanged_tellsNothing() throws IOException {
    var watch = watch(Files.writeString(directory.resolve("f"), "a"));

    look(watch, 5);
    assertThat(told).hasValue(0);
  }

  @Test
  void lookAgain_writtenInPlace_tellsOnceWhenItIsTheSameTwice() throws IOException {
    var file = Files.writeString(directory.resolve("f"), "a");
    var watch = watch(file);

    Files.writeString(file, "ab");
    look(watch, 1);
    assertThat(told).as("it may still be written").hasValue(0);
    Files.writeString(file, "abc");
    look(watch, 1);
    assertThat(told).as("it was").hasValue(0);
    look(watch, 3);
    assertThat(told).hasValue(1);
  }

  @Test
  void lookAgain_renamedIntoPlace_tells() throws IOException {
    var file = Files.writeString(directory.resolve("f"), "a");
    var watch = watch(file);

    Files.move(Files.writeString(directory.resolve("new"), "b"), file, ATOMIC_MOVE);
    look(watch, 2);
    assertThat(told).hasValue(1);
  }

  /** As Kubernetes does: the file is a link through a link that moves from folder to folder. */
  @Test
  void lookAgain_linkMovedAsInKubernetes_tells() throws IOException {
    var first = Files.createDirectory(directory.resolve("..1"));
    var second = Files.createDirectory(directory.resolve("..2"));
    Files.writeString(first.resolve("f"), "a");
    Files.writeString(second.resolve("f"), "b");
    var data = Files.createSymbolicLink(directory.resolve("..data"), first);
    var file = Files.createSymbolicLink(directory.resolve("f"), data.resolve("f"));
    var watch = watch(file);

    Files.move(Files.createSymbolicLink(directory.resolve("..tmp"), second), data, ATOMIC_MOVE);
    look(watch, 2);
    assertThat(told).hasValue(1);
  }

  @Test
  void lookAgain_goneAndBack_tellsWhenItIsAnother() throws IOException {
    var file = Files.writeString(directory.resolve("f"), "a");
    var watch = watch(file);

    Files.delete(file);
    look(watch, 3);
    assertThat(told).hasValue(0);
    Files.writeString(file, "other");
    look(watch, 2);
    assertThat(told).hasValue(1);
  }
}
