package io.tollgate.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.KeyResolver;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.helpers.MessageFormatter;

final class FailuresTest {

  private final AtomicLong now = new AtomicLong();
  private final List<String> warnings = new ArrayList<>();
  private final List<Object> debugged = new ArrayList<>();
  private final Logger log = recording();

  private Logger recording() {
    return (Logger)
        Proxy.newProxyInstance(
            Logger.class.getClassLoader(),
            new Class<?>[] {Logger.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("warn")) {
                var format = (String) arguments[0];
                var values = (Object[]) arguments[1];
                warnings.add(MessageFormatter.arrayFormat(format, values).getMessage());
              } else {
                debugged.add(arguments[2]);
              }
              return null;
            });
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, Long.MIN_VALUE, Long.MAX_VALUE})
  void tell_sameClassAgain_isLoggedNowAndThen(long origin) {
    now.set(origin);
    var failures = new Failures(now::get);
    var thrown = new IllegalStateException("no tenant a\r\nsent");

    for (int i = 0; i < 5; i++) {
      failures.tell(log, KeyResolver.class, thrown, "the address pays");
    }
    now.addAndGet(Tally.PAUSE_NANOS - 1);
    failures.tell(log, KeyResolver.class, thrown, "the address pays");
    now.addAndGet(1);
    failures.tell(log, KeyResolver.class, thrown, "the address pays");

    var line =
        "io.tollgate.KeyResolver failed with java.lang.IllegalStateException; the address pays;"
            + " failures since the last line: ";
    assertThat(warnings).containsExactly(line + 1, line + 6);
    assertThat(debugged).hasSize(7).containsOnly(thrown);
  }

  @Test
  void tell_anotherClass_isLoggedAtOnce() {
    var failures = new Failures(now::get);

    failures.tell(log, KeyResolver.class, "answered nothing", "the address pays");
    failures.tell(log, FailuresTest.class, "answered nothing", "the address pays");

    assertThat(warnings).hasSize(2);
  }
}
