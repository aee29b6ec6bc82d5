package io.tollgate.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ShadowTest {

  @Test
  void line_ofOneCallOrSeveral_countsThem() {
    assertThat(Shadow.line("Orders.list", 1, 1, "search"))
        .isEqualTo(
            "Orders.list would have refused 1 call since the last line, 1 in all; the last one by"
                + " search");
    assertThat(Shadow.line("Orders.list", 2, 3, "search"))
        .startsWith("Orders.list would have refused 2 calls since the last line, 3 in all");
  }
}
