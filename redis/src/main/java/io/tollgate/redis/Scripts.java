package io.tollgate.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The scripts, each put together from the {@code .lua} files that it needs.
 *
 * <p>Most calls are decided by {@link #QUICK}, the others by a script with no other algorithms than
 * those of their limits, because Redis makes all functions of a script anew each time it runs it.
 */
final class Scripts {

  /** A script and the digest by which Redis knows it. */
  record Script(String text, String digest) {

    private static Script of(List<String> files) {
      var text = new StringBuilder();
      files.forEach(file -> text.append(read(file)).append('\n'));
      return new Script(text.toString(), sha1(text.toString()));
    }
  }

  /** By the code of an algorithm, what it needs. */
  private static final List<List<String>> FILES =
      List.of(
          List.of(),
          List.of("wide", "token"),
          List.of("wide", "token"),
          List.of("fixed"),
          List.of("wide", "sliding"),
          List.of("sets", "log"),
          List.of("sets", "leases"));

  private static final int ALL = (1 << FILES.size()) - 2;

  private static final AtomicReferenceArray<Script> DECIDE = new AtomicReferenceArray<>(ALL + 1);

  static final Script QUICK = Script.of(List.of("quick"));
  static final Script DECIDE_ANY = decide(ALL);
  static final Script SETTLE = Script.of(files(ALL, "settle"));
  static final Script RELEASE = Script.of(files(ALL, "release"));
  static final Script HOSTS = Script.of(List.of("hosts"));

  private Scripts() {}

  /**
   * Returns the script that decides claims.
   *
   * @param codes a bit for the code of each algorithm that a limit has
   */
  static Script decide(int codes) {
    var script = DECIDE.get(codes);
    if (script == null) {
      script = Script.of(files(codes, "decide"));
      DECIDE.set(codes, script);
    }
    return script;
  }

  private static List<String> files(int codes, String main) {
    var files = new ArrayList<String>();
    files.add("prelude");
    for (int code = 1; code < FILES.size(); code++) {
      if ((codes & 1 << code) != 0) {
        FILES.get(code).stream().filter(file -> !files.contains(file)).forEach(files::add);
      }
    }
    files.add(main);
    return files;
  }

  private static String read(String name) {
    try (var file = Scripts.class.getResourceAsStream(name + ".lua")) {
      if (file == null) {
        throw new IllegalStateException(name + ".lua is missing from the jar of tollgate-redis");
      }
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String sha1(String text) {
    try {
      var digest = MessageDigest.getInstance("SHA-1");
      return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-1", e);
    }
  }
}
