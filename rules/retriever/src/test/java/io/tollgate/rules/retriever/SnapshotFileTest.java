package io.tollgate.rules.retriever;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SnapshotFileTest {

  @TempDir private Path folder;

  @Test
  void read_whatWasWritten_isTheSameInAFolderThatWasMade() throws IOException {
    var path = folder.resolve("a/b/rules.json");
    new SnapshotFile(path).write("{\"rules\":{\"Grüße\":{}}}");

    assertThat(new SnapshotFile(path).read()).contains("{\"rules\":{\"Grüße\":{}}}");
    try (var files = Files.list(path.getParent())) {
      assertThat(files).containsExactly(path);
    }
  }

  @Test
  void read_ofNothing_isEmpty() {
    assertThat(new SnapshotFile(folder.resolve("none.json")).read()).isEmpty();
    assertThat(new SnapshotFile(folder).read()).isEmpty();
  }

  @Test
  void write_whereNothingCanBe_isSurvived() throws IOException {
    var notAFolder = Files.createFile(folder.resolve("file"));
    var file = new SnapshotFile(notAFolder.resolve("rules.json"));

    file.write("{}");

    assertThat(file.read()).isEmpty();
  }

  @Test
  void read_whileItIsWritten_isOneOrTheOtherAsAWhole() throws Exception {
    var path = folder.resolve("rules.json");
    var one = "1".repeat(100_000);
    var two = "2".repeat(200_000);
    new SnapshotFile(path).write(one);
    var written = new AtomicBoolean();
    var writer = Executors.newSingleThreadExecutor();
    writer.execute(
        () -> {
          for (int i = 0; i < 100; i++) {
            new SnapshotFile(path).write(i % 2 == 0 ? two : one);
          }
          written.set(true);
        });
    while (!written.get()) {
      assertThat(new SnapshotFile(path).read().orElseThrow()).isIn(one, two);
    }
    writer.shutdown();
    assertThat(writer.awaitTermination(5, TimeUnit.SECONDS)).isTrue();
  }
}
