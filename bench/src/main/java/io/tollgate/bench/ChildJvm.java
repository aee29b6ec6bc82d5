package io.tollgate.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A JVM that answers line by line, and ends with its input. */
final class ChildJvm implements AutoCloseable {

  /** All alike, and nothing that grows while it is measured. */
  static final String[] ARGUMENTS = {
    "-Xms256m", "-Xmx256m", "-XX:+AlwaysPreTouch", "-XX:+UseSerialGC"
  };

  private final Process process;
  private final Writer questions;
  private final BufferedReader answers;
  private final Path log;

  /**
   * Starts a main class.
   *
   * @param options of the JVM, besides those that all have
   * @param log where its complaints go
   */
  ChildJvm(List<String> options, String classPath, Class<?> main, List<String> arguments, Path log)
      throws IOException {
    this.log = log;
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(ARGUMENTS));
    command.addAll(options);
    command.addAll(List.of("-cp", classPath, main.getName()));
    command.addAll(arguments);
    this.process = new ProcessBuilder(command).redirectError(log.toFile()).start();
    this.questions = process.outputWriter(UTF_8);
    this.answers = process.inputReader(UTF_8);
  }

  String ask(String question) throws IOException {
    questions.write(question + "\n");
    questions.flush();
    return answer();
  }

  /** Returns the next line, which comes without a question. */
  String answer() throws IOException {
    var line = answers.readLine();
    if (line == null) {
      throw new EOFException("a process that is measured has ended; see " + log);
    }
    return line;
  }

  @Override
  public void close() throws IOException {
    try {
      questions.close();
    } finally {
      process.destroy();
    }
  }
}
