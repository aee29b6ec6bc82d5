package io.tollgate.jaxrs.resteasy;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import org.jboss.resteasy.spi.ResteasyDeployment;

/**
 * Notices that an application stops.
 *
 * <p>RESTEasy tells nobody, in a servlet or elsewhere. But it shuts the executor of the deployment
 * down; where a container lends that one, RESTEasy remembers that it has done with it. Nothing
 * waits for either, so somebody has to look.
 */
final class DeploymentEnd {

  private static final long BETWEEN_MILLIS = 250;

  private final ExecutorService executor;
  private final Runnable stop;

  private DeploymentEnd(ExecutorService executor, Runnable stop) {
    this.executor = executor;
    this.stop = stop;
  }

  /** Has this run when the deployment stops. */
  static void watch(ResteasyDeployment deployment, Runnable stop) {
    var end = new DeploymentEnd(deployment.getExecutorService(), stop);
    var thread = new Thread(end::await, "tollgate-stop");
    thread.setDaemon(true);
    thread.start();
  }

  private void await() {
    try {
      while (!executor.isShutdown()) {
        TimeUnit.MILLISECONDS.sleep(BETWEEN_MILLIS);
      }
      stop.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // Somebody ends this thread, which is all it needs.
    }
  }
}
