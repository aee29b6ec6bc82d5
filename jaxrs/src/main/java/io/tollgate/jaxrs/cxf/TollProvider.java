package io.tollgate.jaxrs.cxf;

import io.tollgate.Toll;
import io.tollgate.http.Passage;
import org.apache.cxf.jaxrs.ext.ContextProvider;
import org.apache.cxf.jaxrs.impl.PropertyHolderFactory;
import org.apache.cxf.message.Message;

/** Injects the toll of the present call. */
final class TollProvider implements ContextProvider<Toll> {

  @Override
  public Toll createContext(Message message) {
    var properties = PropertyHolderFactory.getPropertyHolder(message);
    // Without limits, or with limits switched off, there is nothing to settle.
    return properties.getProperty(Passage.class.getName()) instanceof Passage passage
        ? passage
        : Passage.NOTHING;
  }
}
