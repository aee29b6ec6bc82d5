package io.tollgate.rules;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;

/** The hosts that have reported lately, and what they have counted. */
final class Hosts {

  private static final int MAX_HOSTS = 2_000;
  private static final int MAX_KEYS = 50;
  private static final int MAX_ENDPOINTS = 500;
  private static final Duration SILENCE = Duration.ofMinutes(1);

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
      String id, String address, Instant seenAt, JsonNode report, Map<String, Counts> counts) {}

  private final Cache<String, Host> hosts =
      Caffeine.newBuilder().maximumSize(MAX_HOSTS).expireAfterWrite(SILENCE).build();
  private final Live live = new Live();
  private final InstantSource clock;

  Hosts(InstantSource clock) {
    this.clock = clock;
  }

  /**
   * Takes a host's report. Its counts go on from its start, so that a report that comes twice, or
   * not at all, makes nothing wrong; the first one only says where they are.
   */
  synchronized void report(String id, String address, ObjectNode report) {
    Instant now = clock.instant();
    var before = hosts.getIfPresent(id);
    boolean goesOn =
        before != null && before.report().path("started").equals(report.path("started"));
    var counts = new HashMap<String, Counts>();
    if (goesOn && before != null) {
      counts.putAll(before.counts()); // Most reports have only what has changed.
      if (!report.has("endpoints") && before.report().has("endpoints")) {
        report.set("endpoints", before.report().path("endpoints"));
      }
    }
    report
        .path("counts")
        .properties()
        .forEach(
            entry -> {
              var count = Counts.of(entry.getValue());
              counts.put(entry.getKey(), count);
              if (goesOn && before != null) {
                add(
                    entry.getKey(),
                    now.getEpochSecond(),
                    count,
                    before.counts().getOrDefault(entry.getKey(), Counts.NONE));
              }
            });
    hosts.put(id, new Host(id, address, now, report, counts));
  }

  private void add(String rule, long second, Counts now, Counts before) {
    live.add(
        Texts.shown(rule, Rules.MAX_NAME),
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
    json.put("version", host.report().path("version").asLong());
    json.put("started", Texts.shown(host.report().path("started").asText(), 40));
    json.put("health", Texts.shown(host.report().path("health").asText("UP"), 400));
    var endpoints = json.putArray("endpoints");
    if (host.report().path("endpoints") instanceof ArrayNode all) {
      all.valueStream().limit(MAX_ENDPOINTS).forEach(endpoints::add);
    }
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

  private record Refused(String bucket, String key) {}

  private void refused(ArrayNode list) {
    var sums = new HashMap<Refused, Long>();
    for (var host : hosts.asMap().values()) {
      if (host.report().path("refused") instanceof ArrayNode all) {
        all.valueStream()
            .limit(MAX_KEYS)
            .forEach(
                one ->
                    sums.merge(
                        new Refused(
                            Texts.shown(one.path("bucket").asText(), Rules.MAX_NAME),
                            Texts.shown(one.path("key").asText(), Rules.MAX_NAME)),
                        Math.max(0, one.path("count").asLong()),
                        Long::sum));
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
