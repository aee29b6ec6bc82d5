package io.tollgate.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tollgate.Mode;
import io.tollgate.Settings;
import io.tollgate.SettingsException;
import io.tollgate.address.Cidr;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class HttpSettingsTest {

  @Test
  void settings_nothingGiven_trustNobodyAndEnforce() {
    var settings = Settings.of(Map.of());

    assertThat(settings.get(HttpSettings.MODE)).isEqualTo(Mode.ENFORCE);
    assertThat(settings.get(HttpSettings.HEADERS)).isEqualTo(Dialect.DRAFT);
    assertThat(settings.get(HttpSettings.PROXIES)).isEmpty();
    assertThat(HttpSettings.callerCountry(settings)).isSameAs(CallerCountry.UNKNOWN);
    assertThat(HttpSettings.callerPlan(settings)).isSameAs(CallerPlan.UNKNOWN);
  }

  @Test
  void settings_given_areRead() {
    var settings =
        Settings.of(
            Map.of(
                "tollgate.mode", "shadow",
                "tollgate.headers", "xepoch",
                "tollgate.proxies", "127.0.0.1, 10.0.0.0/8",
                "tollgate.proxyheader", "forwarded",
                "tollgate.ipv6prefix", "56",
                "tollgate.country", "header:CF-IPCountry",
                "tollgate.plan", "role:gold,silver"));

    assertThat(settings.get(HttpSettings.MODE)).isEqualTo(Mode.SHADOW);
    assertThat(settings.get(HttpSettings.HEADERS)).isEqualTo(Dialect.XEPOCH);
    var request =
        Request.from("127.0.0.1")
            .header("Forwarded", "for=\"[2001:db8:0:ff::1]\", for=10.1.1.1")
            .header("CF-IPCountry", "DE")
            .roles("silver");
    var client = HttpSettings.clientAddress(settings).of(request).orElseThrow();
    assertThat(client.text()).isEqualTo("2001:db8:0:0:0:0:0:0/56");
    assertThat(HttpSettings.callerCountry(settings).of(request, client)).contains("DE");
    assertThat(HttpSettings.callerPlan(settings).of(request, client)).contains("silver");
    assertThat(settings.toString())
        .contains("tollgate.proxies=127.0.0.1,10.0.0.0/8", "tollgate.plan=role:gold,silver");
  }

  @Test
  void settings_listOfProxies_isRead() {
    var settings = Settings.of(Map.of("tollgate.proxies", List.of("127.0.0.1", "::1")));

    assertThat(settings.get(HttpSettings.PROXIES))
        .containsExactly(Cidr.parse("127.0.0.1"), Cidr.parse("::1"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      textBlock =
          """
          mode        | enabled        | "enabled" is not one of enforce, shadow, off
          headers     | github         | "github" is not one of draft, triple, xepoch, xdelta, none
          proxies     | proxy.internal | "proxy.internal" is not a block of addresses; write an address, or a block such as 10.0.0.0/8
          proxies     | ::1,10.0.0.1/8 | "10.0.0.1/8" is not a block of addresses; the block begins at 10.0.0.0, so write that before the slash
          proxyheader | X-Real-IP      | "X-Real-IP" is not a header that is read; write X-Forwarded-For or Forwarded
          ipv6prefix  | 129            | "129" is not a whole number from 32 to 128
          ipv6prefix  | 31             | "31" is not a whole number from 32 to 128
          country     | CF-IPCountry   | "CF-IPCountry" does not say where to look; write header:CF-IPCountry or database:/path/to/GeoLite2-Country.mmdb
          country     | cookie:x       | "cookie:x" does not say where to look; write header:CF-IPCountry or database:/path/to/GeoLite2-Country.mmdb
          country     | header:A B     | "A B" is not the name of a header field; write letters, digits and dashes
          plan        | role:          | "role:" does not say where to look; write role:gold,silver or header:X-Plan or claim:plan
          plan        | role:a,,b      | "role:a,,b" has an empty role; remove it
          plan        | :gold          | ":gold" does not say where to look; write role:gold,silver or header:X-Plan or claim:plan
          """)
  void settings_valueThatDoesNotFit_isAProblem(String name, String value, String problem) {
    assertThat(problems(Map.of("tollgate." + name, value)))
        .containsExactly("property tollgate." + name + ": " + problem);
  }

  @Test
  void settings_severalThatDoNotFit_areToldTogether() {
    var own = new LinkedHashMap<String, String>();
    own.put("tollgate.mode", "on");
    own.put("tollgate.proxies", "x");
    own.put("tollgate.plan", "gold");

    assertThat(problems(own)).hasSize(3);
  }

  @Test
  void settings_valueWithLineBreaks_staysOneLine() {
    assertThat(problems(Map.of("tollgate.plan", "a\r\nFATAL: b\u001b[31m")))
        .singleElement()
        .asString()
        .startsWith("property tollgate.plan: \"a\\u000D\\u000AFATAL: b\\u001B[31m\" does not say");
  }

  private static List<String> problems(Map<String, ?> own) {
    return catchThrowableOfType(SettingsException.class, () -> Settings.of(own)).problems();
  }
}
