package io.tollgate.testkit;

import static io.tollgate.Per.MINUTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.tollgate.Limit;
import io.tollgate.Limiter;
import io.tollgate.Settings;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineTestKit;

/** What a test gets from the extension, and what it is told when it asks in the wrong place. */
final class TollgateExtensionTest {

  private static final Limit FIVE = Limit.of(5).per(MINUTE).named("five");

  @Nested
  @ExtendWith(TollgateExtension.class)
  final class ExtendedWith {

    private final List<Limiter> limiters = new ArrayList<>();

    @BeforeEach
    void setUp(Limiter limiter, ManualTicker time) {
      limiters.add(limiter);
      limiter.decide(FIVE, "alice", 2);
      time.advance(Duration.ofSeconds(12));
    }

    @AfterEach
    void tearDown(Limiter limiter) {
      assertThat(limiters).containsOnly(limiter);
    }

    @RepeatedTest(2)
    void limiter_eachTest_isFreshAndOneForBeforeAndTest(Limiter limiter, ManualTicker time) {
      limiters.add(limiter);

      assertThat(time.instant()).isEqualTo(Instant.parse("2026-01-01T12:00:12Z"));
      assertThat(limiter.decide(FIVE, "alice").remaining()).isEqualTo(3);
    }

    @Test
    void callers_eachTest_useItsLimiterAndItsTime(
        Callers callers, Limiter limiter, ManualTicker time) {
      callers.assertThatCaller("alice").of(FIVE).hasLeft(4).allows(4).waits(Duration.ofMinutes(1));

      assertThat(limiter.decide(FIVE, "alice").remaining()).isEqualTo(4);
      assertThat(time.instant()).isEqualTo(Instant.parse("2026-01-01T12:01:12Z"));
    }

    @Test
    void settings_ofExtendWith_haveNoLimits(Settings settings, Callers callers) {
      assertThat(settings.limits()).isEmpty();
      assertThatThrownBy(() -> callers.assertThatCaller("alice").of("search"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("the settings have no limit search; they have []");
    }

    @Test
    void parameter_ofAnotherType_isLeftToOthers(TestInfo info, Limiter limiter) {
      assertThat(info.getDisplayName()).contains("parameter_ofAnotherType");
      assertThat(limiter).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void limiter_parameterizedTest_isFreshEachTime(int cost, Limiter limiter) {
      assertThat(limiter.decide(FIVE, "alice", cost).remaining()).isEqualTo(4 - cost);
    }

    @Nested
    final class AndBelow {

      @Test
      void limiter_nestedTest_isThatOfTheOuterSetUp(Limiter limiter) {
        assertThat(limiters).containsExactly(limiter);
      }
    }
  }

  @Nested
  final class Registered {

    @RegisterExtension
    static final TollgateExtension TOLLGATE =
        TollgateExtension.with(
            Settings.of(
                Map.of(
                    "tollgate.limits.search", "5/min",
                    "tollgate.limits.export", "1 at a time",
                    "tollgate.backend", "redis")));

    @Test
    void callers_limitOfTheSettings_isFoundByItsName(Callers callers) {
      callers.assertThatCaller("alice").of("search").allows(5).thenRefuses();
      callers.assertThatCaller("alice").of("export").allows(1).thenRefuses();
    }

    @Test
    void callers_noSuchLimit_tellsThoseThereAre(Callers callers) {
      assertThatThrownBy(() -> callers.assertThatCaller("alice").of("serach"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("the settings have no limit serach; they have [export, search]");
    }

    @Test
    void settings_injected_areThoseOfTheExtension(Settings settings) {
      assertThat(settings.limits()).containsOnlyKeys("export", "search");
    }
  }

  @Nested
  final class RegisteredWithFewKeys {

    @RegisterExtension
    static final TollgateExtension TOLLGATE =
        TollgateExtension.with(Settings.of(Map.of("tollgate.local.maxkeys", 1)));

    @Test
    void limiter_moreKeysThanTheSettingsAllow_forgetsWhoOwesLeast(Callers callers) {
      callers.assertThatCaller("alice").of(FIVE).allows(1).hasLeft(4);
      callers.assertThatCaller("bob").of(FIVE).allows(1);
      callers.assertThatCaller("alice").of(FIVE).hasLeft(5);
    }
  }

  /** Run by the tests below only. */
  @ExtendWith(TollgateExtension.class)
  static final class AsksInItsConstructor {

    AsksInItsConstructor(Limiter limiter) {
      limiter.decide(FIVE, "alice");
    }

    @Test
    void test() {}
  }

  /** Run by the tests below only. */
  @ExtendWith(TollgateExtension.class)
  static final class AsksBeforeAll {

    @BeforeAll
    static void setUp(ManualTicker time) {
      time.advance(Duration.ofSeconds(1));
    }

    @Test
    void test() {}
  }

  @ParameterizedTest
  @ValueSource(classes = {AsksInItsConstructor.class, AsksBeforeAll.class})
  void parameter_whereNoTestIs_failsAndSaysWhereToAsk(Class<?> asking) {
    var failures =
        EngineTestKit.engine("junit-jupiter")
            .selectors(selectClass(asking))
            .execute()
            .allEvents()
            .failed()
            .map(event -> event.getRequiredPayload(TestExecutionResult.class))
            .toList();

    assertThat(failures)
        .singleElement()
        .extracting(result -> result.getThrowable().orElseThrow())
        .isInstanceOf(ParameterResolutionException.class)
        .extracting(Throwable::getMessage)
        .asString()
        .contains(" is made for each test: take it as a parameter of the test method or of ")
        .contains("@BeforeEach, not of ")
        .contains(asking.getSimpleName());
  }
}
