package io.tollgate.jaxrs.jersey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tollgate.Backend;
import io.tollgate.Claim;
import io.tollgate.CostFunction;
import io.tollgate.Decision;
import io.tollgate.Explainer;
import io.tollgate.Key;
import io.tollgate.KeyResolver;
import io.tollgate.Lease;
import io.tollgate.Limiter;
import io.tollgate.LimiterListener;
import io.tollgate.LocalBackend;
import io.tollgate.Per;
import io.tollgate.Question;
import io.tollgate.RateLimited;
import io.tollgate.RequestView;
import io.tollgate.Settings;
import io.tollgate.Settlement;
import io.tollgate.Toll;
import io.tollgate.jaxrs.TollgateFeature;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Context;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.glassfish.grizzly.http.server.HttpServer;
import org.glassfish.hk2.utilities.binding.AbstractBinder;
import org.glassfish.jersey.grizzly2.httpserver.GrizzlyHttpServerFactory;
import org.glassfish.jersey.server.ResourceConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What HK2 hands out, and what an application may put in its place. */
final class JerseyInjectionTest {

  private final HttpClient client = HttpClient.newHttpClient();
  private Optional<HttpServer> server = Optional.empty();

  @AfterEach
  void stop() {
    server.ifPresent(HttpServer::shutdownNow);
  }

  private void start(ResourceConfig config) {
    server =
        Optional.of(
            GrizzlyHttpServerFactory.createHttpServer(URI.create("http://127.0.0.1:0/"), config));
  }

  private HttpResponse<String> get(String path, String... headers) throws Exception {
    int port = server.orElseThrow().getListeners().iterator().next().getPort();
    var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/" + path));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private String row(int count, String path, String... headers) throws Exception {
    var row = new StringBuilder();
    for (int i = 0; i < count; i++) {
      var status = get(path, headers).statusCode();
      row.append(status == 200 ? "A" : status == 429 ? "R" : "(" + status + ")");
    }
    return row.toString();
  }

  /** Knows which key belongs to which tenant. */
  static class Tenants {
    String of(String apiKey) {
      return apiKey.substring(0, 1);
    }
  }

  /** Asks another object of the application. */
  public static class ByTenant implements KeyResolver {
    private final Tenants tenants;

    @Inject
    ByTenant(Tenants tenants) {
      this.tenants = tenants;
    }

    @Override
    public Optional<String> resolve(RequestView request) {
      return request.header("X-Api-Key").map(tenants::of);
    }
  }

  /** Has a field that is injected. */
  public static class ByLength implements CostFunction {
    @Inject private Tenants tenants;

    @Override
    public long cost(RequestView request) {
      return tenants.of("2").length() + 1L;
    }
  }

  /** Uses what HK2 has to offer. */
  @Path("shop")
  public static class Shop {

    @Inject private Limiter limiter;
    @Inject private Settings settings;
    @Inject private Backend backend;

    /** By tenant, two tokens a call. */
    @GET
    @Path("tenant")
    @RateLimited(
        limit = 4,
        per = Per.HOUR,
        resolver = ByTenant.class,
        costFunction = ByLength.class)
    public String tenant() {
      return "ok";
    }

    /** Tells what is injected. */
    @GET
    @Path("injected")
    @RateLimited(limit = 1, per = Per.HOUR, key = Key.GLOBAL)
    public String injected() {
      return (limiter != null) + " " + settings.limits().keySet();
    }

    /** Tells where the buckets live. */
    @GET
    @Path("backend")
    public String backend() {
      return backend.getClass().getSimpleName();
    }

    /** Settles by a parameter. */
    @GET
    @Path("parameter")
    @RateLimited(limit = 10, per = Per.HOUR, key = Key.GLOBAL, cost = 5, settle = true)
    public String parameter(@Context Toll toll) {
      toll.settle(1);
      return "ok";
    }

    /** Has no limit, so that there is nothing to settle. */
    @GET
    @Path("free")
    public String free(@Context Toll toll) {
      toll.settle(1);
      return "ok";
    }
  }

  /** Made for each request, with a field for its toll. */
  @Path("own")
  public static class Own {
    @Inject private Toll toll;

    /** Settles by the field. */
    @GET
    @RateLimited(limit = 10, per = Per.HOUR, key = Key.GLOBAL, cost = 5, settle = true)
    public String get() {
      toll.settle(2);
      return "ok";
    }
  }

  /** Made once, with a field for the toll of whichever request. */
  @Path("single")
  @Singleton
  public static class Single {
    @Inject private Toll toll;
    @Inject private Explainer explainer;

    /** Tells what is left for the other method. */
    @GET
    @Path("left")
    public String left() {
      return explainer.explain(Question.of("GET", "/single")).toJson();
    }

    /** Settles by the field. */
    @GET
    @RateLimited(limit = 10, per = Per.HOUR, key = Key.GLOBAL, cost = 5, settle = true)
    public String get() {
      toll.settle(2);
      return "ok";
    }
  }

  private static ResourceConfig config() {
    return new ResourceConfig(Shop.class, Single.class, Own.class)
        .register(
            new AbstractBinder() {
              @Override
              protected void configure() {
                bindAsContract(Tenants.class);
              }
            });
  }

  @Test
  void resolver_withInjectedConstructor_tellsWhoPays() throws Exception {
    start(config());

    assertThat(row(2, "shop/tenant", "X-Api-Key", "a1")).isEqualTo("AA");
    assertThat(row(1, "shop/tenant", "X-Api-Key", "a2")).isEqualTo("R");
    assertThat(row(1, "shop/tenant", "X-Api-Key", "b1")).isEqualTo("A");
  }

  @Test
  void limiterAndSettings_areInjected() throws Exception {
    start(config().property("tollgate.limits.spare", "5/min"));

    assertThat(get("shop/injected").body()).isEqualTo("true [spare]");
  }

  @Test
  void backend_ofTheSettings_isInjected() throws Exception {
    start(config());

    assertThat(get("shop/backend").body()).isEqualTo("LocalBackend");
  }

  @Test
  void backend_ofAGivenLimiter_isInjected() throws Exception {
    var given = Limiter.builder().backend(new CountingBackend()).build();
    start(config().register(new TollgateFeature(given)));

    assertThat(get("shop/backend").body()).isEqualTo("CountingBackend");
  }

  @Test
  void toll_asParameterAndAsField_settles() throws Exception {
    start(config());

    // 5 are reserved and 4 come back; the seventh finds 4 of 10 left.
    assertThat(row(8, "shop/parameter")).isEqualTo("AAAAAARR");
    assertThat(row(4, "single")).isEqualTo("AAAR");
    assertThat(row(4, "own")).isEqualTo("AAAR");
    assertThat(row(3, "shop/free")).isEqualTo("AAA");
  }

  @Test
  void explainer_asFieldOfASingleton_tellsWhatIsLeft() throws Exception {
    start(config());

    assertThat(row(2, "single")).isEqualTo("AA");
    assertThat(get("single/left").body())
        .contains("\"endpoint\":\"Single.get\"", "\"layer\":\"annotation\"", "\"remaining\":6");
  }

  @Test
  void limiter_thatTheApplicationBinds_decides() throws Exception {
    var decided = new AtomicInteger();
    var own =
        Limiter.builder()
            .listener(
                new LimiterListener() {
                  @Override
                  public void onDecision(List<Claim> claims, Decision decision, Source source) {
                    decided.incrementAndGet();
                  }
                })
            .build();
    start(
        config()
            .register(
                new AbstractBinder() {
                  @Override
                  protected void configure() {
                    bind(own).to(Limiter.class);
                  }
                }));

    assertThat(row(2, "shop/injected")).isEqualTo("AR");
    assertThat(decided).hasValue(2);
  }

  /** Counts what it is asked. */
  static final class CountingBackend implements Backend {
    private final LocalBackend backend = new LocalBackend();
    private final AtomicInteger asked = new AtomicInteger();

    @Override
    public CompletionStage<Decision> decideAsync(List<Claim> claims) {
      asked.incrementAndGet();
      return backend.decideAsync(claims);
    }

    @Override
    public CompletionStage<Void> releaseAsync(List<Lease> leases) {
      return backend.releaseAsync(leases);
    }

    @Override
    public CompletionStage<Void> settleAsync(List<Settlement> settlements) {
      return backend.settleAsync(settlements);
    }
  }

  @Test
  void backend_thatTheApplicationBinds_isAsked() throws Exception {
    var backend = new CountingBackend();
    start(
        config()
            .register(
                new AbstractBinder() {
                  @Override
                  protected void configure() {
                    bind(backend).to(Backend.class);
                  }
                }));

    assertThat(row(2, "shop/injected")).isEqualTo("AR");
    assertThat(backend.asked).hasValue(2);
    assertThat(get("shop/backend").body()).isEqualTo("CountingBackend");
  }

  @Test
  void start_mistakes_areAllToldWhenTheServerStarts() {
    var config = new ResourceConfig(Wrong.class).property("tollgate.limits.other", "5/min");

    assertThatThrownBy(() -> start(config))
        .hasStackTraceContaining("on Wrong.one: cost exceeds the burst of 2; raise burst")
        .hasStackTraceContaining("on Wrong.two: nobody states the size of bucket \"nowhere\"");
  }

  /** Two mistakes. */
  @Path("wrong")
  public static class Wrong {

    /** Never fits. */
    @GET
    @RateLimited(limit = 2, cost = 3)
    public String one() {
      return "";
    }

    /** Has no size. */
    @GET
    @Path("two")
    @RateLimited(bucket = "nowhere")
    public String two() {
      return "";
    }
  }

  @Test
  void start_unknownSetting_isTold() {
    var config = config().property("tollgate.mod", "shadow");

    assertThatThrownBy(() -> start(config)).hasStackTraceContaining("did you mean tollgate.mode?");
  }

  /** Has the path of what implements it. */
  @Path("items/{shop}")
  public interface Items {

    /** By a parameter of its own path. */
    @GET
    @Path("{id}")
    String one();
  }

  /** Goes by parameters that are there. */
  public static class OwnItems implements Items {

    @Override
    @RateLimited(limit = 2, by = "path:id")
    public String one() {
      return "";
    }

    /** By a parameter of the class. */
    @GET
    @RateLimited(limit = 2, by = "path:shop")
    public String all() {
      return "";
    }

    /** By a parameter that has to fit an expression. */
    @GET
    @Path("numbers/{number: \\d+}")
    @RateLimited(limit = 2, by = "path:number")
    public String number() {
      return "";
    }
  }

  /** Goes by a parameter that is not there. */
  @Path("lost/{id}")
  public static class Lost {

    /** Misspelt. */
    @GET
    @RateLimited(limit = 2, by = "path:ident")
    public String get() {
      return "";
    }
  }

  @Test
  void start_parametersOfPaths_areToldWhereNoPathHasThem() {
    assertThatThrownBy(() -> start(new ResourceConfig(Lost.class, OwnItems.class)))
        .hasStackTraceContaining("on Lost.get: its path has no parameter ident; add {ident}");

    start(new ResourceConfig(OwnItems.class));
  }
}
