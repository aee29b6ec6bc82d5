package io.tollgate.jaxrs.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.Decision;
import io.tollgate.Key;
import io.tollgate.Per;
import io.tollgate.RateLimited;
import io.tollgate.jaxrs.RefusalMapper;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.MessageBodyReader;
import jakarta.ws.rs.ext.Provider;
import java.io.IOException;
import java.io.InputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;

/** What callers are told. */
abstract class AnswersContract extends ServedContract {

  AnswersContract(Host host) {
    super(host);
  }

  @Override
  App application() {
    return new App(Answering.class, ConflictMapper.class, Cors.class, ParcelReader.class);
  }

  /** Answers in different ways. */
  @Path("answers")
  public static class Answering {

    @GET
    @Path("ok")
    @RateLimited(limit = 2, per = Per.DAY, key = Key.GLOBAL)
    public String ok() {
      return "got";
    }

    @GET
    @Path("head")
    @RateLimited(limit = 2, per = Per.DAY, key = Key.GLOBAL)
    public String head() {
      return "got";
    }

    @GET
    @Path("conflict")
    @RateLimited(limit = 2, per = Per.DAY, key = Key.GLOBAL)
    public String conflict() {
      throw new ConflictException();
    }

    @GET
    @Path("relayed")
    @RateLimited(limit = 2, per = Per.DAY, key = Key.GLOBAL)
    public Response relayed() {
      return Response.ok("got").header("ratelimit", "\"upstream\";r=9;t=1").build();
    }

    @GET
    @Path("missing")
    @RateLimited(limit = 2, per = Per.DAY, key = Key.GLOBAL)
    public String missing() {
      throw new NotFoundException();
    }

    @GET
    @Path("closed")
    @RateLimited(limit = 0, per = Per.DAY, key = Key.GLOBAL)
    public String closed() {
      return "got";
    }

    @GET
    @Path("shadow")
    @RateLimited(limit = 1, per = Per.DAY, key = Key.GLOBAL, shadow = true)
    public String shadow() {
      return "got";
    }

    @POST
    @Path("parcel")
    @RateLimited(limit = 1, per = Per.DAY, key = Key.GLOBAL)
    public String parcel(Parcel parcel) {
      return "got";
    }
  }

  /** A failure that the application maps. */
  public static final class ConflictException extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  /** Maps it. */
  @Provider
  public static final class ConflictMapper implements ExceptionMapper<ConflictException> {

    @Override
    public Response toResponse(ConflictException failure) {
      return Response.status(409).entity("conflict").type(MediaType.TEXT_PLAIN_TYPE).build();
    }
  }

  /** What every response of the application has. */
  @Provider
  public static final class Cors implements ContainerResponseFilter {

    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
      response.getHeaders().putSingle("Access-Control-Allow-Origin", "*");
    }
  }

  /** The entity of a request. */
  public record Parcel(int size) {}

  /** Reads it. */
  @Provider
  public static final class ParcelReader implements MessageBodyReader<Parcel> {

    static final AtomicInteger READ = new AtomicInteger();

    @Override
    public boolean isReadable(
        Class<?> type, Type generic, Annotation[] annotations, MediaType mediaType) {
      return type == Parcel.class;
    }

    @Override
    public Parcel readFrom(
        Class<Parcel> type,
        Type generic,
        Annotation[] annotations,
        MediaType mediaType,
        MultivaluedMap<String, String> headers,
        InputStream entity)
        throws IOException {
      // To its end, or a server may close the connection on the next request.
      assertThat(entity.readAllBytes()).isNotEmpty();
      return new Parcel(READ.incrementAndGet());
    }
  }

  /** Answers refused calls in a way of the application. */
  @Provider
  public static final class Teapot implements RefusalMapper {

    @Override
    public Response toResponse(Decision refusal, ContainerRequestContext request) {
      return Response.status(418)
          .entity("no tea from " + refusal.limit().name())
          .type(MediaType.TEXT_PLAIN_TYPE)
          .build();
    }
  }

  @Test
  void fields_ofASuccess_tellWhatIsLeft() {
    var response = caller().get("answers/ok");
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("RateLimit-Policy"))
        .contains("\"Answering.ok\";q=2;w=86400");
    assertThat(response.headers().firstValue("RateLimit").orElse(""))
        .startsWith("\"Answering.ok\";r=1;t=");
    assertThat(response.headers().firstValue("Retry-After")).isEmpty();
  }

  @Test
  void refusal_hasFieldsAndAProblem_andPassesTheFiltersOfTheApplication() {
    var response = caller().get("answers/closed");
    assertThat(response.statusCode()).isEqualTo(429);
    assertThat(response.headers().firstValue("Content-Type").orElse(""))
        .startsWith("application/problem+json");
    assertThat(response.headers().firstValue("Cache-Control")).contains("no-store");
    assertThat(response.headers().firstValue("RateLimit-Policy").orElse("")).contains("q=0");
    assertThat(response.headers().allValues("RateLimit")).hasSize(1);
    assertThat(response.headers().firstValue("Access-Control-Allow-Origin")).contains("*");
    assertThat(response.body())
        .contains("#quota-exceeded\"", "\"violated-policies\":[\"Answering.closed\"]");
  }

  @Test
  void refusal_thatWaitingHelps_saysHowLong() {
    caller().calls(2, "answers/head");
    var response = caller().get("answers/head");
    assertThat(response.statusCode()).isEqualTo(429);
    assertThat(response.headers().firstValueAsLong("Retry-After").orElse(0))
        .isBetween(43_000L, 43_200L);
    var head = caller().send("HEAD", "answers/head");
    assertThat(head.statusCode()).isEqualTo(429);
    assertThat(head.headers().firstValue("RateLimit")).isPresent();
    assertThat(head.headers().firstValue("Retry-After")).isPresent();
    assertThat(head.body()).isEmpty();
  }

  @Test
  void fields_ofAMappedException_areThere() {
    var response = caller().get("answers/conflict");
    assertThat(response.statusCode()).isEqualTo(409);
    assertThat(response.headers().firstValue("RateLimit").orElse("")).contains("r=1");
  }

  @Test
  void fields_ofAnExceptionWithAStatus_areThere() {
    var response = caller().get("answers/missing");
    assertThat(response.statusCode()).isEqualTo(404);
    assertThat(response.headers().firstValue("RateLimit").orElse("")).contains("r=1");
  }

  @Test
  void fields_thatTheApplicationHasToo_areOurs() {
    var response = caller().get("answers/relayed");
    assertThat(response.headers().allValues("RateLimit")).hasSize(1);
    assertThat(response.headers().firstValue("RateLimit").orElse(""))
        .startsWith("\"Answering.relayed\";r=1;t=");
  }

  @Test
  void refusal_comesBeforeTheEntityIsRead() {
    assertThat(caller().send("POST", "answers/parcel").statusCode()).isEqualTo(200);
    int read = ParcelReader.READ.get();
    assertThat(caller().send("POST", "answers/parcel").statusCode()).isEqualTo(429);
    assertThat(ParcelReader.READ.get()).isEqualTo(read);
  }

  @Test
  void shadow_ofALimit_refusesNothing() {
    assertThat(caller().calls(3, "answers/shadow")).isEqualTo("AAA");
  }

  /** Cannot answer. */
  @Provider
  public static final class Failing implements RefusalMapper {

    @Override
    public Response toResponse(Decision refusal, ContainerRequestContext request) {
      throw new IllegalStateException("out of words");
    }
  }

  @Test
  void mapper_thatFails_leavesTheUsualAnswer() throws Exception {
    try (var running = host().start(application().with(Failing.class))) {
      var response = new Caller(running).get("answers/closed");
      assertThat(response.statusCode()).isEqualTo(429);
      assertThat(response.body()).contains("quota-exceeded");
    }
  }

  /** Complains about what the client sent. */
  @Provider
  public static final class Quoting implements RefusalMapper {

    @Override
    public Response toResponse(Decision refusal, ContainerRequestContext request) {
      var parameters = request.getUriInfo().getQueryParameters();
      throw new IllegalArgumentException("no tenant " + parameters.getFirst("tenant"));
    }
  }

  @Test
  void mapper_thatFails_isToldNowAndThenAndWithoutWhatTheClientSent() throws Exception {
    try (var logged = new Logged(RefusalMapper.class);
        var running = host().start(application().with(Quoting.class))) {
      var caller = new Caller(running);
      assertThat(caller.calls(3, "answers/closed?tenant=a%0D%0Asent")).isEqualTo("RRR");

      assertThat(logged.lines(Level.WARNING))
          .singleElement()
          .asString()
          .contains(Quoting.class.getName(), IllegalArgumentException.class.getName())
          .doesNotContain("no tenant", "\n");
      assertThat(logged.lines(Level.FINE)).hasSize(3).allMatch(line -> line.contains("no tenant"));
    }
  }

  @Test
  void mapper_ofTheApplication_answers() throws Exception {
    try (var running = host().start(application().with(Teapot.class))) {
      var response = new Caller(running).get("answers/closed");
      assertThat(response.statusCode()).isEqualTo(418);
      assertThat(response.body()).isEqualTo("no tea from Answering.closed");
      assertThat(response.headers().firstValue("RateLimit")).isPresent();
      assertThat(response.headers().firstValue("Cache-Control")).contains("no-store");
    }
  }

  @Test
  void mode_shadow_refusesNothing() throws Exception {
    try (var running = host().start(application().set("tollgate.mode", "shadow"))) {
      assertThat(new Caller(running).calls(2, "answers/closed")).isEqualTo("AA");
    }
  }

  @Test
  void mode_off_asksNothingAndTellsNothing() throws Exception {
    try (var running = host().start(application().set("tollgate.mode", "off"))) {
      var response = new Caller(running).get("answers/closed");
      assertThat(response.statusCode()).isEqualTo(200);
      assertThat(response.headers().firstValue("RateLimit")).isEmpty();
    }
  }
}
