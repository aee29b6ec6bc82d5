package io.tollgate.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tollgate.address.IpAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class CallerCountryTest {

  private static final String HEADER = "CF-IPCountry";

  @TempDir private Path folder;

  private final CallerCountry byHeader =
      CallerCountry.from(CallerCountry.parse("header:" + HEADER));

  private static Client client(String address, boolean viaProxy) {
    return new Client(address, IpAddress.parse(address), viaProxy);
  }

  @ParameterizedTest
  @CsvSource({"DE, DE", "de, DE", "' fr ', FR", "T1, T1"})
  void of_headerOfATrustedProxy_isBelieved(String field, String country) {
    var request = Request.from("127.0.0.1").header(HEADER, field);

    assertThat(byHeader.of(request, client("5.5.5.5", /* viaProxy= */ true))).contains(country);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " ", "XX", "xx", "DEU", "D", "1T", "D\u00c9", "\u00df", "D E", "DE,FR"})
  void of_headerThatIsNoCountry_isUnknown(String field) {
    var request = Request.from("127.0.0.1").header(HEADER, field);

    assertThat(byHeader.of(request, client("5.5.5.5", /* viaProxy= */ true))).isEmpty();
  }

  @Test
  void of_headerOfAnybodyElse_isUnknown() {
    var request = Request.from("5.5.5.5").header(HEADER, "DE");

    assertThat(byHeader.of(request, client("5.5.5.5", /* viaProxy= */ false))).isEmpty();
  }

  @Test
  void of_headerTwice_isUnknown() {
    var request = Request.from("127.0.0.1").header(HEADER, "DE", "FR");

    assertThat(byHeader.of(request, client("5.5.5.5", /* viaProxy= */ true))).isEmpty();
  }

  @Test
  void of_database_isLookedUp() throws IOException {
    var country = CallerCountry.from(CallerCountry.parse("database:" + countries()));

    assertThat(lookedUp(country, "5.5.5.5")).contains("DE");
    assertThat(lookedUp(country, "::ffff:5.5.5.5")).contains("DE");
    assertThat(lookedUp(country, "6.6.6.6")).isEmpty();
    assertThat(lookedUp(country, "7.7.7.7")).isEmpty();
    assertThat(lookedUp(country, "2001:db8::1")).contains("FR");
    assertThat(lookedUp(country, "2001:db9::1")).isEmpty();
    assertThat(country.of(Request.fromNowhere(), new Client("x", Optional.empty(), false)))
        .isEmpty();
  }

  private static Optional<String> lookedUp(CallerCountry country, String address) {
    return country.of(Request.from("127.0.0.1"), client(address, /* viaProxy= */ false));
  }

  private Path countries() throws IOException {
    return new CountryFile("GeoLite2-Country")
        .with("5.0.0.0/8", "DE")
        .with("7.7.0.0/16", Map.of("continent", Map.of("code", "EU")))
        .with("2001:db8::/32", "FR")
        .writeTo(folder.resolve("countries.mmdb"));
  }

  @Test
  void parse_databaseWithoutCountries_isRefused() throws IOException {
    var file =
        new CountryFile("GeoLite2-ASN").with("5.0.0.0/8", "DE").writeTo(folder.resolve("asn.mmdb"));

    assertThatThrownBy(() -> CallerCountry.parse("database:" + file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "\"%s\" has no countries, it is a database of type GeoLite2-ASN; use one such as"
                    .formatted(file)
                + " GeoLite2-Country");
  }

  @Test
  void parse_fileThatIsNoDatabase_isRefused() throws IOException {
    var file = Files.writeString(folder.resolve("text.mmdb"), "not a database");

    assertThatThrownBy(() -> CallerCountry.parse("database:" + file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "\"%s\" is not a database of MaxMind's format; use one such as GeoLite2-Country"
                .formatted(file));
  }

  @Test
  void parse_fileThatIsNotThere_isRefused() {
    var file = folder.resolve("missing.mmdb");

    assertThatThrownBy(() -> CallerCountry.parse("database:" + file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("there is no readable file \"%s\"; correct the path".formatted(file));
  }

  @Test
  void file_withoutTheLibrary_saysWhatToAdd() throws IOException {
    var file = countries();

    assertThatThrownBy(
            () -> CountryDatabase.file(file.toString(), ClassLoader.getPlatformClassLoader()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "a database is read by com.maxmind.db:maxmind-db, which is not on the class path; add"
                + " that dependency");
  }
}
