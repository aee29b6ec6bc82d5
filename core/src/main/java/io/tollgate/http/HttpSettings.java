package io.tollgate.http;

import io.tollgate.Mode;
import io.tollgate.Setting;
import io.tollgate.Settings;
import io.tollgate.SettingsProvider;
import io.tollgate.address.Cidr;
import io.tollgate.address.IpAddress;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The settings that every web adapter shares. */
public final class HttpSettings implements SettingsProvider {

  /** What limits do to calls. */
  public static final Setting<Mode> MODE =
      Setting.choice(
              "tollgate.mode",
              "What limits do: refuse calls, only count and log them, or nothing.",
              Mode.class)
          .or(Mode.ENFORCE);

  /** The header fields of responses. */
  public static final Setting<Dialect> HEADERS =
      Setting.choice(
              "tollgate.headers",
              "The header fields that tell what is left; see the table below.",
              Dialect.class)
          .or(Dialect.DRAFT);

  static final Setting<List<Cidr>> PROXIES =
      Setting.list(
              "tollgate.proxies",
              "Blocks of addresses (`10.0.0.0/8`) of the proxies whose header fields are believed.")
          .as("list of blocks", HttpSettings::blocks, HttpSettings::texts)
          .or(List.of());

  static final Setting<ProxyHeader> PROXY_HEADER =
      Setting.text(
              "tollgate.proxyheader",
              "The one header field in which trusted proxies say from whom they got a request.")
          .as("X-Forwarded-For, Forwarded", ProxyHeader::named, ProxyHeader::field)
          .or(ProxyHeader.X_FORWARDED_FOR);

  static final Setting<Long> IPV6_PREFIX =
      Setting.whole(
              "tollgate.ipv6prefix",
              "How many bits of an IPv6 address tell one client from another, 32 to 128.",
              32,
              IpAddress.BITS)
          .or(64L);

  static final Setting<Optional<SourceText>> COUNTRY =
      Setting.text(
              "tollgate.country",
              "Where a caller's country is found: `header:NAME`, believed from trusted proxies only,"
                  + " or `database:PATH` of a MaxMind file.")
          .as("source", CallerCountry::parse, SourceText::toString)
          .optional();

  static final Setting<Optional<SourceText>> PLAN =
      Setting.text(
              "tollgate.plan",
              "Where a caller's plan is found: `role:NAME,NAME`, the best first, `header:NAME`,"
                  + " believed from trusted proxies only, or `claim:NAME`.")
          .as("source", CallerPlan::parse, SourceText::toString)
          .optional();

  static final Setting<Boolean> EXPLAIN =
      Setting.flag(
              "tollgate.explain",
              "Whether operators may ask the application why a call is decided as it is; needs"
                  + " `tollgate.explainroles` or `tollgate.explainaddresses`.")
          .or(false);

  static final Setting<List<String>> EXPLAIN_ROLES =
      Setting.list("tollgate.explainroles", "Users with one of these roles may ask.").or(List.of());

  static final Setting<List<Cidr>> EXPLAIN_ADDRESSES =
      Setting.list("tollgate.explainaddresses", "Callers from these blocks of addresses may ask.")
          .as("list of blocks", HttpSettings::blocks, HttpSettings::texts)
          .or(List.of());

  static final Setting<String> EXPLAIN_PATH =
      Setting.text("tollgate.explainpath", "Where they ask, within the application.")
          .or("/tollgate/explain");

  static final Setting<Long> MAX_WAITING =
      Setting.whole(
              "tollgate.wait.maxwaiting",
              "How many calls may wait for their turn at a time; further ones are refused.",
              0,
              1_000_000)
          .or(1_000L);

  static final Setting<Long> MAX_WAITING_PER_BUCKET =
      Setting.whole(
              "tollgate.wait.maxperbucket",
              "How many of them may wait at one bucket.",
              0,
              1_000_000)
          .or(100L);

  /** Makes the provider; for {@link java.util.ServiceLoader}. */
  public HttpSettings() {}

  @Override
  public Collection<Setting<?>> settings() {
    return List.of(
        MODE,
        HEADERS,
        PROXIES,
        PROXY_HEADER,
        IPV6_PREFIX,
        COUNTRY,
        PLAN,
        EXPLAIN,
        EXPLAIN_ROLES,
        EXPLAIN_ADDRESSES,
        EXPLAIN_PATH,
        MAX_WAITING,
        MAX_WAITING_PER_BUCKET);
  }

  private static List<Cidr> blocks(List<String> texts) {
    return texts.stream().map(Cidr::parse).toList();
  }

  private static List<String> texts(List<Cidr> blocks) {
    return blocks.stream().map(Cidr::toString).toList();
  }

  static ClientAddress clientAddress(Settings settings) {
    return new ClientAddress(
        settings.get(PROXIES),
        settings.get(PROXY_HEADER),
        Math.toIntExact(settings.get(IPV6_PREFIX)));
  }

  static CallerCountry callerCountry(Settings settings) {
    return settings.get(COUNTRY).map(CallerCountry::from).orElse(CallerCountry.UNKNOWN);
  }

  static CallerPlan callerPlan(Settings settings) {
    return settings.get(PLAN).map(CallerPlan::from).orElse(CallerPlan.UNKNOWN);
  }
}
