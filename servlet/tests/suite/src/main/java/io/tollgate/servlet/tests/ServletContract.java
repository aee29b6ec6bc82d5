package io.tollgate.servlet.tests;

import io.tollgate.jaxrs.tests.GuardedPathsContract;
import io.tollgate.jaxrs.tests.RulesContract;
import java.util.Map;
import org.junit.jupiter.api.Nested;

/** Everything that holds on a container; a subclass names the container. */
public abstract class ServletContract {

  private final String name;
  private final Host host;

  /** Checks one container. */
  protected ServletContract(String name, Host host) {
    this.name = name;
    this.host = host;
  }

  @Nested
  final class Annotations extends AnnotationsContract {
    Annotations() {
      super(host);
    }
  }

  @Nested
  final class Paths extends PathsContract {
    Paths() {
      super(host);
    }
  }

  @Nested
  final class Answers extends AnswersContract {
    Answers() {
      super(host);
    }
  }

  @Nested
  final class Dispatches extends DispatchContract {
    Dispatches() {
      super(host);
    }
  }

  @Nested
  final class Places extends PlacesContract {
    Places() {
      super(host);
    }
  }

  @Nested
  final class Passing extends PassingContract {
    Passing() {
      super(host);
    }
  }

  @Nested
  final class ResourceInputs extends ResourceInputsContract {
    ResourceInputs() {
      super(host);
    }
  }

  @Nested
  final class Waiting extends WaitingContract {
    Waiting() {
      super(name, host);
    }
  }

  @Nested
  final class Rules extends RulesContract {
    @Override
    protected Served start(Map<String, String> settings) throws Exception {
      return new Served(host.start(RuledApp.ruled(settings)));
    }

    @Override
    protected String ownEndpoint() {
      return "Own.doGet";
    }
  }

  @Nested
  final class GuardedPaths extends GuardedPathsContract {
    @Override
    protected Served start(Map<String, String> settings) throws Exception {
      return new Served(host.start(RuledApp.guarded(settings)));
    }
  }

  /** An application as contracts see it that are not for servlets alone. */
  private record Served(Host.Running running) implements io.tollgate.jaxrs.tests.Host.Running {

    @Override
    public int port() {
      return running.port();
    }

    @Override
    public void close() {
      running.close();
    }
  }
}
