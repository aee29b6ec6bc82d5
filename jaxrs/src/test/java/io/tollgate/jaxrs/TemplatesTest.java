package io.tollgate.jaxrs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TemplatesTest {

  @ParameterizedTest
  @CsvSource({
    "'', /",
    "items, /items",
    "/items//{ id }/, /items/{id}",
    "caf%C3%A9/{id}, /café/{id}",
    "café, /café",
    "a%20b, /a b",
    "a%2fb/c, /a%2Fb/c",
    "100%, /100%",
    "x%41/{id: [0-9]+}/y, /xA/*",
    "x-{id}, /*"
  })
  void plain_template_isWrittenAsRulesAre(String template, String plain) {
    assertThat(Templates.plain(template)).isEqualTo(plain);
  }
}
