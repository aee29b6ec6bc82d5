package io.tollgate.rules;

import io.tollgate.Setting;
import io.tollgate.Settings;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** What can be set about the rules service. */
record ServerSettings(
    String host,
    int port,
    String databaseUrl,
    Optional<String> databaseUser,
    Optional<String> databasePassword,
    boolean fourEyes,
    Optional<String> adminToken) {

  static final Setting<String> HOST =
      Setting.text(
              "tollgate.server.host",
              "Address that the rules service listens on; `0.0.0.0` for other machines too.")
          .or("localhost");

  static final Setting<Long> PORT =
      Setting.whole(
              "tollgate.server.port", "Port of the rules service; 0 takes a free one.", 0, 65_535)
          .or(8090L);

  /** Secret as a whole, because a password may be in it. */
  static final Setting<String> DATABASE_URL =
      Setting.text(
              "tollgate.server.database.url",
              "Where rules are kept: `jdbc:h2:file:…` or `jdbc:postgresql://…`.")
          .secret()
          .as("JDBC URL", ServerSettings::checkedUrl, Function.identity())
          .or("jdbc:h2:file:./tollgate-rules");

  static final Setting<Optional<String>> DATABASE_USER =
      Setting.text("tollgate.server.database.user", "User of the database.").optional();

  static final Setting<Optional<String>> DATABASE_PASSWORD =
      Setting.text("tollgate.server.database.password", "Password of that user.")
          .secret()
          .optional();

  static final Setting<Boolean> FOUR_EYES =
      Setting.flag(
              "tollgate.server.foureyes",
              "Whether a change waits until an approver, who is not its author, agrees.")
          .or(false);

  static final Setting<Optional<String>> ADMIN_TOKEN =
      Setting.text(
              "tollgate.server.admintoken",
              "Token of the user admin when there is no token yet; without it, one is made and"
                  + " printed.")
          .secret()
          .as("text", ServerSettings::checkedToken, Function.identity())
          .optional();

  static final List<Setting<?>> ALL =
      List.of(HOST, PORT, DATABASE_URL, DATABASE_USER, DATABASE_PASSWORD, FOUR_EYES, ADMIN_TOKEN);

  private static String checkedUrl(String url) {
    if (!url.startsWith("jdbc:h2:") && !url.startsWith("jdbc:postgresql:")) {
      throw new IllegalArgumentException(
          "rules are kept in H2 or PostgreSQL; write jdbc:h2:file:./tollgate-rules or"
              + " jdbc:postgresql://host/database");
    }
    return url;
  }

  private static String checkedToken(String token) {
    if (!token.matches("[A-Za-z0-9._~+/=-]{" + Token.MIN_LENGTH + ",200}")) {
      throw new IllegalArgumentException(
          "a token has "
              + Token.MIN_LENGTH
              + " to 200 letters, digits and . _ ~ + / = -; write random ones");
    }
    return token;
  }

  static ServerSettings of(Settings settings) {
    return new ServerSettings(
        settings.get(HOST),
        Math.toIntExact(settings.get(PORT)),
        settings.get(DATABASE_URL),
        settings.get(DATABASE_USER),
        settings.get(DATABASE_PASSWORD),
        settings.get(FOUR_EYES),
        settings.get(ADMIN_TOKEN));
  }
}
