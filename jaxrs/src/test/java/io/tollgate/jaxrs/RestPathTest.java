package io.tollgate.jaxrs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RestPathTest {

  @ParameterizedTest
  @CsvSource({
    "items/1, items/1",
    "/items/1/, /items/1/",
    "items/%31, items/1",
    "it%65ms;a=b/1;c, items/1",
    "items/a%2fb, items/a%2Fb",
    "items/.., items/..",
    "items/%2e%2E, items/..",
    "items/..;a, items/..",
    "items/..%3b, items/..;",
    "items;a=/../1, items/../1",
    "items/;a, items/",
    "items/%e2%82%ac, items/€",
    "items/€%20x, items/€ x",
    "items/%, items/%",
    "items/%zz%4, items/%zz%4",
    "items/%252f, items/%2f",
    "a+b, a+b"
  })
  void of_whateverWasSent_isReadSegmentBySegment(String raw, String path) {
    assertThat(RestPath.of(raw, /* parametersAreSegment= */ false)).isEqualTo(path);
  }

  @Test
  void of_parametersThatAreASegment_areOne() {
    assertThat(RestPath.of("items/;a/x", /* parametersAreSegment= */ true)).isEqualTo("items/;/x");
    assertThat(RestPath.of("items/1;a/x", /* parametersAreSegment= */ true)).isEqualTo("items/1/x");
  }

  @ParameterizedTest
  @CsvSource({
    "a, a",
    "a%62, ab",
    "a;b=c, a",
    "a%3Bb, a;b",
    "a%3bb;c, a;b",
    "a;m=1/b, a/b",
    "a;m=%2f/b;n, a/b",
    "a%2Fb, a/b",
    "a%252Fb, a%2Fb",
    "%zz, %zz"
  })
  void value_ofAPart_isDecodedBehindItsParameters(String raw, String value) {
    assertThat(RestPath.value(raw)).isEqualTo(value);
  }
}
