package io.tollgate;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ClassPathTest {

  private static final ClassLoader OURS = ClassPathTest.class.getClassLoader();

  /** As a thread of a common pool has it in an application with class loaders of its own. */
  private static ClassLoader ofTheJdk() {
    return ClassLoader.getPlatformClassLoader();
  }

  /** As another application has it that brings Tollgate, too. */
  private static ClassLoader withAnotherTollgate() {
    var home = ClassPath.class.getProtectionDomain().getCodeSource().getLocation();
    return new URLClassLoader(new URL[] {home}, ofTheJdk());
  }

  private static <T> T within(@Nullable ClassLoader ofThread, Supplier<T> work) {
    var thread = Thread.currentThread();
    var before = thread.getContextClassLoader();
    thread.setContextClassLoader(ofThread);
    try {
      return work.get();
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private static ClassLoader[] strangers() {
    return new ClassLoader[] {ofTheJdk(), withAnotherTollgate(), null};
  }

  @ParameterizedTest
  @MethodSource("strangers")
  void loader_threadWithoutTheApplication_isOurOwn(@Nullable ClassLoader ofThread) {
    assertThat(within(ofThread, ClassPath::loader)).isSameAs(OURS);
  }

  @Test
  void loader_threadOfAnApplication_isTheThreads() throws Exception {
    try (var application = new URLClassLoader(new URL[0], OURS)) {
      assertThat(within(application, ClassPath::loader)).isSameAs(application);
    }
  }

  @ParameterizedTest
  @MethodSource("strangers")
  void services_threadWithoutTheApplication_areFound(@Nullable ClassLoader ofThread) {
    // One setting of a provider of settings, and one that names a provider of backends.
    var own = Map.of("tollgate.proxies", "10.0.0.0/8", "tollgate.backend", "test");
    try (var limiter = within(ofThread, () -> Limiter.of(Settings.of(own)))) {
      var limit = Limit.of(3).per(Per.DAY).named("limit");

      assertThat(limiter.decide(limit, "alice").remaining()).isEqualTo(7);
    }
    assertThat(within(ofThread, RuleSource::installed)).isNotEmpty();
  }
}
