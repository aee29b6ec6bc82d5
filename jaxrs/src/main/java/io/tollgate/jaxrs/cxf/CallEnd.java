package io.tollgate.jaxrs.cxf;

import io.tollgate.http.Passage;
import org.apache.cxf.interceptor.OutgoingChainInterceptor;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.phase.PhaseInterceptorChain;
import org.apache.cxf.transport.MessageObserver;
import org.jspecify.annotations.Nullable;

/** Ends a call behind the interceptor that writes its response, or when its chain has failed. */
final class CallEnd extends AbstractPhaseInterceptor<Message> {

  private final Passage passage;

  private CallEnd(Passage passage) {
    super(Phase.POST_INVOKE);
    this.passage = passage;
    addAfter(OutgoingChainInterceptor.class.getName());
  }

  /** Watches one call; a chain that is suspended goes on later with the same interceptors. */
  static void watch(Message message, Passage passage) {
    var chain = message.getInterceptorChain();
    chain.add(new CallEnd(passage));
    if (chain instanceof PhaseInterceptorChain phases) {
      phases.setFaultObserver(new Observer(phases.getFaultObserver(), passage));
    }
  }

  @Override
  public void handleMessage(Message message) {
    if (hasFailed(message.getExchange())) {
      passage.failed();
    }
    passage.close();
  }

  /** Tells of failures that came when response filters had seen what was to be written. */
  private static boolean hasFailed(Exchange exchange) {
    var out = exchange.getOutMessage();
    return exchange.getOutFaultMessage() != null
        || (out != null && out.get(Message.RESPONSE_CODE) instanceof Integer code && code >= 500);
  }

  /** Hears of failures that no mapper has turned into a response. */
  private record Observer(@Nullable MessageObserver next, Passage passage)
      implements MessageObserver {

    @Override
    public void onMessage(Message message) {
      try {
        if (next != null) {
          next.onMessage(message);
        }
      } finally {
        passage.failed();
        passage.close();
      }
    }
  }
}
