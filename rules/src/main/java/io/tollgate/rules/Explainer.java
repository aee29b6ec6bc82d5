package io.tollgate.rules;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.Question;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Asks hosts why a call is decided as it is.
 *
 * <p>Only a host knows its annotations, its file and what is left in its buckets. It waits for
 * rules anyway, so the question goes out as the answer to that request: the service opens no
 * connection to a host, and a host needs no port for it.
 */
final class Explainer {

  private static final long PATIENCE_MILLIS = 2_000;
  private static final int MAX_QUESTION = 4_000;
  private static final int MAX_PENDING = 1_000;

  private record Pending(String host, CompletableFuture<ObjectNode> answer) {}

  private final Snapshots snapshots;
  private final Function<Question, ObjectNode> own;
  private final Map<String, Pending> pending = new ConcurrentHashMap<>();

  /**
   * Makes it.
   *
   * @param own explains by the rules of the service alone, where no host answers
   */
  Explainer(Snapshots snapshots, Function<Question, ObjectNode> own) {
    this.snapshots = snapshots;
    this.own = own;
  }

  /**
   * Explains a call.
   *
   * @param host the host that is to do it; empty for any
   */
  CompletionStage<ObjectNode> explain(String host, Question question) {
    var id = Token.newSecret();
    var text = id + '?' + form(question);
    if (text.length() > MAX_QUESTION || pending.size() >= MAX_PENDING) {
      return CompletableFuture.completedFuture(byService(question));
    }
    var answer = new CompletableFuture<ObjectNode>();
    // Before it is asked, since the answer may be quicker than this thread.
    pending.put(id, new Pending(host, answer));
    if (snapshots.ask(host, text).isEmpty()) {
      pending.remove(id);
      return CompletableFuture.completedFuture(byService(question));
    }
    return answer
        .orTimeout(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)
        .whenComplete((done, failure) -> pending.remove(id))
        .exceptionally(late -> byService(question));
  }

  private ObjectNode byService(Question question) {
    var json = Json.object();
    json.put("by", "service");
    json.set("explanation", own.apply(question));
    return json;
  }

  /** Takes the answer of a host, if somebody still waits for it. */
  void answered(String host, String id, ObjectNode explanation) {
    var waiting = pending.get(id);
    if (waiting != null && (waiting.host().isEmpty() || waiting.host().equals(host))) {
      var json = Json.object();
      json.put("by", "host");
      json.put("host", host);
      json.set("explanation", explanation);
      waiting.answer().complete(json);
    }
  }

  /** As forms are sent: a host reads it without a parser, and it fits into a header field. */
  private static String form(Question question) {
    var fields = new ArrayList<String>();
    fields.add(field("method", question.method()));
    fields.add(field("path", question.path()));
    question.endpoint().ifPresent(endpoint -> fields.add(field("endpoint", endpoint)));
    question.user().ifPresent(user -> fields.add(field("user", user)));
    question.address().ifPresent(address -> fields.add(field("address", address)));
    question.plan().ifPresent(plan -> fields.add(field("plan", plan)));
    question.country().ifPresent(country -> fields.add(field("country", country)));
    question.headers().forEach((name, value) -> fields.add(field("header." + name, value)));
    return String.join("&", List.copyOf(fields));
  }

  private static String field(String name, String value) {
    return encoded(name) + '=' + encoded(value);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
