package io.tollgate.jaxrs.tests;

import io.tollgate.Backend;
import io.tollgate.BackendProvider;
import io.tollgate.Setting;
import io.tollgate.Settings;
import java.util.Collection;
import java.util.List;

/** Backends that cannot be made. */
public final class BrokenBackends implements BackendProvider {

  static final String MESSAGE = "the store takes no password; correct it";

  @Override
  public String name() {
    return "broken";
  }

  @Override
  public Collection<Setting<?>> settings() {
    return List.of();
  }

  @Override
  public Backend create(Settings settings) {
    throw new IllegalArgumentException(MESSAGE);
  }
}
