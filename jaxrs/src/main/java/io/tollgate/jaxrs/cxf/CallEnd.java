package io.tollgate.jaxrs.cxf;

import io.tollgate.http.Passage;
import jakarta.servlet.http.HttpServletResponse;
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

  private static final String SERVLET_RESPONSE = "HTTP.RESPONSE";
  private static final int SERVER_ERROR = 500;

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
    return (exchange.getOutFaultMessage() != null && !hasAnswered(exchange))
        || (out != null
            && out.get(Message.RESPONSE_CODE) instanceof Integer code
            && code >= SERVER_ERROR);
  }

  /**
   * Tells whether the client was told of success before something failed: it does not take what it
   * is sent any more, which gives it nothing back.
   */
  private static boolean hasAnswered(Exchange exchange) {
    return exchange.getInMessage().get(SERVLET_RESPONSE) instanceof HttpServletResponse response
        && response.isCommitted()
        && response.getStatus() < SERVER_ERROR;
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
        if (!hasAnswered(message.getExchange())) {
          passage.failed();
        }
        passage.close();
      }
    }
  }
}
