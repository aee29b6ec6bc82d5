package io.tollgate.rules;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Path;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Locale;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The document has what the resources have, no less and no more. */
final class OpenApiTest {

  @Test
  void document_andResources_haveTheSameOperations() throws IOException {
    var inCode = new TreeSet<String>();
    Stream.of(
            AboutResource.class,
            ExplainResource.class,
            GrantsResource.class,
            HostsResource.class,
            ProposalsResource.class,
            RulesResource.class,
            SnapshotResource.class,
            TokensResource.class)
        .forEach(
            resource -> {
              for (var method : resource.getDeclaredMethods()) {
                Arrays.stream(method.getAnnotations())
                    .map(one -> one.annotationType().getAnnotation(HttpMethod.class))
                    .filter(verb -> verb != null)
                    .forEach(
                        verb ->
                            inCode.add(
                                verb.value().toLowerCase(Locale.ROOT)
                                    + " "
                                    + path(resource.getAnnotation(Path.class))
                                    + path(method.getAnnotation(Path.class))));
              }
            });

    var inDocument = new TreeSet<String>();
    try (InputStream file = OpenApiTest.class.getResourceAsStream("openapi.json")) {
      Json.mapper()
          .readTree(file)
          .path("paths")
          .properties()
          .forEach(
              path ->
                  path.getValue()
                      .fieldNames()
                      .forEachRemaining(verb -> inDocument.add(verb + " " + path.getKey())));
    }
    assertThat(inDocument).isEqualTo(inCode);
  }

  private static String path(@Nullable Path path) {
    return path == null || path.value().equals("/") ? "" : "/" + path.value();
  }
}
