package io.tollgate.jaxrs.cxf;

import io.tollgate.Toll;
import io.tollgate.http.Gate;
import io.tollgate.jaxrs.RequestToll;
import org.apache.cxf.jaxrs.ext.ContextProvider;
import org.apache.cxf.jaxrs.impl.PropertyHolderFactory;
import org.apache.cxf.message.Message;

/** Injects the toll of the present call. */
final class TollProvider implements ContextProvider<Toll> {

  private final Gate gate;

  TollProvider(Gate gate) {
    this.gate = gate;
  }

  @Override
  public Toll createContext(Message message) {
    var properties = PropertyHolderFactory.getPropertyHolder(message);
    return RequestToll.of(gate, properties::getProperty, properties::setProperty);
  }
}
