package io.tollgate.jaxrs.cxf;

import io.tollgate.Explainer;
import org.apache.cxf.jaxrs.ext.ContextProvider;
import org.apache.cxf.message.Message;

/** Injects the explainer of the application. */
final class ExplainerProvider implements ContextProvider<Explainer> {

  private final Explainer explainer;

  ExplainerProvider(Explainer explainer) {
    this.explainer = explainer;
  }

  @Override
  public Explainer createContext(Message message) {
    return explainer;
  }
}
