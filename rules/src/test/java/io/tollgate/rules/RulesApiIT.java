package io.tollgate.rules;

import static java.util.Comparator.reverseOrder;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The interface over a real connection: rules, history, grants, four eyes. */
final class RulesApiIT {

  private static Service service;
  private static Api editor;

  @BeforeAll
  static void start() throws Exception {
    service = new Service();
    editor = service.client("eve", "editor");
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  @Test
  void rules_madeReadReplacedRemoved_haveETagsAndDescriptions() {
    var made =
        editor.post("/v1/rules", "{\"name\":\"crud\",\"path\":\"/crud\",\"limit\":\"5/min\"}");
    assertThat(made.status()).isEqualTo(201);
    assertThat(made.header("Location")).isEqualTo("/v1/rules/crud");
    assertThat(made.json().path("rule").path("limit").asText()).isEqualTo("5/min");
    assertThat(made.json().path("description").asText()).isNotEmpty();
    assertThat(made.json().path("changedBy").asText()).isEqualTo("eve");
    assertThat(editor.post("/v1/rules", "{\"name\":\"crud\",\"limit\":\"5/min\"}").status())
        .isEqualTo(409);

    var read = editor.get("/v1/rules/crud");
    assertThat(read.etag()).isEqualTo(made.etag());
    assertThat(editor.get("/v1/rules/crud", "If-None-Match", read.etag()).status()).isEqualTo(304);
    var replaced =
        editor.put(
            "/v1/rules/crud", "{\"path\":\"/crud\",\"limit\":\"6/min\"}", "If-Match", read.etag());
    assertThat(replaced.status()).isEqualTo(200);
    assertThat(replaced.etag()).isNotEqualTo(read.etag());
    assertThat(editor.get("/v1/rules?search=/CRUD").json().path("rules")).hasSize(1);

    assertThat(editor.delete("/v1/rules/crud", "If-Match", replaced.etag()).status())
        .isEqualTo(204);
    assertThat(editor.get("/v1/rules/crud").status()).isEqualTo(404);
    assertThat(editor.delete("/v1/rules/crud", "If-Match", "*").status()).isIn(404, 412);
  }

  /** A proxy that compresses makes tags weak. */
  @Test
  void rules_askedWithWeakTags_areTheSameRevisions() {
    var made = editor.put("/v1/rules/weak", "{\"path\":\"/w\",\"limit\":\"5/min\"}");
    var weak = "W/" + made.etag();

    assertThat(editor.get("/v1/rules/weak", "If-None-Match", weak).status()).isEqualTo(304);
    assertThat(editor.get("/v1/rules/weak", "If-None-Match", "W/\"9\"").status()).isEqualTo(200);
    var body = "{\"path\":\"/w\",\"limit\":\"6/min\"}";
    assertThat(editor.put("/v1/rules/weak", body, "If-None-Match", weak).status()).isEqualTo(412);
    assertThat(editor.put("/v1/rules/weak", body, "If-Match", weak).status()).isEqualTo(200);
    assertThat(editor.put("/v1/rules/weak", body, "If-Match", weak).status()).isEqualTo(412);
    assertThat(editor.delete("/v1/rules/weak", "If-Match", "\"1\", W/\"2\"").status())
        .isEqualTo(204);
  }

  @Test
  void put_twoEditorsAtOnce_noUpdateIsLost() throws Exception {
    editor.put("/v1/rules/contested", "{\"path\":\"/c\",\"limit\":\"1/min\"}");
    var executor = Executors.newFixedThreadPool(2);
    var start = new CountDownLatch(1);
    Callable<Integer> increments =
        () -> {
          start.await();
          int done = 0;
          while (done < 20) {
            var seen = editor.get("/v1/rules/contested");
            int limit =
                Integer.parseInt(
                    seen.json().path("rule").path("limit").asText().replace("/min", ""));
            var body = "{\"path\":\"/c\",\"limit\":\"" + (limit + 1) + "/min\"}";
            int status = editor.put("/v1/rules/contested", body, "If-Match", seen.etag()).status();
            assertThat(status).isIn(200, 412);
            done += status == 200 ? 1 : 0;
          }
          return done;
        };
    var one = executor.submit(increments);
    var other = executor.submit(increments);
    start.countDown();
    assertThat(one.get() + other.get()).isEqualTo(40);
    executor.shutdown();

    var after = editor.get("/v1/rules/contested").json();
    assertThat(after.path("rule").path("limit").asText()).isEqualTo("41/min");
  }

  @Test
  void validate_goodAndBad_saysWhatItDoesAndWhatItChanges() {
    editor.put("/v1/rules/checked", "{\"path\":\"/x\",\"limit\":\"5/min\"}");

    var good =
        editor.post(
            "/v1/rules/validate", "{\"name\":\"checked\",\"path\":\"/x\",\"limit\":\"9/min\"}");
    assertThat(good.json().path("problems")).isEmpty();
    assertThat(good.json().path("description").asText()).contains("9");
    assertThat(good.json().path("diff").toString())
        .isEqualTo("[{\"part\":\"limit\",\"before\":\"5/min\",\"after\":\"9/min\"}]");
    var bad = editor.post("/v1/rules/validate", "{\"name\":\"checked\",\n  \"limt\":\"9/min\"}");
    assertThat(bad.status()).isEqualTo(200);
    var problem = bad.json().path("problems").path(0);
    assertThat(problem.path("field").asText()).isEqualTo("limt");
    assertThat(problem.path("line").asInt()).isEqualTo(2);
    assertThat(problem.path("column").asInt()).isEqualTo(3);
    assertThat(editor.get("/v1/rules/checked").json().path("revision").asInt()).isEqualTo(1);
    var unnamed = editor.post("/v1/rules/validate", "{\"limit\":\"many\"}").json().path("problems");
    assertThat(unnamed.findValuesAsText("field")).containsExactly("name", "limit");
  }

  @Test
  void rollback_toAnEarlierRevision_isANewOne() {
    var first = editor.put("/v1/rules/back", "{\"path\":\"/b\",\"limit\":\"5/min\"}");
    var second =
        editor.put(
            "/v1/rules/back", "{\"path\":\"/b\",\"limit\":\"50/min\"}", "If-Match", first.etag());

    assertThat(editor.post("/v1/rules/back/rollback", "{\"revision\":1}").status()).isEqualTo(428);
    var rolled =
        editor.post("/v1/rules/back/rollback", "{\"revision\":1}", "If-Match", second.etag());
    assertThat(rolled.status()).isEqualTo(200);
    assertThat(rolled.json().path("rule").path("limit").asText()).isEqualTo("5/min");
    assertThat(rolled.json().path("revision").asInt()).isEqualTo(3);
    var history = editor.get("/v1/rules/back/history").json().path("revisions");
    assertThat(history.findValuesAsText("action")).containsExactly("rollback", "replace", "create");
    assertThat(
            editor
                .post("/v1/rules/back/rollback", "{\"revision\":2}", "If-Match", second.etag())
                .status())
        .isEqualTo(412);
    assertThat(editor.post("/v1/rules/back/rollback", "{\"revision\":99}").status()).isEqualTo(400);

    editor.delete("/v1/rules/back", "If-Match", rolled.etag());
    assertThat(editor.post("/v1/rules/back/rollback", "{\"revision\":2}").status()).isEqualTo(201);
  }

  @Test
  void history_ofManyRevisions_comesPageByPage() {
    var etag = editor.put("/v1/rules/long", "{\"path\":\"/l\",\"limit\":\"1/min\"}").etag();
    for (int i = 2; i <= 60; i++) {
      var body = "{\"path\":\"/l\",\"limit\":\"" + i + "/min\"}";
      etag = editor.put("/v1/rules/long", body, "If-Match", etag).etag();
    }

    assertThat(revisions("")).hasSize(50).startsWith("60").endsWith("11");
    assertThat(revisions("?before=11")).hasSize(10).startsWith("10").endsWith("1");
    assertThat(revisions("?before=1")).isEmpty();
    assertThat(editor.get("/v1/proposals?status=other").json().path("field").asText())
        .isEqualTo("status");
  }

  private static List<String> revisions(String query) {
    var history = editor.get("/v1/rules/long/history" + query).json();
    return history.path("revisions").findValuesAsText("revision");
  }

  @Test
  void grants_untilTheyEnd_multiplyAndThenGoByThemselves() throws Exception {
    try (Service own = new Service()) {
      var admin = own.admin();
      var until = own.clock().instant().plus(Duration.ofHours(1));
      var grant =
          "{\"bucket\":\"search\",\"user\":\"acme\",\"times\":10,\"until\":\"%s\",\"reason\":\"sale\"}";
      var made = admin.post("/v1/grants", String.format(grant, until));
      assertThat(made.status()).isEqualTo(201);
      assertThat(made.json().path("grant").asBoolean()).isTrue();
      var snapshot = admin.get("/v1/snapshot");
      assertThat(snapshot.body()).contains("\"times\":10");
      var waiting = admin.getAsync("/v1/snapshot?wait=20", "If-None-Match", snapshot.etag());

      own.clock().advance(Duration.ofHours(1));

      assertThat(waiting.get().json().path("rules")).isEmpty();
      assertThat(admin.get("/v1/rules").json().path("rules")).isEmpty();
      assertThat(admin.get("/v1/audit").json().path("entries").path(0).path("action").asText())
          .isEqualTo("end");
      assertThat(
              admin.post("/v1/grants", String.format(grant, until)).json().path("field").asText())
          .isEqualTo("until");
    }
  }

  @Test
  void fourEyes_switchedOn_changesWaitForSomebodyElse() throws Exception {
    try (Service own = new Service(Map.of("tollgate.server.foureyes", true))) {
      var author = own.client("ann", "approver");
      var other = own.client("bob", "approver");
      var proposed = author.put("/v1/rules/four", "{\"path\":\"/f\",\"limit\":\"5/min\"}");
      assertThat(proposed.status()).isEqualTo(202);
      var location = proposed.header("Location");
      assertThat(author.get("/v1/rules/four").status()).isEqualTo(404);
      assertThat(author.post(location + "/approve", "").status()).isEqualTo(403);
      var entry = author.get("/v1/audit?limit=1").json().path("entries").path(0);
      assertThat(entry.path("action").asText()).isEqualTo("denied");
      assertThat(entry.path("who").asText()).isEqualTo("ann");
      assertThat(author.get(location).json().path("diff")).hasSize(2);

      var approved = other.post(location + "/approve", "");
      assertThat(approved.status()).isEqualTo(201);
      assertThat(author.get("/v1/rules/four").json().path("changedBy").asText()).isEqualTo("ann");
      assertThat(own.admin().post(location + "/reject", "").status()).isEqualTo(409);

      var etag = author.get("/v1/rules/four").etag();
      var stale =
          author
              .put("/v1/rules/four", "{\"limit\":\"6/min\"}", "If-Match", etag)
              .header("Location");
      var first = author.delete("/v1/rules/four", "If-Match", etag).header("Location");
      assertThat(other.post(first + "/approve", "").status()).isEqualTo(204);
      assertThat(other.post(stale + "/approve", "").status()).isEqualTo(409);
      assertThat(own.admin().post(stale + "/reject", "").status()).isEqualTo(204);
      var statuses = own.admin().get("/v1/proposals").json().findValuesAsText("status");
      assertThat(new ArrayList<>(statuses)).containsExactly("approved", "rejected", "approved");
      onePersonWithTwoTokens_isOnePairOfEyes(own, author, other);
      proposal_putAway_byItsAuthorOrAnApprover(own);
    }
  }

  private static void onePersonWithTwoTokens_isOnePairOfEyes(Service own, Api ann, Api bob) {
    var editor = made(ann, "puppet", "editor");
    var approver = made(ann, "second puppet", "approver");
    var location =
        editor.put("/v1/rules/puppet", "{\"path\":\"/f\",\"limit\":\"5/min\"}").header("Location");

    assertThat(ann.post(location + "/approve", "").json().path("detail").asText())
        .contains("ann has made the token");
    assertThat(approver.post(location + "/approve", "").json().path("detail").asText())
        .contains("made by one person");
    var ofAnn =
        ann.put("/v1/rules/anns", "{\"path\":\"/g\",\"limit\":\"5/min\"}").header("Location");
    assertThat(approver.post(ofAnn + "/approve", "").status()).isEqualTo(403);
    ann.delete("/v1/tokens/puppet");
    assertThat(ann.post(location + "/approve", "").status()).isEqualTo(403);
    assertThat(own.admin().get("/v1/rules").json().path("rules")).isEmpty();
    assertThat(bob.post(ofAnn + "/approve", "").status()).isEqualTo(201);
    assertThat(ann.post("/v1/tokens", "{\"name\":\"tollgate\",\"role\":\"host\"}").status())
        .isEqualTo(400);
  }

  private static Api made(Api maker, String name, String role) {
    var token = Json.object().put("name", name).put("role", role).toString();
    return new Api(maker.uri(), maker.post("/v1/tokens", token).json().path("token").asText());
  }

  private static void proposal_putAway_byItsAuthorOrAnApprover(Service own) {
    var eve = own.client("eve", "editor");
    var location =
        eve.put("/v1/rules/eves", "{\"path\":\"/h\",\"limit\":\"5/min\"}").header("Location");

    assertThat(own.client("eric", "editor").post(location + "/reject", "").status()).isEqualTo(403);
    var id = location.substring(location.lastIndexOf('/') + 1);
    assertThat(eve.get("/v1/proposals?status=open").json().findValuesAsText("id")).contains(id);
    assertThat(eve.get("/v1/proposals?status=decided").json().findValuesAsText("id"))
        .isNotEmpty()
        .doesNotContain(id);
    assertThat(eve.post(location + "/reject", "").status()).isEqualTo(204);
    assertThat(eve.get(location).json().path("status").asText()).isEqualTo("rejected");
  }

  @Test
  void rules_thatLoseTheBucketTheyDrawOn_areNamedAndNothingChanges() {
    editor.put("/v1/rules/sizes", "{\"path\":\"/s\",\"limit\":\"5/min\"}");
    var drawing = "{\"path\":\"/d\",\"bucket\":\"sizes\"}";
    assertThat(editor.put("/v1/rules/draws", drawing).status()).isEqualTo(201);

    var removed = editor.delete("/v1/rules/sizes", "If-Match", "*");
    assertThat(removed.status()).isEqualTo(422);
    assertThat(removed.json().path("detail").asText()).contains("\"sizes\"", "(draws)");
    var personal = "{\"path\":\"/s\",\"user\":\"bob\",\"limit\":\"5/min\"}";
    assertThat(editor.put("/v1/rules/sizes", personal, "If-Match", "*").status()).isEqualTo(422);
    var named = personal.replace("{", "{\"name\":\"sizes\",");
    assertThat(editor.post("/v1/rules/validate", named).json().path("problems")).hasSize(1);
    var unsized = "{\"name\":\"mine\",\"path\":\"/m\",\"bucket\":\"of the file\"}";
    var checked = editor.post("/v1/rules/validate", unsized).json();
    assertThat(checked.path("problems")).isEmpty();
    assertThat(checked.path("warnings").path(0).asText()).contains("tollgate.limits.of the file");

    assertThat(editor.delete("/v1/rules/draws", "If-Match", "*").status()).isEqualTo(204);
    assertThat(editor.delete("/v1/rules/sizes", "If-Match", "*").status()).isEqualTo(204);
  }

  @Test
  void audit_afterAChange_saysWhoWhatAndFromWhereItCame() {
    editor.put("/v1/rules/audited", "{\"path\":\"/a\",\"limit\":\"5/min\"}");

    var entry = editor.get("/v1/audit?limit=1").json().path("entries").path(0);
    assertThat(entry.path("who").asText()).isEqualTo("eve");
    assertThat(entry.path("action").asText()).isEqualTo("create");
    assertThat(entry.path("target").asText()).isEqualTo("audited");
    assertThat(entry.path("detail").asText()).contains("limit: (none) -> 5/min");
    assertThat(entry.path("address").asText()).isEqualTo("127.0.0.1");
    long id = entry.path("id").asLong();
    assertThat(editor.get("/v1/audit?after=" + id).json().path("entries")).isEmpty();
  }

  @Test
  void audit_pageByPage_hasEveryEntryOnce() {
    editor.put("/v1/rules/paged", "{\"path\":\"/p\",\"limit\":\"5/min\"}");
    editor.delete("/v1/rules/paged", "If-Match", "*");
    var all = ids("/v1/audit?limit=1000");
    var paged = new ArrayList<Long>();
    var page = ids("/v1/audit?limit=2");
    while (!page.isEmpty()) {
      assertThat(page).hasSizeLessThanOrEqualTo(2);
      paged.addAll(page);
      page = ids("/v1/audit?limit=2&before=" + paged.get(paged.size() - 1));
    }

    assertThat(paged).hasSizeGreaterThan(2).isEqualTo(all).isSortedAccordingTo(reverseOrder());
    assertThat(ids("/v1/audit?limit=2&after=0")).isSorted().hasSize(2);
    assertThat(editor.get("/v1/audit?before=1&after=1").json().path("field").asText())
        .isEqualTo("before");
    assertThat(editor.get("/v1/audit?before=x").status()).isEqualTo(404);
  }

  private static List<Long> ids(String path) {
    var ids = new ArrayList<Long>();
    editor.get(path).json().path("entries").forEach(entry -> ids.add(entry.path("id").asLong()));
    return ids;
  }

  @Test
  void openApi_andOthers_areServed() {
    assertThat(service.stranger().get("/v1/openapi.json").json().path("openapi").asText())
        .isEqualTo("3.1.0");
    assertThat(service.stranger().get("/health/ready").status()).isEqualTo(200);
    assertThat(editor.get("/v1/me").json().path("role").asText()).isEqualTo("editor");
    assertThat(editor.get("/v1/nothing").header("Content-Type"))
        .isEqualTo("application/problem+json");
  }

  @Test
  void rateLimit_ofTheInterface_isStatedToClients() {
    assertThat(editor.get("/v1/rules").header("RateLimit-Policy")).contains("reads");
  }
}
