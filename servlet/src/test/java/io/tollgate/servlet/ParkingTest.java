package io.tollgate.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.ConcurrencyLimited;
import io.tollgate.Key;
import io.tollgate.Limiter;
import io.tollgate.LocalBackend;
import io.tollgate.OnLimit;
import io.tollgate.Phase;
import io.tollgate.RateLimited;
import io.tollgate.Settings;
import io.tollgate.http.Endpoint;
import io.tollgate.http.Gate;
import io.tollgate.http.Instances;
import io.tollgate.http.Passage;
import io.tollgate.http.Passage.Step;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Requests that a container does not take a second time as they came. */
final class ParkingTest {

  /** Has one call at a time, and lets the others wait. */
  @SuppressWarnings({"UnusedMethod", "EffectivelyPrivate"})
  static class Export {
    @RateLimited(limit = 20, burst = 1, key = Key.GLOBAL, onLimit = OnLimit.WAIT, maxWait = "9s")
    @ConcurrencyLimited(max = 1, key = Key.GLOBAL)
    public void get() {}
  }

  private static final class Made implements Instances {
    @Override
    public <T> T of(Class<T> type) {
      return Instances.make(type);
    }
  }

  private final AtomicLong time = new AtomicLong();
  private final Gate gate = new Gate(Settings.of(Map.of()), this::limiter, time::get, new Made());
  private final List<String> heard = new ArrayList<>();

  private final HttpServletResponse response =
      Stubs.of(
          HttpServletResponse.class,
          Map.of("setStatus", status -> note("status " + status.get(0))));

  private Limiter limiter() {
    var backend = new LocalBackend(/* maxKeys= */ 100, time::get, () -> Instant.EPOCH);
    return Limiter.builder().local(backend).build();
  }

  private @Nullable Object note(String what) {
    heard.add(what);
    return null;
  }

  /** A container to which only some paths may be dispatched. */
  private HttpServletRequest request(boolean takesOthers) {
    var requests = new ArrayList<HttpServletRequest>();
    var context =
        Stubs.of(
            AsyncContext.class,
            Map.of(
                "getTimeout", none -> 30_000L,
                "getRequest", none -> requests.get(0),
                "getResponse", none -> response,
                "complete", none -> note("complete"),
                "dispatch", path -> dispatch(path, takesOthers)));
    requests.add(
        Stubs.of(
            HttpServletRequest.class,
            Map.of(
                "getMethod", none -> "GET",
                "getServletPath", none -> "/a b",
                "getPathInfo", none -> "/;%\u00e4+",
                "startAsync", both -> context)));
    return requests.get(0);
  }

  private @Nullable Object dispatch(List<Object> path, boolean takesOthers) {
    if (path.isEmpty() || !takesOthers) {
      throw new UnsupportedOperationException("no dispatcher for this path");
    }
    return note("dispatch " + path.get(0));
  }

  private Endpoint endpoint() throws NoSuchMethodException {
    return gate.endpoint(Export.class, Export.class.getMethod("get"));
  }

  private Passage passage(HttpServletRequest request) {
    return gate.arrival(new WebRequest(request)).passage();
  }

  private Passage parked(HttpServletRequest request) throws NoSuchMethodException {
    var first = passage(request);
    assertThat(first.ask(endpoint(), Phase.AFTER_AUTHENTICATION)).isEqualTo(Step.GO_ON);
    first.close();
    var passage = passage(request);
    assertThat(passage.ask(endpoint(), Phase.AFTER_AUTHENTICATION)).isEqualTo(Step.WAIT);
    time.addAndGet(Duration.ofSeconds(1).toNanos());
    passage.awaitTurn();
    Parking.park(request, response, passage);
    return passage;
  }

  @Test
  void park_pathThatTheContainerDoesNotTake_isSentInByItsDecodedPath() throws Exception {
    var passage = parked(request(/* takesOthers= */ true));

    assertThat(heard).containsExactly("dispatch /a%20b/%3B%25%C3%A4%2B");
    assertThat(passage.ask(endpoint(), Phase.AFTER_AUTHENTICATION)).isEqualTo(Step.GO_ON);
  }

  @Test
  void park_whereNoPathIsTaken_answersWithAnErrorAndGivesBackWhatWasTaken() throws Exception {
    var request = request(/* takesOthers= */ false);
    parked(request);

    assertThat(heard).containsExactly("status 500", "complete");
    var next = passage(request);
    assertThat(next.ask(endpoint(), Phase.AFTER_AUTHENTICATION)).isEqualTo(Step.GO_ON);
  }
}
