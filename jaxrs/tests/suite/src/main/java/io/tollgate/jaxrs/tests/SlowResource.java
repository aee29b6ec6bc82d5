package io.tollgate.jaxrs.tests;

import io.tollgate.ConcurrencyLimited;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.StreamingOutput;
import jakarta.ws.rs.sse.OutboundSseEvent;
import jakarta.ws.rs.sse.Sse;
import jakarta.ws.rs.sse.SseEventSink;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Calls that take until a test lets them end; one at a time under each name. */
@Path("slow")
@ConcurrencyLimited(max = 1, by = "path:name", bucket = "slow")
public class SlowResource {

  /** Where the call and the test meet. */
  static final class Meeting {
    final Semaphore begun = new Semaphore(0);
    final CountDownLatch end = new CountDownLatch(1);

    void awaitBegin() throws InterruptedException {
      if (!begun.tryAcquire(20, TimeUnit.SECONDS)) {
        throw new AssertionError("the call did not begin");
      }
    }

    private void work() {
      begun.release();
      try {
        if (!end.await(20, TimeUnit.SECONDS)) {
          throw new AssertionError("the test did not end the call");
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static final ConcurrentMap<String, Meeting> MEETINGS = new ConcurrentHashMap<>();

  static Meeting meeting(String name) {
    return MEETINGS.computeIfAbsent(name, any -> new Meeting());
  }

  /** Answers at once. */
  @GET
  @Path("text/{name}")
  public String text(@PathParam("name") String name) {
    return "got";
  }

  /** Answers when the test says so. */
  @GET
  @Path("held/{name}")
  public String held(@PathParam("name") String name) {
    meeting(name).work();
    return "got";
  }

  /** Answers nothing. */
  @GET
  @Path("empty/{name}")
  public void empty(@PathParam("name") String name) {}

  /** Fails with an exception that the application maps. */
  @GET
  @Path("mapped/{name}")
  public String mapped(@PathParam("name") String name) {
    throw new AnswersContract.ConflictException();
  }

  /** Fails with one that it does not. */
  @GET
  @Path("unmapped/{name}")
  public String unmapped(@PathParam("name") String name) {
    throw new IllegalStateException("nobody maps this");
  }

  /** Has a parameter that cannot be read. */
  @GET
  @Path("number/{name}")
  public String number(@PathParam("name") int name) {
    return "got";
  }

  /** Streams, and the end when the test says so. */
  @GET
  @Path("stream/{name}")
  public StreamingOutput stream(@PathParam("name") String name) {
    return output -> {
      output.write("begin ".repeat(20).getBytes(StandardCharsets.US_ASCII));
      output.flush();
      meeting(name).work();
      for (int i = 0; i < 100; i++) {
        output.write("end ".repeat(500).getBytes(StandardCharsets.US_ASCII));
        output.flush();
      }
    };
  }

  /** Sends an event at once, and more of them when the test says so. */
  @GET
  @Path("events/{name}")
  @Produces(MediaType.SERVER_SENT_EVENTS)
  public void events(
      @PathParam("name") String name, @Context Sse sse, @Context SseEventSink events) {
    new Thread(
            () -> {
              try (events) {
                events.send(sse.newEvent("begin"));
                meeting(name).work();
                send(sse.newEvent("end ".repeat(500)), 100, events);
              }
            })
        .start();
  }

  /** Sends an event so many times, or until the client has left. */
  static void send(OutboundSseEvent event, int times, SseEventSink events) {
    try {
      for (int i = 0; i < times && !events.isClosed(); i++) {
        events.send(event);
      }
    } catch (IllegalStateException e) {
      if (!events.isClosed()) {
        throw e;
      } // Otherwise he has left in between.
    }
  }

  /** Is suspended, and resumed when the test says so. */
  @GET
  @Path("async/{name}")
  public void async(@PathParam("name") String name, @Suspended AsyncResponse response) {
    resumeLater(name, response, "got");
  }

  /** Is suspended, and fails when the test says so. */
  @GET
  @Path("asyncfailing/{name}")
  public void asyncFailing(@PathParam("name") String name, @Suspended AsyncResponse response) {
    resumeLater(name, response, new IllegalStateException("nobody maps this"));
  }

  private static void resumeLater(String name, AsyncResponse response, Object answer) {
    new Thread(
            () -> {
              meeting(name).work();
              if (answer instanceof Throwable failure) {
                response.resume(failure);
              } else {
                response.resume(answer);
              }
            })
        .start();
  }

  /** Is suspended, and times out. */
  @GET
  @Path("timeout/{name}")
  public void timeout(@PathParam("name") String name, @Suspended AsyncResponse response) {
    response.setTimeout(100, TimeUnit.MILLISECONDS);
  }

  /** Is answered by a stage that is complete when the test says so. */
  @GET
  @Path("stage/{name}")
  public CompletionStage<String> stage(@PathParam("name") String name) {
    var answer = new CompletableFuture<String>();
    new Thread(
            () -> {
              meeting(name).work();
              answer.complete("got");
            })
        .start();
    return answer;
  }
}
