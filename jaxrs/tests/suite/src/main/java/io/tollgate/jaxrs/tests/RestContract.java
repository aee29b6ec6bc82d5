package io.tollgate.jaxrs.tests;

import java.util.Map;
import org.junit.jupiter.api.Nested;

/** Everything that holds on an implementation; a subclass names the implementation. */
public abstract class RestContract {

  private final String name;
  private final Host host;

  /** Checks one implementation. */
  protected RestContract(String name, Host host) {
    this.name = name;
    this.host = host;
  }

  @Nested
  final class Limits extends LimitsContract {
    Limits() {
      super(host);
    }
  }

  @Nested
  final class Keys extends KeysContract {
    Keys() {
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
  final class Costs extends CostsContract {
    Costs() {
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
  final class MixedCalls extends MixedCallsContract {
    MixedCalls() {
      super(name, host);
    }
  }

  @Nested
  final class Start extends StartContract {
    Start() {
      super(host);
    }
  }

  @Nested
  final class Stop extends StopContract {
    Stop() {
      super(host);
    }
  }

  @Nested
  final class ClientInputs extends ClientInputsContract {
    ClientInputs() {
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
  final class KeyInputs extends KeyInputsContract {
    KeyInputs() {
      super(host);
    }
  }

  @Nested
  final class NumberInputs extends NumberInputsContract {
    NumberInputs() {
      super(host);
    }
  }

  @Nested
  final class TimeInputs extends TimeInputsContract {
    TimeInputs() {
      super(host);
    }
  }

  @Nested
  final class Rules extends RulesContract {
    @Override
    protected Host.Running start(Map<String, String> settings) throws Exception {
      return host.start(new App(RuledResource.class, EarlyAuthentication.class).set(settings));
    }

    @Override
    protected String ownEndpoint() {
      return "RuledResource.own";
    }
  }

  @Nested
  final class GuardedPaths extends GuardedPathsContract {
    @Override
    protected Host.Running start(Map<String, String> settings) throws Exception {
      return host.start(new App(GuardedResource.class).set(settings));
    }
  }
}
