package io.tollgate.jaxrs.tests;

import jakarta.ws.rs.core.Application;

/** Starts applications on one implementation of Jakarta REST. */
public interface Host {

  /** An application that runs. */
  interface Running extends AutoCloseable {

    /** Returns the port at which it answers. */
    int port();

    /** Stops it. */
    @Override
    void close();
  }

  /** Starts an application on a free port of 127.0.0.1. */
  Running start(Application application) throws Exception;
}
