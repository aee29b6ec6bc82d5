package io.tollgate.rules.envoy;

import static io.tollgate.rules.envoy.Complaints.quoted;

import io.tollgate.RuleSet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The rules that say what a configuration of Envoy's rate limit service says.
 *
 * @param rules the rules
 * @param notes what somebody should know who uses them, one line each
 */
public record EnvoyRules(RuleSet rules, List<String> notes) {

  /** Keeps the notes as they are now. */
  public EnvoyRules {
    notes = List.copyOf(notes);
  }

  /**
   * Reads files of Envoy's service.
   *
   * @param files their contents, by what messages call them
   * @param keys what the keys of descriptors stand for
   * @param merged whether several files may be about one domain
   * @throws EnvoyException if the service would refuse them, or no rules can say the same
   */
  public static EnvoyRules of(Map<String, byte[]> files, DescriptorKeys keys, boolean merged) {
    var complaints = new Complaints();
    var domains = new ArrayList<EnvoyDomain>();
    files.forEach(
        (source, content) -> EnvoyReader.read(content, source, complaints).ifPresent(domains::add));
    checkDomains(domains, merged, complaints);
    complaints.throwIfAny();
    var drafting = new Drafting(keys, complaints);
    var drafts = drafting.drafts(domains);
    complaints.throwIfAny();
    var conversion = new Conversion(drafts, complaints);
    var rules = conversion.rules();
    complaints.throwIfAny();
    var notes = new ArrayList<>(drafting.notes());
    notes.addAll(conversion.notes());
    return new EnvoyRules(rules, notes);
  }

  private static void checkDomains(
      List<EnvoyDomain> domains, boolean merged, Complaints complaints) {
    var first = new LinkedHashMap<String, EnvoyDomain>();
    for (var domain : domains) {
      var other = first.putIfAbsent(domain.name(), domain);
      if (other == null) {
        continue;
      }
      if (!merged) {
        complaints.add(
            domain.source(),
            domain.mark(),
            "the domain "
                + quoted(domain.name())
                + " is in "
                + other.source()
                + ", too; rename one, or take them together with --merge");
      } else {
        for (var descriptor : domain.descriptors()) {
          if (other.descriptors().stream()
              .anyMatch(each -> each.compositeKey().equals(descriptor.compositeKey()))) {
            complaints.add(
                domain.source(),
                descriptor.mark(),
                "the descriptor "
                    + quoted(domain.name() + "." + descriptor.compositeKey())
                    + " is in "
                    + other.source()
                    + ", too; remove one");
          }
        }
      }
    }
  }

  /** Returns the rules in YAML for {@code tollgate.yaml}, below the notes. */
  public String toYaml() {
    var text = new StringBuilder();
    notes.forEach(note -> text.append("# ").append(note).append('\n'));
    return text.append(rules.toYaml()).toString();
  }
}
