package io.tollgate.rules.retriever;

import io.tollgate.RuleHost;
import io.tollgate.RuleSource;
import io.tollgate.Setting;
import io.tollgate.Settings;
import java.util.Collection;

/** The rules service as a source of rules; switched on by {@code tollgate.rules.service}. */
public final class Retriever implements RuleSource {

  /** Makes it; for {@link java.util.ServiceLoader}. */
  public Retriever() {}

  @Override
  public String name() {
    return "service";
  }

  @Override
  public Collection<Setting<?>> settings() {
    return RetrieverSettings.ALL;
  }

  @Override
  public boolean isOn(Settings settings) {
    return settings.get(RetrieverSettings.SERVICE).isPresent();
  }

  @Override
  public Running start(Settings settings, RuleHost host) {
    var retrieval = new Retrieval(RetrieverSettings.of(settings), host);
    retrieval.start();
    return retrieval;
  }
}
