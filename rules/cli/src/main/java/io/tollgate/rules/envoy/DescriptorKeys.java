package io.tollgate.rules.envoy;

import static io.tollgate.rules.envoy.Complaints.quoted;

import io.tollgate.rules.envoy.Meaning.Part;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Says which part of a request the key of a descriptor stands for.
 *
 * <p>Envoy's service does not know: its clients make descriptors of requests by actions that the
 * proxy is configured with. Here the usual names of those actions are known. Every other key is
 * taken for a header field of that name, which the action {@code request_headers} makes, unless the
 * caller says otherwise.
 */
public final class DescriptorKeys {

  private static final String FORMS =
      "write KEY=PART or KEY:VALUE=PART:VALUE, where PART is "
          + String.join(", ", Part.words())
          + " or header:NAME";

  private static final Map<String, Meaning> USUAL =
      Map.ofEntries(
          Map.entry("remote_address", Meaning.of(Part.IP)),
          Map.entry("masked_remote_address", Meaning.of(Part.BLOCK)),
          Map.entry("path", Meaning.of(Part.PATH)),
          Map.entry(":path", Meaning.of(Part.PATH)),
          Map.entry("method", Meaning.of(Part.METHODS)),
          Map.entry(":method", Meaning.of(Part.METHODS)),
          Map.entry("http_method", Meaning.of(Part.METHODS)),
          Map.entry("user", Meaning.of(Part.USER)),
          Map.entry("user_id", Meaning.of(Part.USER)),
          Map.entry("plan", Meaning.of(Part.PLAN)),
          Map.entry("country", Meaning.of(Part.COUNTRY)),
          Map.entry("generic_key", Meaning.of(Part.ENDPOINT)),
          Map.entry("source_cluster", Meaning.header("x-envoy-downstream-service-cluster")),
          // The proxy asks about calls to this application, so this is always the same.
          Map.entry("destination_cluster", Meaning.of(Part.NOTHING)));

  /** Made by a comparison in the proxy of which only the outcome arrives. */
  private static final List<String> OUTCOMES = List.of("header_match", "query_match");

  private final Map<String, Meaning> stated = new HashMap<>();

  /** Knows the usual names alone. */
  public DescriptorKeys() {}

  /**
   * States what a key stands for: {@code tenant=header:X-Tenant}, {@code account=user}; or what one
   * value of it does: {@code generic_key:slow=path:/slow/*}.
   *
   * @throws IllegalArgumentException if the text says nothing of the kind
   */
  public void state(String text) {
    int equals = text.indexOf('=');
    if (equals <= 0 || equals == text.length() - 1) {
      throw new IllegalArgumentException(
          quoted(text) + " says not what a key stands for; " + FORMS);
    }
    var meaning = meaning(text, text.substring(equals + 1));
    boolean ofOneValue = text.indexOf(':', 1) > 0 && text.indexOf(':', 1) < equals;
    if (ofOneValue == meaning.value().isEmpty() && meaning.part() != Part.NOTHING) {
      throw new IllegalArgumentException(quoted(text) + " has a value on one side alone; " + FORMS);
    }
    stated.put(text.substring(0, equals), meaning);
  }

  private static Meaning meaning(String text, String right) {
    var words = right.split(":", 2);
    var word = words[0].strip().toLowerCase(Locale.ROOT);
    var rest = words.length == 1 ? "" : words[1].strip();
    if (word.equals("header") && !rest.isEmpty()) {
      var field = rest.split(":", 2);
      return new Meaning(Part.HEADER, field[0].strip(), field.length == 1 ? "" : field[1].strip());
    }
    return Part.named(word)
        .map(part -> new Meaning(part, "", rest))
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    quoted(text) + " names no part of a request; " + FORMS));
  }

  /** Returns what a descriptor stands for. */
  Meaning of(Descriptor descriptor) {
    var ofValue = stated.get(descriptor.key() + ":" + descriptor.value());
    if (ofValue != null) {
      return ofValue;
    }
    var meaning = stated.getOrDefault(descriptor.key(), USUAL.get(descriptor.key()));
    return (meaning == null ? Meaning.header(descriptor.key()) : meaning)
        .withValue(descriptor.value());
  }

  /** Tells whether nobody has said what a key stands for. */
  boolean isGuessed(Descriptor descriptor) {
    return !stated.containsKey(descriptor.key() + ":" + descriptor.value())
        && !stated.containsKey(descriptor.key())
        && (!USUAL.containsKey(descriptor.key()) || descriptor.key().equals("generic_key"));
  }

  /** Tells whether no part of a request can be guessed for it. */
  boolean isOutcome(Descriptor descriptor) {
    return isGuessed(descriptor) && OUTCOMES.contains(descriptor.key());
  }
}
