package io.tollgate.rules.envoy;

import static io.tollgate.rules.envoy.Complaints.quoted;

import io.tollgate.Yaml;
import io.tollgate.YamlException;
import io.tollgate.YamlNode;
import io.tollgate.YamlNode.Mark;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/**
 * Reads the YAML of Envoy's rate limit service, and refuses what that service refuses.
 *
 * <p>It is stricter in one thing: a field at a place where the service would pass over it is a
 * mistake here.
 */
final class EnvoyReader {

  private static final List<String> FILE = List.of("domain", "descriptors");

  private static final List<String> DESCRIPTOR =
      List.of(
          "key",
          "value",
          "rate_limit",
          "descriptors",
          "shadow_mode",
          "quota_mode",
          "detailed_metric",
          "value_to_metric",
          "share_threshold");

  private static final List<String> LIMIT =
      List.of("unit", "requests_per_unit", "unlimited", "name", "replaces");

  /** Numbers are kept in 32 bits without sign there. */
  private static final long MAX_REQUESTS = 0xFFFF_FFFFL;

  private final String source;
  private final Complaints complaints;

  private EnvoyReader(String source, Complaints complaints) {
    this.source = source;
    this.complaints = complaints;
  }

  /** Returns what a file says, or nothing after complaining if it is not even a domain. */
  static Optional<EnvoyDomain> read(byte[] utf8, String source, Complaints complaints) {
    try {
      var root = Yaml.read(utf8);
      if (root.isEmpty() || root.get() instanceof YamlNode.Nothing) {
        complaints.add(source, new Mark(1, 1), "the file is empty; write domain: and descriptors:");
        return Optional.empty();
      }
      return new EnvoyReader(source, complaints).domain(root.get());
    } catch (YamlException e) {
      complaints.add(source, e.mark(), e.problem());
      return Optional.empty();
    }
  }

  private Optional<EnvoyDomain> domain(YamlNode root) {
    var fields = EnvoyFields.of(root, "a file of Envoy's service", FILE, source, complaints);
    var name = fields.text("domain");
    if (name.isEmpty()) {
      complaints.add(
          source, fields.mark("domain"), "the domain is empty; name it with domain: NAME");
    }
    var descriptors = descriptors(fields, name + ".");
    return Optional.of(new EnvoyDomain(source, fields.mark("domain"), name, descriptors));
  }

  private List<Descriptor> descriptors(EnvoyFields parent, String parentKey) {
    var descriptors = new ArrayList<Descriptor>();
    for (var item : parent.items("descriptors")) {
      var fields = EnvoyFields.of(item, "a descriptor", DESCRIPTOR, source, complaints);
      if (item instanceof YamlNode.Mapping) {
        descriptors.add(descriptor(item.mark(), fields, parentKey));
      }
    }
    checkUnique(descriptors, parentKey);
    return List.copyOf(descriptors);
  }

  /** Complains about descriptors of one list of which the later could never be found. */
  private void checkUnique(List<Descriptor> descriptors, String parentKey) {
    var seen = new HashSet<String>();
    for (var descriptor : descriptors) {
      if (!seen.add(descriptor.compositeKey())) {
        complaints.add(
            source,
            descriptor.mark(),
            "the descriptor "
                + quoted(parentKey + descriptor.compositeKey())
                + " stands twice; remove one");
      }
    }
  }

  private Descriptor descriptor(Mark mark, EnvoyFields fields, String parentKey) {
    var key = fields.text("key");
    var value = fields.text("value");
    if (key.isEmpty()) {
      complaints.add(source, fields.mark("key"), "the descriptor has no key; write key: NAME");
    }
    boolean shared = fields.flag("share_threshold");
    if (shared && !value.contains("*")) {
      complaints.add(
          source,
          fields.mark("share_threshold"),
          "share_threshold is for values with a wildcard; write value: "
              + (value.isEmpty() ? "prefix" : value)
              + "* or remove it");
    }
    // They name metrics, of which Tollgate has its own; read so that a wrong value is seen.
    fields.flag("detailed_metric");
    fields.flag("value_to_metric");
    // Both answer OK whatever was counted; quota_mode tells the proxy besides.
    boolean shadow = fields.flag("shadow_mode");
    boolean quota = fields.flag("quota_mode");
    var limit =
        fields
            .node("rate_limit")
            .map(node -> EnvoyFields.of(node, "rate_limit", LIMIT, source, complaints))
            .map(this::limit);
    var composite = value.isEmpty() ? key : key + "_" + value;
    var below = descriptors(fields, parentKey + composite + ".");
    return new Descriptor(mark, key, value, limit, shadow || quota, shared, below);
  }

  private EnvoyLimit limit(EnvoyFields fields) {
    var name = fields.text("name");
    var replaces = replaces(fields, name);
    return new EnvoyLimit(fields.mark("unit"), numbers(fields), name, replaces);
  }

  private Optional<String> numbers(EnvoyFields fields) {
    var unitText = fields.text("unit");
    var unit = EnvoyUnit.named(unitText);
    if (fields.flag("unlimited")) {
      if (unit.isPresent()) {
        complaints.add(
            source,
            fields.mark("unit"),
            "what is unlimited has no unit; remove unit, or unlimited: true");
      }
      return Optional.empty();
    }
    if (unit.isEmpty()) {
      complaints.add(
          source,
          fields.mark("unit"),
          (unitText.isEmpty() ? "the unit is missing" : quoted(unitText) + " is not a unit")
              + "; write one of "
              + String.join(", ", EnvoyUnit.names()));
    }
    var requests = requests(fields);
    return unit.flatMap(known -> requests.map(known::limit));
  }

  private Optional<Long> requests(EnvoyFields fields) {
    var text = fields.text("requests_per_unit");
    if (text.matches("[0-9]{1,10}") && Long.parseLong(text) <= MAX_REQUESTS) {
      return Optional.of(Long.parseLong(text));
    }
    complaints.add(
        source,
        fields.mark("requests_per_unit"),
        (text.isEmpty()
                ? "requests_per_unit is missing"
                : quoted(text) + " is no number of requests")
            + "; write a whole number from 0 to "
            + MAX_REQUESTS);
    return Optional.empty();
  }

  private List<String> replaces(EnvoyFields limit, String name) {
    var replaces = new ArrayList<String>();
    for (var item : limit.items("replaces")) {
      var fields =
          EnvoyFields.of(item, "an entry of replaces", List.of("name"), source, complaints);
      var replaced = fields.text("name");
      if (replaced.isEmpty()) {
        complaints.add(
            source, fields.mark("name"), "the entry of replaces is empty; write - name: NAME");
      } else if (replaced.equals(name)) {
        complaints.add(
            source,
            fields.mark("name"),
            "the limit " + quoted(name) + " replaces itself; name another one");
      }
      replaces.add(replaced);
    }
    return List.copyOf(replaces);
  }
}
