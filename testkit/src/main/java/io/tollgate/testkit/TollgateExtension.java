package io.tollgate.testkit;

import io.tollgate.Limiter;
import io.tollgate.LocalBackend;
import io.tollgate.Settings;
import java.util.Map;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives each test of an application a limiter of its own, over time that the test controls.
 *
 * <pre>{@code
 * @ExtendWith(TollgateExtension.class)
 * class SearchTest {
 *
 *   @Test
 *   void search_sixthCall_isRefused(Callers callers) {
 *     callers.assertThatCaller("alice").of(search)
 *         .allows(5).thenRefuses().allowsAgainAfter(Duration.ofSeconds(12));
 *   }
 * }
 * }</pre>
 *
 * <p>A test method, and what runs before and after each, may take as parameters:
 *
 * <ul>
 *   <li>{@link Limiter}, to be passed to the code under test;
 *   <li>{@link ManualTicker}, the time by which that limiter decides: it stands still at noon until
 *       the test moves it on;
 *   <li>{@link Callers}, which asserts what callers get from that limiter;
 *   <li>{@link Settings}, those that the extension was made with.
 * </ul>
 *
 * <p>All of them are made for one test and closed after it, so tests may run at the same time. The
 * buckets are in this process, whatever backend the settings name: virtual time ends there.
 *
 * <p>To test with an application's settings, register the extension with them:
 *
 * <pre>{@code
 * @RegisterExtension
 * static final TollgateExtension TOLLGATE = TollgateExtension.with(Settings.load());
 * }</pre>
 */
public final class TollgateExtension implements ParameterResolver, AfterEachCallback {

  private final Settings settings;

  /** Has no limits, and the defaults of all settings; for {@code @ExtendWith}. */
  public TollgateExtension() {
    this(Settings.of(Map.of()));
  }

  private TollgateExtension(Settings settings) {
    this.settings = settings;
  }

  /** Returns an extension that knows the limits of {@code settings}; for a registered field. */
  public static TollgateExtension with(Settings settings) {
    return new TollgateExtension(settings);
  }

  /** What one test has. */
  private record Bench(ManualTicker time, Limiter limiter, Callers callers) {

    static Bench of(Settings settings) {
      var time = new ManualTicker();
      int maxKeys = Math.toIntExact(settings.get(Settings.LOCAL_MAX_KEYS));
      var limiter =
          Limiter.builder().local(new LocalBackend(maxKeys, time, time)).ticker(time).build();
      return new Bench(time, limiter, new Callers(limiter, time, settings.limits()));
    }
  }

  /** For JUnit. */
  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    var type = parameter.getParameter().getType();
    return type == Limiter.class
        || type == ManualTicker.class
        || type == Callers.class
        || type == Settings.class;
  }

  /** For JUnit. */
  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    var type = parameter.getParameter().getType();
    if (type == Settings.class) {
      return settings;
    }
    if (context.getTestMethod().isEmpty()) {
      throw new ParameterResolutionException(
          String.format(
              "a %s is made for each test: take it as a parameter of the test method or of"
                  + " @BeforeEach, not of %s",
              type.getSimpleName(), parameter.getDeclaringExecutable()));
    }
    var bench =
        store(context).getOrComputeIfAbsent(Bench.class, any -> Bench.of(settings), Bench.class);
    if (type == Limiter.class) {
      return bench.limiter;
    }
    return type == ManualTicker.class ? bench.time : bench.callers;
  }

  /** For JUnit: closes the limiter. */
  @Override
  public void afterEach(ExtensionContext context) {
    var bench = store(context).remove(Bench.class, Bench.class);
    if (bench != null) {
      bench.limiter.close();
    }
  }

  private ExtensionContext.Store store(ExtensionContext context) {
    return context.getStore(Namespace.create(TollgateExtension.class, this));
  }
}
