package io.tollgate.servlet.tests;

/** Starts applications on one servlet container. */
public interface Host {

  /** An application that runs. */
  interface Running extends AutoCloseable {

    /** Returns the port at which it answers. */
    int port();

    /** Stops it. */
    @Override
    void close();
  }

  /** Starts an application on a free port of 127.0.0.1; fails with the mistakes that stop it. */
  Running start(App app) throws Exception;
}
