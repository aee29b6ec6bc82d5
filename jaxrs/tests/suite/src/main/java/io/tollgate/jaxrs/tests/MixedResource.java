package io.tollgate.jaxrs.tests;

import io.tollgate.ConcurrencyLimited;
import io.tollgate.Key;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.StreamingOutput;
import jakarta.ws.rs.ext.Provider;
import jakarta.ws.rs.sse.Sse;
import jakarta.ws.rs.sse.SseEventSink;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** Calls that end in every way, all with one bucket. */
@Path("mixed")
@ConcurrencyLimited(
    max = MixedResource.PLACES,
    key = Key.GLOBAL,
    bucket = MixedResource.BUCKET,
    leaseSeconds = MixedResource.LEASE_SECONDS)
public class MixedResource {

  static final long PLACES = 20_000;
  static final String BUCKET = "mixed";
  static final long LEASE_SECONDS = 600;

  /** The calls that wait for their time-out, by their numbers. */
  private static final Set<String> TIMED = ConcurrentHashMap.newKeySet();

  /** Returns how many calls have not timed out yet. */
  static long waitingForTimeOut() {
    return TIMED.size();
  }

  /** Those that are being sent, or closed. */
  private static final Set<SseEventSink> EVENTS = ConcurrentHashMap.newKeySet();

  /** Returns how many calls go on sending events. */
  static long sendingEvents() {
    return EVENTS.size();
  }

  /** Sees the response of a call that has timed out. */
  @Provider
  public static final class TimeOutFilter implements ContainerResponseFilter {

    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
      TIMED.remove(request.getUriInfo().getQueryParameters().getFirst("number"));
    }
  }

  private static Executor after(long millis) {
    return CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS);
  }

  /** Answers. */
  @GET
  @Path("text")
  public String text() {
    return "got";
  }

  /** Answers nothing. */
  @GET
  @Path("empty")
  public void empty() {}

  /** Fails with an exception that the application maps. */
  @GET
  @Path("mapped")
  public String mapped() {
    throw new AnswersContract.ConflictException();
  }

  /** Fails with one that it does not. */
  @GET
  @Path("unmapped")
  public String unmapped() {
    throw new IllegalStateException("nobody maps this");
  }

  /** Streams more than buffers hold. */
  @GET
  @Path("stream")
  public StreamingOutput stream() {
    return output -> {
      var part = "stream ".repeat(1000).getBytes(StandardCharsets.US_ASCII);
      for (int i = 0; i < 20; i++) {
        output.write(part);
        output.flush();
      }
    };
  }

  /** Fails in the middle of a stream. */
  @GET
  @Path("torn")
  public StreamingOutput torn() {
    return output -> {
      output.write("stream ".repeat(3000).getBytes(StandardCharsets.US_ASCII));
      output.flush();
      throw new IllegalStateException("nobody maps this");
    };
  }

  /** Sends events, perhaps after this method has returned. */
  @GET
  @Path("events")
  @Produces(MediaType.SERVER_SENT_EVENTS)
  public void events(@Context Sse sse, @Context SseEventSink events) {
    after(0)
        .execute(
            () -> {
              EVENTS.add(events);
              try {
                try (events) {
                  SlowResource.send(sse.newEvent("event ".repeat(1000)), 5, events);
                }
              } finally {
                EVENTS.remove(events);
              }
            });
  }

  /** Is resumed at once, perhaps before this method returns. */
  @GET
  @Path("resumed")
  public void resumed(@Suspended AsyncResponse response) {
    after(0).execute(() -> response.resume("got"));
  }

  /** Is resumed a little later. */
  @GET
  @Path("later")
  public void later(@Suspended AsyncResponse response) {
    after(5).execute(() -> response.resume("got"));
  }

  /** Is resumed with a failure. */
  @GET
  @Path("failed")
  public void failed(@Suspended AsyncResponse response) {
    after(1).execute(() -> response.resume(new IllegalStateException("nobody maps this")));
  }

  /** Times out. */
  @GET
  @Path("timeout")
  public void timeout(@QueryParam("number") String number, @Suspended AsyncResponse response) {
    TIMED.add(number);
    response.setTimeout(10, TimeUnit.MILLISECONDS);
  }

  /** Is never resumed. */
  @GET
  @Path("forgotten")
  public void forgotten(@Suspended AsyncResponse response) {}
}
