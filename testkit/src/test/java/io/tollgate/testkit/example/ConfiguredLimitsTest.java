package io.tollgate.testkit.example;

import io.tollgate.Settings;
import io.tollgate.testkit.Callers;
import io.tollgate.testkit.TollgateExtension;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ConfiguredLimitsTest {

  @RegisterExtension
  static final TollgateExtension TOLLGATE =
      TollgateExtension.with(
          Settings.load(
              Map.of(
                  "tollgate.limits.login", "3/min sliding_log gap 2s",
                  "tollgate.limits.mail", "6/min leaky_bucket burst 2",
                  "tollgate.limits.export", "2 at a time")));

  @Test
  void login_threeInAMinute_areNotCloserThanTwoSeconds(Callers callers) {
    callers
        .assertThatCaller("10.0.0.1")
        .of("login")
        .allows(1)
        .thenRefuses()
        .allowsAgainAfter(Duration.ofSeconds(2))
        .waits(Duration.ofSeconds(2))
        .allows(1)
        .hasLeft(0)
        .waits(Duration.ofSeconds(2))
        .thenRefuses()
        .allowsAgainAfter(Duration.ofSeconds(54));
  }

  @Test
  void mail_third_waitsTwentySeconds(Callers callers) {
    callers
        .assertThatCaller("alice")
        .of("mail")
        .allows(3)
        .delayedBy(Duration.ofSeconds(20))
        .thenRefuses();
  }

  @Test
  void export_twoUnderWay_thirdComesInWhenOneIsDone(Callers callers) {
    callers
        .assertThatCaller("alice")
        .of("export")
        .allows(2)
        .thenRefuses()
        .finishesOne()
        .allows(1)
        .costing(3)
        .neverFits();
  }
}
