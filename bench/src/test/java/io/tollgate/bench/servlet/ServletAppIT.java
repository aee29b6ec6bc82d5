package io.tollgate.bench.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ServletAppIT {

  @Test
  void filterByHand_aCall_isAnsweredAsByTollgate() throws Exception {
    var byHand = fields(ServletVariant.BUCKET4J);

    assertThat(byHand).isEqualTo(fields(ServletVariant.FILTER));
    assertThat(byHand).containsEntry("ratelimit-policy", List.of("\"greeting\";q=1000000;w=1"));
  }

  /** Returns the fields of the first answer, but for those that tell a time of day. */
  private static Map<String, List<String>> fields(ServletVariant variant) throws Exception {
    var server = ServletApp.start(variant);
    try {
      var place = ServletApp.port(server) + ServletApp.path(0);
      var uri = URI.create("http://127.0.0.1:" + place + "/greeting");
      var answer =
          HttpClient.newHttpClient()
              .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.body()).isEqualTo("Hello!\n");
      var fields = new TreeMap<>(answer.headers().map());
      fields.remove("date");
      return fields;
    } finally {
      server.stop();
    }
  }
}
