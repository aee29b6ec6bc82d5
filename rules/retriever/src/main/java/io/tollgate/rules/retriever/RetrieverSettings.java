package io.tollgate.rules.retriever;

import io.tollgate.Setting;
import io.tollgate.Settings;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.regex.Pattern;

/** What can be set about the retriever. */
record RetrieverSettings(
    URI service, String token, String host, Path file, Duration poll, boolean report) {

  static final Setting<Optional<String>> SERVICE =
      Setting.text("tollgate.rules.service", "Where the rules service is: `http://…`.")
          .as("URL", RetrieverSettings::checkedUri, Function.identity())
          .optional();

  static final Setting<Optional<String>> TOKEN =
      Setting.text("tollgate.rules.token", "Token of this host, of the role `host`.")
          .secret()
          .optional();

  /** Dots alone between slashes, and a backslash, are lost in a path. */
  private static final Pattern HOST_NAME =
      Pattern.compile("(?!(?:.*/)?\\.+(?:/.*)?$)(?! )[ -~&&[^\\\\]]{1,200}(?<! )");

  static final Setting<Optional<String>> HOST =
      Setting.text(
              "tollgate.rules.host",
              "What the rules service calls this host; its name and a number, unless stated.")
          .as("text", RetrieverSettings::checkedHost, Function.identity())
          .optional();

  static final Setting<String> FILE =
      Setting.text(
              "tollgate.rules.file",
              "Where the last good rules of the service are kept, for a start without it.")
          .or("tollgate-rules.json");

  static final Setting<Duration> POLL =
      Setting.duration(
              "tollgate.rules.poll",
              "How often to ask where a proxy does not let requests wait for a change.",
              Duration.ofMillis(100),
              Duration.ofHours(1))
          .or(Duration.ofSeconds(10));

  static final Setting<Boolean> REPORT =
      Setting.flag(
              "tollgate.rules.report",
              "Whether to tell the service what the rules did here, and which keys were refused"
                  + " most.")
          .or(true);

  static final List<Setting<?>> ALL = List.of(SERVICE, TOKEN, HOST, FILE, POLL, REPORT);

  /** It becomes a header field and a part of a path. */
  private static String checkedHost(String host) {
    if (!HOST_NAME.matcher(host).matches()) {
      throw new IllegalArgumentException(
          "a host has a name of 1 to 200 letters, digits and signs of ASCII, without \\, and not"
              + " of dots alone; write shop-1");
    }
    return host;
  }

  private static String checkedUri(String text) {
    URI uri;
    try {
      uri = URI.create(text.strip());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("this is no URL; write http://host:8090", e);
    }
    boolean http = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
    if (!http || uri.getHost() == null || uri.getRawUserInfo() != null || uri.getQuery() != null) {
      throw new IllegalArgumentException(
          "this is not the address of a rules service; write http://host:8090, and the token into"
              + " tollgate.rules.token");
    }
    return text.strip().endsWith("/") ? text.strip() : text.strip() + "/";
  }

  /**
   * Returns the settings.
   *
   * @throws IllegalArgumentException if they do not suffice
   */
  static RetrieverSettings of(Settings settings) {
    var service = settings.get(SERVICE).orElseThrow();
    var token =
        settings
            .get(TOKEN)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "tollgate.rules.service is set, and tollgate.rules.token is missing; set it"
                            + " to a token of the role host, made by POST /v1/tokens"));
    return new RetrieverSettings(
        URI.create(service),
        token,
        settings.get(HOST).orElseGet(RetrieverSettings::ownName),
        Path.of(settings.get(FILE)),
        settings.get(POLL),
        settings.get(REPORT));
  }

  /** With a number, since several hosts may run on one machine, or in one process. */
  private static String ownName() {
    int number = ThreadLocalRandom.current().nextInt(0x10000);
    return String.format("%s-%04x", machine(), number);
  }

  private static String machine() {
    try {
      var name = InetAddress.getLocalHost().getHostName();
      return name.replaceAll("[^A-Za-z0-9.-]", "-");
    } catch (UnknownHostException e) {
      return "host"; // Only a name, to tell hosts apart.
    }
  }
}
