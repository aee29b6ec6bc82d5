package io.tollgate.servlet;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.tollgate.Decision;
import io.tollgate.Explainer;
import io.tollgate.Limiter;
import io.tollgate.Phase;
import io.tollgate.Settings;
import io.tollgate.Ticker;
import io.tollgate.Toll;
import io.tollgate.http.Answers;
import io.tollgate.http.Arrival;
import io.tollgate.http.Endpoint;
import io.tollgate.http.ExplainDesk;
import io.tollgate.http.Gate;
import io.tollgate.http.Instances;
import io.tollgate.http.Passage;
import io.tollgate.http.Passage.Step;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts the limits in force that rules state, and those that annotations on servlets declare.
 *
 * <p>A container that reads web fragments finds it by itself. Elsewhere, map it to {@code /*} for
 * the dispatcher types REQUEST and ASYNC, behind the filters that find out who the user is, and
 * with support for asynchronous requests.
 *
 * <p>Settings come from the init-params of the filter, from the context-params of the application,
 * and from everywhere else where {@link Settings#load(Map)} looks.
 */
public final class TollgateFilter implements Filter {

  private static final Logger LOG = LoggerFactory.getLogger("io.tollgate");

  private static final int FORBIDDEN = HttpServletResponse.SC_FORBIDDEN;

  /** Where a request that was sent in again finds the endpoint that it waited for. */
  private static final String WAITED_FOR = TollgateFilter.class.getName() + ".waitedFor";

  /** A class that an application has which may have limits of Jakarta REST. */
  private static final String REST = "io.tollgate.jaxrs.TollgateFeature";

  /** Where an application finds the explainer. */
  private static final String EXPLAINER = Explainer.class.getName();

  /**
   * The request that a filter of ours has begun with on this thread, and has handed on. An
   * attribute of the request would say the same, on every thread; but Jetty makes a table for it,
   * which takes a third as long as all else of this filter.
   *
   * <p>In a reference that stays with its thread, so that a call looks for it once; and one of the
   * JDK, so that threads of the container do not hold a class of an application that was stopped.
   */
  private static final ThreadLocal<AtomicReference<@Nullable ServletRequest>> UNDER_WAY =
      ThreadLocal.withInitial(AtomicReference::new);

  private final Optional<Settings> givenSettings;
  private final Optional<Limiter> givenLimiter;
  private final AtomicBoolean toldOfBlocking = new AtomicBoolean();

  private @Nullable Gate gate;
  private @Nullable Routes routes;
  private @Nullable Limiter made;

  /** Whether limits of Jakarta REST farther in have to know what was paid here. */
  private boolean isBeforeRest;

  /** Decides by the limiter that the settings describe. */
  public TollgateFilter() {
    this(Optional.empty(), Optional.empty());
  }

  /** Decides by this limiter, which the application closes itself. */
  public TollgateFilter(Limiter limiter) {
    this(Optional.empty(), Optional.of(limiter));
  }

  /** Takes these settings, and looks for none elsewhere. */
  public TollgateFilter(Settings settings) {
    this(Optional.of(settings), Optional.empty());
  }

  /**
   * Takes these settings, and looks for none elsewhere; decides by this limiter, which the
   * application closes itself.
   */
  public TollgateFilter(Settings settings, Limiter limiter) {
    this(Optional.of(settings), Optional.of(limiter));
  }

  private TollgateFilter(Optional<Settings> settings, Optional<Limiter> limiter) {
    this.givenSettings = settings;
    this.givenLimiter = limiter;
  }

  /**
   * Returns what the present request pays, to settle it after the work where a limit is declared
   * with {@link io.tollgate.RateLimited#settle}.
   */
  public static Toll toll(ServletRequest request) {
    var passage = Passage.findKept(request::getAttribute);
    return passage == null ? Passage.NOTHING : passage;
  }

  /**
   * Returns what tells why calls of an application are decided as they are.
   *
   * @throws IllegalStateException if the application has no such filter that has started
   */
  public static Explainer explainer(ServletContext application) {
    if (application.getAttribute(EXPLAINER) instanceof Explainer explainer) {
      return explainer;
    }
    throw new IllegalStateException(
        "no TollgateFilter has started in this application; map one to /*, and ask no earlier than"
            + " a servlet's init");
  }

  @Override
  public void init(FilterConfig config) {
    try {
      open(config);
    } catch (RuntimeException e) {
      destroy(); // Containers call that only for a filter that has started.
      throw e;
    }
  }

  private void open(FilterConfig config) {
    var settings = givenSettings.orElseGet(() -> Settings.loadWithProblems(parameters(config)));
    var opened = new Gate(settings, () -> limiter(settings), Ticker.system(), new Constructors());
    var found = Routes.of(config.getServletContext(), opened);
    opened.start();
    gate = opened;
    routes = found;
    isBeforeRest = Servlets.isPresent(config.getServletContext(), REST);
    config.getServletContext().setAttribute(EXPLAINER, opened);
  }

  private static Map<String, String> parameters(FilterConfig config) {
    var parameters = new HashMap<String, String>();
    var context = config.getServletContext();
    for (var name : Collections.list(context.getInitParameterNames())) {
      parameters.put(name, context.getInitParameter(name));
    }
    for (var name : Collections.list(config.getInitParameterNames())) {
      parameters.put(name, config.getInitParameter(name));
    }
    return parameters;
  }

  private Limiter limiter(Settings settings) {
    return givenLimiter.orElseGet(
        () -> {
          var limiter = Limiter.of(settings);
          made = limiter;
          return limiter;
        });
  }

  /** Makes the application's classes that annotations name. */
  private static final class Constructors implements Instances {

    @Override
    public <T> T of(Class<T> type) {
      return Instances.make(type);
    }
  }

  @Override
  public void destroy() {
    if (gate != null) {
      gate.close();
    }
    if (made != null) {
      made.close();
      made = null;
    }
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    if (gate != null
        && routes != null
        && request instanceof HttpServletRequest http
        && response instanceof HttpServletResponse answer) {
      lead(gate, routes, new Call(http, answer, chain));
    } else {
      chain.doFilter(request, response);
    }
  }

  /** What the container hands in. */
  private record Call(HttpServletRequest request, HttpServletResponse response, FilterChain chain) {

    void goOn() throws IOException, ServletException {
      chain.doFilter(request, response);
    }
  }

  private void lead(Gate at, Routes known, Call call) throws IOException, ServletException {
    switch (call.request.getDispatcherType()) {
      case REQUEST -> leadOnce(at, known, call);
      case ASYNC -> leadAgain(at, call);
      default -> call.goOn(); // It comes from inside the application.
    }
  }

  /** Begins with a request, unless another filter of ours has begun with it. */
  private void leadOnce(Gate at, Routes known, Call call) throws IOException, ServletException {
    var request = innermost(call.request);
    var underWay = UNDER_WAY.get();
    var outer = underWay.getPlain();
    if (outer == request) {
      call.goOn();
      return;
    }
    underWay.setPlain(request);
    try {
      begin(at, known, call);
    } finally {
      underWay.setPlain(outer);
    }
  }

  /** Returns a request as the container has made it, whatever filters have made of it since. */
  private static ServletRequest innermost(ServletRequest request) {
    var inner = request;
    while (inner instanceof ServletRequestWrapper wrapper) {
      inner = wrapper.getRequest();
    }
    return inner;
  }

  private void begin(Gate at, Routes known, Call call) throws IOException, ServletException {
    var view = new WebRequest(call.request);
    if (at.explains() && explained(at.explain(view), call)) {
      return;
    }
    var arrival = at.arrival(view);
    var endpoint = known.of(call.request, arrival);
    if (isBeforeRest) {
      keepAndPass(arrival.passage(), endpoint, call);
    } else if (endpoint == null) {
      call.goOn(); // No limit speaks of it.
    } else {
      decideOrPass(arrival, endpoint, at.answers(), call);
    }
  }

  private void keepAndPass(Passage passage, @Nullable Endpoint endpoint, Call call)
      throws IOException, ServletException {
    passage.keep(call.request::setAttribute);
    if (endpoint == null) {
      call.goOn();
    } else {
      pass(passage, endpoint, call);
    }
  }

  /** Most requests are only decided: nothing comes later that they had to be remembered for. */
  private void decideOrPass(Arrival arrival, Endpoint endpoint, Answers answers, Call call)
      throws IOException, ServletException {
    var decision = arrival.decideAtOnce(endpoint);
    if (decision == null) {
      pass(arrival.passage(), endpoint, call);
    } else if (decision.allowed()) {
      answers.writeFields(decision, call.response::setHeader);
      call.goOn();
    } else {
      refuse(decision, answers, call);
    }
  }

  private static boolean explained(Optional<ExplainDesk.Answer> answer, Call call)
      throws IOException {
    if (answer.isPresent()) {
      call.response.setHeader("Cache-Control", "no-store");
      var body = answer.get().body().getBytes(US_ASCII);
      answer(call, answer.get().status(), answer.get().type(), body);
    }
    return answer.isPresent();
  }

  private void leadAgain(Gate at, Call call) throws IOException, ServletException {
    var passage = Passage.findKept(call.request::getAttribute);
    if (passage == null || !passage.isAt(at)) {
      call.goOn(); // It has nothing to give back, or that is up to another filter of ours.
    } else if (call.request.getAttribute(WAITED_FOR) instanceof Endpoint endpoint) {
      call.request.removeAttribute(WAITED_FOR);
      pass(passage, endpoint, call);
    } else {
      run(passage, call);
    }
  }

  private void pass(Passage passage, Endpoint endpoint, Call call)
      throws IOException, ServletException {
    switch (ask(passage, endpoint)) {
      case GO_ON -> {
        passage.writeFields(call.response::setHeader);
        if (passage.isUnfinished()) {
          passage.keep(call.request::setAttribute);
        }
        run(passage, call);
      }
      case REFUSED -> {
        refuse(passage.refusal(), passage.answers(), call);
        passage.close(); // What was taken in shadow, or before authentication.
      }
      case DENIED -> deny(passage, call);
      case WAIT -> await(passage, endpoint, call);
    }
  }

  /** The container has authenticated the user, or an earlier filter has: both phases are now. */
  private static Step ask(Passage passage, Endpoint endpoint) {
    var step =
        endpoint.isAsked(Phase.BEFORE_AUTHENTICATION)
            ? passage.ask(endpoint, Phase.BEFORE_AUTHENTICATION)
            : Step.GO_ON;
    return step == Step.GO_ON ? passage.ask(endpoint, Phase.AFTER_AUTHENTICATION) : step;
  }

  private static void run(Passage passage, Call call) throws IOException, ServletException {
    if (!passage.isHolding() && !passage.isRefundable()) {
      call.goOn();
      return;
    }
    boolean failed = true;
    try {
      call.goOn();
      failed = false;
    } finally {
      CallEnd.returned(call.request, call.response, passage, failed);
    }
  }

  private static void refuse(Decision refusal, Answers answers, Call call) throws IOException {
    answers.writeFields(refusal, call.response::setHeader);
    answers.writeRefusalFields(refusal, call.response::setHeader);
    answer(call, answers.status(refusal), Answers.PROBLEM_TYPE, answers.problem(refusal));
  }

  private static void deny(Passage passage, Call call) throws IOException {
    passage.answers().writeDenialFields(call.response::setHeader);
    answer(call, FORBIDDEN, Answers.PROBLEM_TYPE, passage.answers().denial());
    passage.close();
  }

  private static void answer(Call call, int status, String type, byte[] body) throws IOException {
    var response = call.response;
    response.setStatus(status);
    response.setContentType(type);
    if (!call.request.getMethod().equals("HEAD")) {
      response.setContentLength(body.length);
      response.getOutputStream().write(body);
    }
  }

  private void await(Passage passage, Endpoint endpoint, Call call)
      throws IOException, ServletException {
    var request = call.request;
    if (request.isAsyncSupported() && !request.isAsyncStarted()) {
      request.setAttribute(WAITED_FOR, endpoint);
      passage.keep(request::setAttribute);
      Parking.park(request, call.response, passage);
      return;
    }
    if (toldOfBlocking.compareAndSet(false, true)) {
      LOG.warn(
          "A call of the servlet {} waits for its turn and holds its thread, because asynchronous"
              + " requests are not supported; set async-supported on this filter and those before"
              + " it",
          request.getHttpServletMapping().getServletName());
    }
    passage.awaitTurn();
    pass(passage, endpoint, call);
  }
}
