package io.tollgate.samples.rules;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Some users who call the hosts in turn, so that the page has something to show. */
final class Traffic implements AutoCloseable {

  /** Who calls what, and how often: every so many ticks. */
  private record Habit(String user, String path, int ticks) {}

  private static final long TICK_MILLIS = 100;

  private static final List<Habit> HABITS =
      List.of(
          new Habit("alice", "search", 7),
          new Habit("bob", "search", 3),
          new Habit("acme", "search", 2),
          new Habit("crawler", "items/7", 1),
          new Habit("alice", "items/1", 11),
          new Habit("alice", "report", 6));

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final List<URI> hosts;
  private final AtomicLong calls = new AtomicLong();
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "traffic");
            thread.setDaemon(true);
            return thread;
          });
  private long tick;

  Traffic(List<URI> hosts) {
    this.hosts = List.copyOf(hosts);
  }

  void start() {
    var unused =
        timer.scheduleAtFixedRate(this::tick, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void tick() {
    tick++;
    for (Habit habit : HABITS) {
      if (tick % habit.ticks() == 0) {
        call(habit);
      }
    }
  }

  /** Whatever the answer is, the page shows it; a host that is gone is no reason to stop. */
  private void call(Habit habit) {
    URI host = hosts.get(Math.floorMod(calls.getAndIncrement(), hosts.size()));
    byte[] credentials = (habit.user() + ":x").getBytes(UTF_8);
    HttpRequest request =
        HttpRequest.newBuilder(host.resolve(habit.path()))
            .timeout(Duration.ofSeconds(5))
            .header("Authorization", "Basic " + Base64.getEncoder().encodeToString(credentials))
            .build();
    var unused = client.sendAsync(request, BodyHandlers.discarding());
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
