package io.tollgate.servlet.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tollgate.Algorithm;
import io.tollgate.Key;
import io.tollgate.OnLimit;
import io.tollgate.RateLimited;
import io.tollgate.jaxrs.tests.Wire;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that wait for their turn, and hold no thread. */
abstract class WaitingContract extends Chapter {

  private static final int WAITING = 500;
  private static final int THREADS = 8;
  private static final int PER_SECOND = 200;

  private final String name;

  WaitingContract(String name, Host host) {
    super(host);
    this.name = name;
  }

  /** Numbers requests as they come, and writes down which is served when. */
  private static final class Journal {
    private final AtomicInteger arrived = new AtomicInteger();
    private final Semaphore arrivals = new Semaphore(0);
    private final List<Integer> served = Collections.synchronizedList(new ArrayList<>());
    private final List<Long> times = Collections.synchronizedList(new ArrayList<>());

    Filter filter() {
      return (request, response, chain) -> {
        if (request.getAttribute("number") == null) {
          request.setAttribute("number", arrived.incrementAndGet());
          arrivals.release();
        }
        chain.doFilter(request, response);
      };
    }

    void awaitArrival() throws InterruptedException {
      assertThat(arrivals.tryAcquire(20, TimeUnit.SECONDS)).as("the request came in").isTrue();
    }

    void serve(HttpServletRequest request, HttpServletResponse response) throws IOException {
      synchronized (this) {
        times.add(System.nanoTime());
        served.add((Integer) request.getAttribute("number"));
      }
      response.setContentType("text/plain");
      response.getOutputStream().print("got " + request.getQueryString());
    }
  }

  /** Serves so many each second, and lets the others wait. */
  public static class Counter extends HttpServlet {
    private static final long serialVersionUID = 1;
    private final transient Journal journal;

    Counter(Journal journal) {
      this.journal = journal;
    }

    @Override
    @RateLimited(
        limit = PER_SECOND,
        burst = 1,
        key = Key.GLOBAL,
        onLimit = OnLimit.WAIT,
        maxWait = "20s")
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      journal.serve(request, response);
    }

    @Override
    @RateLimited(
        limit = PER_SECOND,
        burst = 1_000,
        key = Key.GLOBAL,
        algorithm = Algorithm.LEAKY_BUCKET)
    protected void doPost(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      journal.serve(request, response);
    }

    @Override
    @RateLimited(limit = 5, burst = 1, key = Key.IP, onLimit = OnLimit.WAIT, maxWait = "1s")
    protected void doPut(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      response
          .getOutputStream()
          .print(new String(request.getInputStream().readAllBytes(), StandardCharsets.US_ASCII));
    }
  }

  private static App app(Journal journal) {
    return new App()
        .filter(journal.filter())
        .servlet("/counter/*", new Counter(journal))
        .servlet("/plain", new Plain())
        .set("tollgate.wait.maxperbucket", "600")
        .threads(THREADS);
  }

  private Socket send(Host.Running running, String method, String path) throws IOException {
    var socket = closing(new Socket(InetAddress.getLoopbackAddress(), running.port()));
    socket.setSoTimeout(30_000);
    var request = method + " " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n";
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    return socket;
  }

  private static String statusLine(Socket socket) throws IOException {
    var line = new StringBuilder();
    for (int c = socket.getInputStream().read(); c >= 0 && c != '\r'; ) {
      line.append((char) c);
      c = socket.getInputStream().read();
    }
    return line.toString();
  }

  private static long usedBytes() {
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "POST"})
  void waiting_manyRequestsOnFewThreads_areServedInOrderAtTheRate(String method) throws Exception {
    var journal = new Journal();
    var running = start(app(journal));
    var wire = closing(new Wire(running.port()));
    assertThat(wire.call("GET", "/plain").status()).isEqualTo(200);
    journal.awaitArrival();
    journal.arrived.set(0);
    int threads = ManagementFactory.getThreadMXBean().getThreadCount();

    long begin = System.nanoTime();
    var sockets = new ArrayList<Socket>();
    for (int i = 0; i < WAITING; i++) {
      sockets.add(send(running, method, "/counter/odd%20path;a=b?n=" + i));
      journal.awaitArrival(); // One after the other, so that their order is known.
    }
    int waiting = WAITING - journal.served.size();
    assertThat(waiting).as("requests that wait at once").isGreaterThan(10 * THREADS);
    int threadsThen = ManagementFactory.getThreadMXBean().getThreadCount();

    // Others are served meanwhile, although more wait than there are threads.
    assertThat(get(wire, "/plain", 20)).isEqualTo("A".repeat(20));
    assertThat(journal.served.size()).as("of those who wait").isLessThan(WAITING);
    for (int i = 0; i < WAITING; i++) {
      assertThat(statusLine(sockets.get(i))).startsWith("HTTP/1.1 200");
    }
    var took = Duration.ofNanos(journal.times.get(WAITING - 1) - begin);
    System.out.printf(
        "%s: %d %s requests waited on %d threads and were served in %d ms at %d per second;"
            + " threads before %d, meanwhile %d%n",
        name, WAITING, method, THREADS, took.toMillis(), PER_SECOND, threads, threadsThen);

    // The container's threads may be started now, and our timer.
    assertThat(threadsThen).isLessThanOrEqualTo(threads + THREADS + 2);
    assertThat(took).isGreaterThan(Duration.ofMillis(1_000L * (WAITING - 2) / PER_SECOND));
    assertInOrder(journal.served);
    if (method.equals("GET")) {
      assertAtTheRate(journal.times); // A leaky bucket makes up for a moment that was lost.
    }
  }

  /**
   * But for the threads, which may overtake each other on their way in and out; and a few of them
   * may have been interrupted on their way in.
   */
  private static void assertInOrder(List<Integer> served) {
    assertThat(served).hasSize(WAITING).doesNotHaveDuplicates();
    int misplaced = 0;
    for (int i = 0; i < WAITING; i++) {
      misplaced += Math.abs(served.get(i) - (i + 1)) > 2 * THREADS ? 1 : 0;
    }
    assertThat(misplaced).as("out of their place in %s", served).isLessThanOrEqualTo(WAITING / 50);
  }

  /** No hundred of them came much faster than the rate. */
  private static void assertAtTheRate(List<Long> times) {
    for (int i = 0; i + 100 < WAITING; i += 50) {
      long millis = TimeUnit.NANOSECONDS.toMillis(times.get(i + 100) - times.get(i));
      assertThat(millis)
          .as("for a hundred from number %d on", i)
          .isGreaterThan(100 * 1_000 / PER_SECOND / 2);
    }
  }

  @Test
  void waiting_eachRequest_takesWhatItsConnectionTakes() throws Exception {
    var journal = new Journal();
    var app = app(journal).servlet("/open", new Plain());
    app.set("tollgate.rules.parked.path", "/plain").set("tollgate.rules.parked.limit", "600/h");
    app.set("tollgate.rules.parked.onlimit", "wait").set("tollgate.rules.parked.maxwait", "1h");
    var running = start(app);
    try (var wire = new Wire(running.port())) {
      for (int i = 0; i < 600; i++) {
        assertThat(wire.call("GET", "/plain").status()).isEqualTo(200);
        journal.awaitArrival();
      }
    }
    // An open connection takes memory, too, waiting or not.
    long before = usedBytes();
    for (int i = 0; i < WAITING; i++) {
      closing(new Wire(running.port())).call("GET", "/open");
      journal.awaitArrival();
    }
    long open = usedBytes();
    for (int i = 0; i < WAITING; i++) {
      send(running, "GET", "/plain");
      journal.awaitArrival();
    }
    long waiting = usedBytes();
    System.out.printf(
        "%s: about %d bytes for each connection, about %d for each with a request that waits%n",
        name, (open - before) / WAITING, (waiting - open) / WAITING);

    assertThat((waiting - open) / WAITING).as("bytes").isLessThan(200_000);
  }

  @Test
  void waiting_pathQueryAndBody_areTheSameAfterwards() throws Exception {
    var journal = new Journal();
    var running = start(app(journal));
    for (int i = 0; i < 3; i++) {
      try (var socket = new Socket(InetAddress.getLoopbackAddress(), running.port())) {
        socket.setSoTimeout(20_000);
        var request =
            "PUT /counter/a%20b;c=d?n=%31 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                + "Content-Length: 5\r\n\r\nhello";
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        var answer =
            new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        assertThat(answer).startsWith("HTTP/1.1 200").contains("hello");
      }
    }
  }

  @Test
  void waiting_longerThanMayBe_isRefusedAtOnce() throws Exception {
    var running = start(app(new Journal()));
    var sockets = new ArrayList<Socket>();
    for (int i = 0; i < 12; i++) {
      sockets.add(send(running, "PUT", "/counter/x"));
    }
    var statuses = new ArrayList<String>();
    for (var socket : sockets) {
      statuses.add(statusLine(socket).split(" ", 3)[1]);
    }

    // One goes on and five wait for up to a second; fewer or more if the machine is slow.
    assertThat(statuses).contains("200", "429");
    assertThat(statuses.stream().filter("200"::equals).count()).isBetween(2L, 8L);
  }

  @Test
  void waiting_inAFullQueue_isRefused() throws Exception {
    var journal = new Journal();
    var running = start(app(journal).set("tollgate.wait.maxperbucket", "3"));
    var sockets = new ArrayList<Socket>();
    for (int i = 0; i < 40; i++) {
      sockets.add(send(running, "GET", "/counter/x"));
    }
    var statuses = new ArrayList<String>();
    for (var socket : sockets) {
      statuses.add(statusLine(socket).split(" ", 3)[1]);
    }

    assertThat(statuses).containsOnly("200", "429").contains("200", "429");
  }

  @Test
  void waiting_clientsThatLeave_doNotKeepTheOthersWaiting() throws Exception {
    var journal = new Journal();
    var running = start(app(journal));
    for (int i = 0; i < 100; i++) {
      var socket = send(running, "GET", "/counter/left");
      if (i % 2 == 0) {
        socket.setSoLinger(true, 0);
      }
      socket.close();
    }
    await().until(() -> journal.arrived.get() >= 100);

    assertThat(statusLine(send(running, "GET", "/counter/stays"))).startsWith("HTTP/1.1 200");
    assertThat(statusLine(send(running, "GET", "/counter/again"))).startsWith("HTTP/1.1 200");
  }

  @Test
  void waiting_withoutSupportForIt_holdsTheThreadAndIsServed() throws Exception {
    var journal = new Journal();
    var running = start(app(journal).notAsync());
    var sockets = new ArrayList<Socket>();
    for (int i = 0; i < 20; i++) {
      sockets.add(send(running, "GET", "/counter/x"));
    }

    for (var socket : sockets) {
      assertThat(statusLine(socket)).startsWith("HTTP/1.1 200");
    }
  }

  @Test
  void waiting_userOfAnEarlierFilter_staysSignedIn() throws Exception {
    Filter authentication =
        (request, response, chain) ->
            chain.doFilter(
                request instanceof SignedIn ? request : new SignedIn((HttpServletRequest) request),
                response);
    var app = new App().filter(authentication).servlet("/who", new Who());
    app.set("tollgate.rules.who.path", "/who").set("tollgate.rules.who.limit", "10/s burst 1");
    app.set("tollgate.rules.who.onlimit", "wait").set("tollgate.rules.who.maxwait", "5s");
    app.set("tollgate.rules.who.key", "user");
    var wire = wire(app);

    for (int i = 0; i < 4; i++) {
      assertThat(wire.call("GET", "/who", "X-User: alice").body()).isEqualTo("alice");
    }
  }

  private static App oneAfterTheOther(App app, String path) {
    app.set("tollgate.rules.paced.path", path).set("tollgate.rules.paced.limit", "10/s burst 1");
    return app.set("tollgate.rules.paced.onlimit", "wait")
        .set("tollgate.rules.paced.maxwait", "10s");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/%65xport/a%20b+c%C3%A4",
        "/%2e/export/a%20b+c%C3%A4%3bd",
        "/x/%2e%2e/export",
        "//x/../export;a=b"
      })
  void waiting_oddSpellingOfAPath_isAnsweredAsWithoutWaiting(String path) throws Exception {
    var app = new App().servlet("/export/*", new Query()).servlet("/", new RuledApp.NotFound());
    int port = start(oneAfterTheOther(app, "/export/*")).port();
    var atOnce = anew(port, path); // Some containers do not take all of them.

    for (int i = 0; i < 3; i++) {
      var answer = anew(port, path);
      assertThat(answer.status()).isEqualTo(atOnce.status()).isIn(200, 400);
      assertThat(answer.body()).isEqualTo(atOnce.body());
    }
  }

  /** Calls on a connection of its own: Jetty closes one on which it gets what it does not take. */
  private static Wire.Answer anew(int port, String path) throws IOException {
    try (var wire = new Wire(port)) {
      return wire.call("GET", path + "?n=%31");
    }
  }

  /** Says which path and query it sees. */
  public static class Query extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      var rest = request.getPathInfo() == null ? "" : request.getPathInfo();
      var seen = request.getServletPath() + rest + " " + request.getQueryString();
      response.getOutputStream().write(seen.getBytes(StandardCharsets.ISO_8859_1));
    }
  }

  @Test
  void waiting_thenAsynchronous_hasTheTimeOutOfTheContainer() throws Exception {
    var app = new App().asyncServlet("/late", new Late());
    var wire = wire(oneAfterTheOther(app, "/late"));
    var atOnce = wire.call("GET", "/late").body();

    assertThat(Long.parseLong(atOnce)).isPositive();
    for (int i = 0; i < 3; i++) {
      assertThat(wire.call("GET", "/late").body()).isEqualTo(atOnce);
    }
  }

  /** Says how long it may take. */
  public static class Late extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      var context = request.startAsync();
      response.getOutputStream().print(context.getTimeout());
      context.complete();
    }
  }

  /** Says who calls. */
  public static class Who extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      response.getOutputStream().print(request.getRemoteUser());
    }
  }
}
