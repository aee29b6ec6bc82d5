package io.tollgate.http;

import io.tollgate.Key;
import io.tollgate.KeyResolver;
import io.tollgate.RequestPart;
import io.tollgate.rule.Segments;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes the key of a bucket: who pays for this request. */
@FunctionalInterface
interface KeySource {

  /*
   * A key begins with its kind, so that the user 5.5.5.5 is not the address 5.5.5.5, and where there
   * are several of a kind with the name, so that tenant 42 is not device 42. Several parts
   * stand behind one another, each behind its length, so that no two lists of parts make one text.
   *
   * Where a limit has other numbers for some plans, callers with a plan have it in their key,
   * unless that is the user's. Otherwise one bucket could be asked for by two limits in turns, and
   * under the lower one it forgets what was taken beyond that once it is full: whoever comes with
   * and without a plan from one address would get tokens back before their time. Callers without a
   * plan have the key that they have without plans, so plans that come make no difference to them.
   */

  /** Returns the key; there always is one. */
  String key(Caller caller);

  /**
   * Returns the source that an annotation describes.
   *
   * @param withPlan whether the numbers of its limit depend on the plan
   */
  static KeySource of(KeySpec spec, boolean withPlan, Instances instances) {
    return of(spec, withPlan, instances, Map.of());
  }

  /**
   * Returns the source that a rule describes.
   *
   * @param parameters which segment of the path each parameter of the rule's path is
   */
  static KeySource of(
      KeySpec spec, boolean withPlan, Instances instances, Map<String, Integer> parameters) {
    var sources = new ArrayList<KeySource>();
    spec.keys().forEach(key -> sources.add(of(key)));
    for (var part : spec.parts()) {
      var prefix = part.prefix();
      var segment = part.kind() == RequestPart.Kind.PATH ? parameters.get(part.name()) : null;
      sources.add(
          caller -> {
            var value =
                segment == null
                    ? part.of(caller.request())
                    : segment(caller.request().path(), segment);
            return value.isPresent() ? prefix + value.get() : caller.addressKey();
          });
    }
    spec.resolver().ifPresent(type -> sources.add(new Resolved(type, instances.of(type))));
    var plain = joined(sources);
    if (!withPlan || spec.keys().contains(Key.PLAN)) {
      return plain;
    }
    sources.add(of(Key.PLAN));
    var planned = joined(sources);
    boolean tellsUser = spec.tellsUser();
    return caller ->
        caller.plan().isEmpty() || (tellsUser && caller.isUser())
            ? plain.key(caller)
            : planned.key(caller);
  }

  private static KeySource joined(List<KeySource> sources) {
    return sources.size() == 1 ? sources.get(0) : new Joined(List.copyOf(sources));
  }

  private static Optional<String> segment(String path, int index) {
    var segments = Segments.of(path);
    return index < segments.size() ? Optional.of(segments.get(index)) : Optional.empty();
  }

  private static KeySource of(Key key) {
    return switch (key) {
      case USER, CLIENT -> Caller::userKey;
      case IP -> Caller::addressKey;
      case GLOBAL -> caller -> "all";
      case COUNTRY -> caller -> "country:" + caller.country().orElse("");
      case PLAN -> caller -> "plan:" + caller.plan().orElse("");
    };
  }

  /** Several keys that make one together. */
  record Joined(List<KeySource> sources) implements KeySource {

    @Override
    public String key(Caller caller) {
      var key = new StringBuilder();
      for (var source : sources) {
        var part = source.key(caller);
        key.append(part.length()).append(':').append(part);
      }
      return key.toString();
    }
  }

  /** A class of the application, whose failures must not become the request's. */
  record Resolved(Class<?> type, KeyResolver resolver) implements KeySource {

    private static final Logger LOG = LoggerFactory.getLogger(KeyResolver.class);

    @Override
    public String key(Caller caller) {
      return resolve(caller)
          .filter(text -> !text.isBlank())
          .map(text -> "own:" + type.getName() + ":" + text)
          .orElseGet(caller::addressKey);
    }

    private Optional<String> resolve(Caller caller) {
      try {
        return Objects.requireNonNull(resolver.resolve(caller.request()), "no Optional");
      } catch (Exception | AssertionError | LinkageError e) {
        caller.failures().tell(LOG, type, e, "the client's address pays instead");
        return Optional.empty();
      }
    }
  }
}
