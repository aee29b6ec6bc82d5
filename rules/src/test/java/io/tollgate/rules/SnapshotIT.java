package io.tollgate.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What hosts get, and when. */
final class SnapshotIT {

  private Service service;
  private Api host;

  @BeforeEach
  void start() throws IOException {
    service = new Service();
    host = service.client("h1", "host");
    service.admin().put("/v1/rules/first", "{\"path\":\"/x\",\"limit\":\"5/min\"}");
  }

  @AfterEach
  void stop() {
    service.close();
  }

  @Test
  void snapshot_knownAlready_is304() {
    var snapshot = host.get("/v1/snapshot");

    assertThat(snapshot.json().path("rules").path("first").path("limit").asText())
        .isEqualTo("5/min");
    assertThat(host.get("/v1/snapshot", "If-None-Match", snapshot.etag()).status()).isEqualTo(304);
    assertThat(host.get("/v1/snapshot", "If-None-Match", "W/" + snapshot.etag()).status())
        .isEqualTo(304);
    assertThat(host.get("/v1/snapshot?wait=1", "If-None-Match", snapshot.etag()).status())
        .isEqualTo(304);
    assertThat(host.get("/v1/snapshot?wait=20", "If-None-Match", "\"other\"").status())
        .isEqualTo(200);
  }

  @Test
  void longPoll_ofAViewer_isAnsweredAtOnceSoThatPlacesAreLeftToHosts() throws Exception {
    var viewer = service.client("vic", "viewer");
    var etag = viewer.get("/v1/snapshot").etag();

    var answer = viewer.getAsync("/v1/snapshot?wait=30", "If-None-Match", etag);
    assertThat(answer.get(5, TimeUnit.SECONDS).status()).isEqualTo(304);
  }

  @Test
  void longPoll_ofManyHosts_isAnsweredByTheChange() throws Exception {
    var etag = host.get("/v1/snapshot").etag();
    var waiting = new ArrayList<CompletableFuture<Api.Answer>>();
    for (int i = 0; i < 50; i++) {
      waiting.add(host.getAsync("/v1/snapshot?wait=30", "If-None-Match", etag));
    }
    // A further host that is answered shows that those before it wait, and are not just slow.
    assertThat(host.get("/v1/snapshot?wait=1", "If-None-Match", etag).status()).isEqualTo(304);
    assertThat(waiting).noneMatch(CompletableFuture::isDone);

    service.admin().put("/v1/rules/second", "{\"path\":\"/y\",\"limit\":\"5/min\"}");

    for (var one : waiting) {
      var answer = one.get(2, TimeUnit.SECONDS);
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.json().path("rules").has("second")).isTrue();
    }
  }

  @Test
  void live_fromReports_addsUpWhatHostsCount() {
    var report =
        "{\"version\":7,\"started\":\"s\",\"counts\":{\"first\":{\"allowed\":%d,\"refused\":%d}},"
            + "\"refused\":[{\"bucket\":\"first\",\"key\":\"user:<b>bob</b>\",\"count\":%d}]}";
    for (var id : new String[] {"a", "b"}) {
      assertThat(host.post("/v1/hosts/" + id, String.format(report, 100, 5, 5)).status())
          .isEqualTo(204);
      host.post("/v1/hosts/" + id, String.format(report, 110, 7, 7));
      host.post("/v1/hosts/" + id, String.format(report, 110, 7, 7)); // Came twice.
    }

    var live = service.admin().get("/v1/live?seconds=60").json();
    assertThat(sum(live, "allowed")).isEqualTo(20);
    assertThat(sum(live, "refused")).isEqualTo(4);
    assertThat(live.path("rules").path("first").path("allowed")).hasSize(60);
    assertThat(live.path("refused").path(0).path("key").asText()).isEqualTo("user:<b>bob</b>");
    assertThat(live.path("refused").path(0).path("count").asInt()).isEqualTo(14);
    var hosts = service.admin().get("/v1/hosts").json().path("hosts");
    assertThat(hosts.findValuesAsText("id")).containsExactly("a", "b");
    assertThat(hosts.path(0).path("version").asInt()).isEqualTo(7);
  }

  private static long sum(JsonNode live, String kind) {
    long sum = 0;
    for (var count : live.path("rules").path("first").path(kind)) {
      sum += count.asLong();
    }
    return sum;
  }

  @Test
  void explain_withoutHost_isDoneByTheService() {
    var answer =
        service
            .admin()
            .post("/v1/explain", "{\"method\":\"GET\",\"path\":\"/x\",\"user\":\"bob\"}");

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.json().path("by").asText()).isEqualTo("service");
    assertThat(answer.json().path("explanation").path("rules").toString()).contains("first");

    service.admin().put("/v1/rules/s", "{\"path\":\"/x\",\"deny\":true,\"mode\":\"shadow\"}");
    var shadowed = service.admin().post("/v1/explain", "{\"path\":\"/x\"}").json();
    assertThat(shadowed.path("explanation").path("verdict").asText()).isEqualTo("unknown");
    assertThat(shadowed.toString()).contains("is in shadow mode");
  }
}
