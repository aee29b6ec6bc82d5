package io.tollgate.rules.retriever;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The last good rules of the service on disk: there as a whole, or as they were before. */
final class SnapshotFile {

  private static final Logger LOG = LoggerFactory.getLogger("io.tollgate.rules");

  private final Path path;
  private boolean failed;

  SnapshotFile(Path path) {
    this.path = path.toAbsolutePath();
  }

  /** Returns what was kept; empty if nothing was, or it cannot be read. */
  Optional<String> read() {
    try {
      if (Files.size(path) > ServiceClient.MAX_BYTES) {
        LOG.warn("{} is larger than any rules the service sends, and is left alone", path);
        return Optional.empty();
      }
      return Optional.of(Files.readString(path));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      LOG.warn("The last rules of the service cannot be read from {}: {}", path, e.toString());
      return Optional.empty();
    }
  }

  /** Keeps rules; a failure is logged, since it matters only when the service is away too. */
  void write(String snapshot) {
    try {
      replace(snapshot);
      failed = false;
    } catch (IOException e) {
      if (!failed) {
        LOG.warn(
            "The rules of the service cannot be kept in {}, so that a start without the service has"
                + " none of them: {}; state a file that can be written in tollgate.rules.file",
            path,
            e.toString());
      }
      failed = true;
    }
  }

  private void replace(String snapshot) throws IOException {
    var folder = path.getParent();
    if (folder == null) {
      throw new IOException("this is no file");
    }
    Files.createDirectories(folder);
    var draft = Files.createTempFile(folder, ".tollgate-rules", ".tmp");
    try {
      try (FileChannel channel = FileChannel.open(draft, StandardOpenOption.WRITE)) {
        var bytes = ByteBuffer.wrap(snapshot.getBytes(UTF_8));
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
        channel.force(/* metaData= */ true);
      }
      Files.move(draft, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(draft);
    }
  }
}
