package io.tollgate.rules;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Scheduler;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** The hosts that have reported lately, and what they have counted. */
final class Hosts {

  private static final int MAX_HOSTS = 2_000;
  private static final int MAX_COUNTS = 4_000;
  private static final int MAX_KEYS = 50;
  private static final Duration SILENCE = Duration.ofMinutes(1);

  /** How many characters of all reports are kept together; hosts beyond that are forgotten. */
  private static final long MAX_CHARACTERS = 64_000_000;

  private static final int CHARACTERS_OF_COUNT = 50;

  private record Counts(long allowed, long refused, long shadowed) {

    static final Counts NONE = new Counts(0, 0, 0);

    static Counts of(JsonNode json) {
      return new Counts(whole(json, "allowed"), whole(json, "refused"), whole(json, "shadowed"));
    }

    private static long whole(JsonNode json, String field) {
      return Math.max(0, json.path(field).asLong());
    }
  }

  private record Host(
      String id, String address, Instant seenAt, HostReport report, Map<String, Counts> counts) {

    int weight() {
      int names = counts.keySet().stream().mapToInt(String::length).sum();
      int own = report.weight() + names + CHARACTERS_OF_COUNT * counts.size();
      return Math.max(own, (int) (MAX_CHARACTERS / MAX_HOSTS));
    }
  }

  private final Cache<String, Host> hosts =
      Caffeine.newBuilder()
          .maximumWeight(MAX_CHARACTERS)
          .weigher((String id, Host host) -> host.weight())
          .expireAfterWrite(SILENCE)
          .scheduler(Scheduler.systemScheduler())
          .build();
  private final Live live = new Live();
  private final InstantSource clock;

  Hosts(InstantSource clock) {
    this.clock = clock;
  }

  /**
   * Takes a host's report. Its counts go on from its start, so that a report that comes twice, or
   * not at all, makes nothing wrong; the first one only says where they are.
   */
  synchronized void report(String id, String address, ObjectNode json) {
    Instant now = clock.instant();
    var report = HostReport.of(json);
    var earlier = hosts.getIfPresent(id);
    var before =
        earlier != null && earlier.report().started().equals(report.started()) ? earlier : null;
    var counts = new LinkedHashMap<String, Counts>();
    if (before != null) {
      counts.putAll(before.counts()); // Most reports have only what has changed.
      report = report.after(before.report());
    }
    for (var entry : json.path("counts").properties()) {
      var rule = Texts.shown(entry.getKey(), Rules.MAX_NAME);
      var count = Counts.of(entry.getValue());
      if (before != null) {
        add(rule, now.getEpochSecond(), count, before.counts().getOrDefault(rule, Counts.NONE));
      }
      counts.remove(rule); // So that it is the newest.
      counts.put(rule, count);
    }
    trim(counts);
    hosts.put(id, new Host(id, address, now, report, counts));
  }

  /** Forgets what was not reported for the longest time: rules that are no more. */
  private static void trim(Map<String, Counts> counts) {
    var oldest = counts.keySet().iterator();
    for (int over = counts.size() - MAX_COUNTS; over > 0; over--) {
      oldest.next();
      oldest.remove();
    }
  }

  private void add(String rule, long second, Counts now, Counts before) {
    live.add(
        rule,
        second,
        Math.max(0, now.allowed() - before.allowed()),
        Math.max(0, now.refused() - before.refused()),
        Math.max(0, now.shadowed() - before.shadowed()));
  }

  /** Lists the hosts and the version of the rules that each has. */
  ObjectNode list() {
    var json = Json.object();
    var list = json.putArray("hosts");
    hosts.asMap().values().stream()
        .sorted(Comparator.comparing(Host::id))
        .forEach(host -> list.add(view(host)));
    return json;
  }

  private static ObjectNode view(Host host) {
    var json = Json.object();
    json.put("id", host.id());
    json.put("address", host.address());
    json.put("seenAt", host.seenAt().toString());
    json.put("version", host.report().version());
    json.put("started", host.report().started());
    json.put("health", host.report().health());
    json.set("endpoints", host.report().endpoints());
    return json;
  }

  /** Shows the last seconds, and who was refused most. */
  ObjectNode live(int seconds) {
    long now = clock.instant().getEpochSecond();
    int bounded = Math.max(10, Math.min(seconds, Live.SECONDS));
    var json = Json.object();
    json.put("now", now);
    json.put("seconds", bounded);
    json.put("hosts", hosts.asMap().size());
    live.write(json, now, bounded);
    refused(json.putArray("refused"));
    return json;
  }

  /** Tells whether there are hosts, and all of them have a size of their own for a bucket. */
  boolean know(String bucket) {
    var all = hosts.asMap().values();
    return !all.isEmpty() && all.stream().allMatch(host -> host.report().knows(bucket));
  }

  /** Returns how many names of rules are kept of a host. */
  int counted(String id) {
    var host = hosts.getIfPresent(id);
    return host == null ? 0 : host.counts().size();
  }

  private record Refused(String bucket, String key) {}

  private void refused(ArrayNode list) {
    var sums = new HashMap<Refused, Long>();
    for (var host : hosts.asMap().values()) {
      for (var one : host.report().refused()) {
        sums.merge(new Refused(one.bucket(), one.key()), one.count(), Long::sum);
      }
    }
    sums.entrySet().stream()
        .sorted(Map.Entry.<Refused, Long>comparingByValue().reversed())
        .limit(MAX_KEYS)
        .forEach(
            entry ->
                list.addObject()
                    .put("bucket", entry.getKey().bucket())
                    .put("key", entry.getKey().key())
                    .put("count", entry.getValue()));
  }
}
