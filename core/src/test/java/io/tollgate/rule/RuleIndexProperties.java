package io.tollgate.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.Rule;
import io.tollgate.RuleSet;
import io.tollgate.RulesException;
import io.tollgate.address.IpAddress;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * Compares the index with {@link ScannedRules}, on rules and calls of few words, so that many fit.
 */
final class RuleIndexProperties {

  private static final List<String> PATHS =
      List.of("/", "/a", "/a/b", "/a/{x}", "/{x}/b", "/a/*", "/*", "/{x}/*", "/a/{x}/c", "/b/{y}");
  private static final List<String> BLOCKS =
      List.of(
          "0.0.0.0/0",
          "10.0.0.0/8",
          "10.1.0.0/16",
          "10.1.2.3",
          "10.1.2.0/24",
          "::/0",
          "2001:db8::/32");
  private static final List<String> ADDRESSES =
      List.of("10.1.2.3", "10.1.2.4", "10.1.9.9", "10.9.9.9", "8.8.8.8", "2001:db8::1", "::1");
  private static final long NOW = Instant.parse("2026-06-15T12:00:00Z").toEpochMilli();

  private final Random random = new Random();

  @Property(tries = 300)
  void find_anyRulesAndCalls_findsWhatLookingAtEachFinds(@ForAll long seed) {
    random.setSeed(seed);
    var layered = new ArrayList<LayeredRule>();
    int count = random.nextInt(30);
    for (int i = 0; i < count; i++) {
      int height = 1 + random.nextInt(2);
      rule("r" + i).ifPresent(rule -> layered.add(new LayeredRule(rule, "l" + height, height)));
    }
    var index = new RuleIndex(layered);
    var scanned = new ScannedRules(layered);
    for (int i = 0; i < 20; i++) {
      var call = call();
      List<String> buckets = random.nextBoolean() ? List.of() : List.of("b0", "b1");
      var found = index.of(call.endpoint(), Optional.empty(), buckets).find(call);

      assertThat(names(found)).as("%s", call).isEqualTo(scanned.find(call, buckets));
      assertThat(found.ids()).isSorted().doesNotHaveDuplicates();
    }
  }

  /** An endpoint that says where it is found finds the same, and nothing if nothing can be. */
  @Property(tries = 200)
  void of_endpointWithATemplate_findsTheSame(@ForAll long seed) {
    random.setSeed(seed);
    var layered = new ArrayList<LayeredRule>();
    for (int i = 0; i < 4; i++) {
      rule("r" + i).ifPresent(rule -> layered.add(new LayeredRule(rule, "file", 1)));
    }
    var index = new RuleIndex(layered);
    var template = pick(List.of("/a", "/a/{id}", "/{p}/{q}", "/b/*", "/"));
    var call =
        call(
            template
                .replace("{id}", "b")
                .replace("{p}", "b")
                .replace("{q}", "c")
                .replace("*", "b"));

    var known = index.of(call.endpoint(), Optional.of(template), List.of());
    var unknown = index.of(call.endpoint(), Optional.empty(), List.of());
    assertThat(names(known.find(call))).isEqualTo(names(unknown.find(call)));
  }

  private static Set<String> names(Found found) {
    return found.rules().stream()
        .map(one -> one.rule().name())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Rules that cannot be are left out. */
  private Optional<Rule> rule(String name) {
    var parts = new ArrayList<String>();
    parts.add("name: " + name);
    add(parts, "path", PATHS, 2, /* negatable= */ false);
    add(parts, "methods", List.of("GET", "POST", "PUT"), 4, true);
    add(parts, "endpoint", List.of("E.a", "E.b"), 6, true);
    add(parts, "user", List.of("u0", "u1", "u2", "u*", "*2", "u*u"), 4, true);
    add(parts, "address", BLOCKS, 4, true);
    add(parts, "plan", List.of("gold", "iron", "*o*"), 6, true);
    add(parts, "country", List.of("DE", "FR"), 6, true);
    if (random.nextInt(6) == 0) {
      parts.add(
          "header: {x-app: " + values(List.of("ios", "web", "*", "i*o*s", "w*eb*b"), true) + "}");
    }
    if (random.nextInt(8) == 0) {
      parts.add("from: " + pick(List.of("2026-06-01", "2026-07-01")));
    }
    if (random.nextInt(8) == 0) {
      parts.add("until: " + pick(List.of("2026-06-10", "2026-06-20")));
    }
    if (random.nextInt(5) == 0) {
      parts.add("mode: " + pick(List.of("shadow", "enforce")));
    }
    parts.add(
        pick(
            List.of(
                "limit: 5/s",
                "bucket: b" + random.nextInt(3),
                "limit: 5/s, bucket: b" + random.nextInt(3),
                "bucket: b0, times: 2",
                "allow: true",
                "deny: true")));
    try {
      return Optional.of(RuleSet.readRule("{" + String.join(", ", parts) + "}", "made"));
    } catch (RulesException e) {
      return Optional.empty();
    }
  }

  private void add(
      List<String> parts, String part, List<String> pool, int oneIn, boolean negatable) {
    if (random.nextInt(oneIn) == 0) {
      parts.add(part + ": " + values(pool, negatable));
    }
  }

  private String values(List<String> pool, boolean negatable) {
    var sign = negatable && random.nextInt(3) == 0 ? "!" : "";
    int count = 1 + random.nextInt(2);
    var values = new ArrayList<String>();
    for (int i = 0; i < count; i++) {
      values.add("'" + sign + pick(pool) + "'");
    }
    return values.toString();
  }

  private MadeCall call() {
    return call(
        pick(List.of("/", "/a", "/a/", "/a/b", "/a/z", "/b/c", "/z/b", "/a/z/c", "//a//b")));
  }

  private MadeCall call(String path) {
    Map<String, String> headers = new HashMap<>();
    if (random.nextBoolean()) {
      headers.put("x-app", pick(List.of("ios", "web", "car")));
    }
    boolean known = random.nextInt(4) > 0;
    return new MadeCall(
        pick(List.of("GET", "POST", "PATCH")),
        pick(List.of("", "E.a", "E.c")),
        path,
        known ? pick(List.of("u0", "u1", "u9")) : null,
        known ? IpAddress.parse(pick(ADDRESSES)).orElseThrow() : null,
        known ? pick(List.of("gold", "iron", "tin")) : null,
        known ? pick(List.of("DE", "FR", "US")) : null,
        headers,
        random.nextInt(5) == 0,
        NOW);
  }

  private <T> T pick(List<T> pool) {
    return pool.get(random.nextInt(pool.size()));
  }
}
