package io.tollgate.bench;

import io.tollgate.bench.rest.App;
import io.tollgate.bench.rest.Variant;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** One server with one application or several, in a JVM of its own. */
final class ServerProcess implements LoadedServer {

  /**
   * Everything is compiled for speed, or not at all. With several tiers, what is called in slices
   * of time only may stay in a tier that counts and is slow, for as long as the JVM lives: its turn
   * to be compiled comes while others are called, and is then given up because nobody calls it.
   */
  private static final String ONE_TIER = "-XX:-TieredCompilation";

  private final ChildJvm jvm;
  private final int port;
  private final List<String> paths = new ArrayList<>();

  /**
   * Starts all variants, and returns when they can be called.
   *
   * @param log where their complaints go
   */
  ServerProcess(List<Variant> variants, Path log) throws IOException {
    this(App.class, variants.stream().map(Variant::name).toList(), List.of(), log);
  }

  /**
   * Starts the applications of a class, which does as {@link App} does.
   *
   * @param arguments what its main method is given, one for each application
   * @param absent classes whose jars it does not have
   * @param log where its complaints go
   */
  ServerProcess(Class<?> main, List<String> arguments, List<Class<?>> absent, Path log)
      throws IOException {
    this.jvm = new ChildJvm(List.of(ONE_TIER), classPathWithout(absent), main, arguments, log);
    this.port = Integer.parseInt(jvm.answer());
    for (int i = 0; i < arguments.size(); i++) {
      paths.add(jvm.answer());
    }
  }

  private static String classPathWithout(List<Class<?>> absent) {
    var homes = absent.stream().map(ServerProcess::home).toList();
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .filter(entry -> !homes.contains(Path.of(entry).toAbsolutePath().normalize()))
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static Path home(Class<?> type) {
    return Path.of(URI.create(type.getProtectionDomain().getCodeSource().getLocation().toString()));
  }

  @Override
  public int port() {
    return port;
  }

  /** Returns where the server has each of its applications. */
  List<String> paths() {
    return paths;
  }

  /** Asks it something, and returns its answer. */
  String ask(String question) throws IOException {
    return jvm.ask(question);
  }

  @Override
  public long cpuNanos() throws IOException {
    return Long.parseLong(ask(""));
  }

  @Override
  public void close() throws IOException {
    jvm.close();
  }
}
