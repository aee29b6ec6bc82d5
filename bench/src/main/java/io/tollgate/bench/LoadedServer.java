package io.tollgate.bench;

import java.io.Closeable;
import java.io.IOException;

/** A server in a process of its own, under load. */
interface LoadedServer extends Closeable {

  /** Returns where it answers. */
  int port();

  /** Returns how much CPU time the process has used. */
  long cpuNanos() throws IOException;
}
