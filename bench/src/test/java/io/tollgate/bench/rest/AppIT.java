package io.tollgate.bench.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every variant does what it is measured for. */
class AppIT {

  private static final Pattern TOKENS_LEFT = Pattern.compile(";r=\\d+;t=\\d+");

  private final HttpClient client = HttpClient.newHttpClient();

  @ParameterizedTest
  @EnumSource
  void start_anyVariant_answersAsItIsMeasured(Variant variant) throws Exception {
    var server = App.start(List.of(variant));
    try {
      assertThat(call(App.port(server), "alice").statusCode()).isEqualTo(200);
      var second = call(App.port(server), "alice");
      assertThat(second.statusCode()).isEqualTo(variant.status());
      assertThat(second.headers().firstValueAsLong("Content-Length")).isPresent();
      assertThat(call(App.port(server), "bob").statusCode()).isEqualTo(200);
      if (variant.status() == 200) {
        assertThat(second.body()).isEqualTo(Greetings.TEXT);
      }
    } finally {
      server.shutdownNow();
    }
  }

  /** What a count in a map says is what a bucket says that nothing comes back to. */
  @Test
  void start_countInAMap_writesTheFieldsOfTollgate() throws Exception {
    var count = secondAnswer(Variant.COUNT).headers();
    var ours = secondAnswer(Variant.USER).headers();

    for (var name : new String[] {"RateLimit-Policy", "RateLimit"}) {
      assertThat(count.firstValue(name)).isPresent().isEqualTo(ours.firstValue(name));
    }
  }

  /** Otherwise one of them would do less for his speed. */
  @ParameterizedTest
  @EnumSource(names = {"BUCKET4J", "BUCKET4J_REFUSED"})
  void start_filterByHand_answersAsTollgateDoes(Variant variant) throws Exception {
    var byHand = secondAnswer(variant);
    var ours = secondAnswer(variant == Variant.BUCKET4J ? Variant.USER : Variant.REFUSED);

    assertThat(byHand.statusCode()).isEqualTo(ours.statusCode());
    assertThat(byHand.body()).isEqualTo(ours.body());
    assertThat(byHand.headers().map().keySet()).isEqualTo(ours.headers().map().keySet());
    for (var name : new String[] {"RateLimit-Policy", "Retry-After", "Content-Type"}) {
      assertThat(byHand.headers().firstValue(name)).isEqualTo(ours.headers().firstValue(name));
    }
    assertThat(byHand.headers().firstValue("RateLimit").orElseThrow())
        .isEqualTo(ours.headers().firstValue("RateLimit").orElseThrow())
        .containsPattern(TOKENS_LEFT);
  }

  private HttpResponse<String> secondAnswer(Variant variant) throws Exception {
    var server = App.start(List.of(variant));
    try {
      call(App.port(server), "alice");
      return call(App.port(server), "alice");
    } finally {
      server.shutdownNow();
    }
  }

  private HttpResponse<String> call(int port, String user)
      throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + App.path(0) + "/greeting"))
            .header("Authorization", Authentication.SCHEME + user)
            .build();
    return client.send(request, BodyHandlers.ofString());
  }
}
