package io.tollgate.samples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tollgate.samples.shared.Chromium;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.chrome.ChromeDriver;

/** Uses the page in a real browser, against the real server. */
final class QuickstartPageIT {

  private static ChromeDriver driver;

  private Quickstart quickstart;
  private PageDriver page;

  @BeforeAll
  static void startBrowser(@TempDir Path profile) {
    driver = Chromium.start(profile);
  }

  @AfterAll
  static void stopBrowser() {
    if (driver != null) {
      driver.quit();
    }
  }

  @BeforeEach
  void open() throws IOException {
    Chromium.screen(driver, 1280, 900, "light");
    quickstart = Quickstart.start("localhost", 0);
    page = PageDriver.open(driver, quickstart);
  }

  @AfterEach
  void close() {
    PageDriver.leave(driver);
    quickstart.close();
  }

  @Test
  void report_calledUntilRefused_drainsCountsDownAndRecovers() {
    assertThat(page.tokensLeft("default")).isEqualTo(8);
    assertThat(page.tokensDrawn("default")).isEqualTo(8);

    page.call("report");
    await().until(() -> page.answers("report", 200) == 1);
    assertThat(page.tokensLeft("default")).isBetween(5, 6);
    assertThat(page.tokensDrawn("default")).isBetween(5, 6);

    // A slow machine may get a token back in between, so call until it is refused.
    await()
        .pollInterval(Duration.ofMillis(50))
        .until(
            () -> {
              page.call("report");
              return page.isWaiting("report");
            });
    assertThat(page.button("report").getText()).matches("429 · wait [1-3] s");
    assertThat(page.tokensLeft("default")).isLessThan(3);
    assertThat(page.wholeAnswer(429))
        .contains("retry-after: ", "ratelimit: \"default\";r=", "ratelimit-policy: \"default\";q=")
        .contains("quota-exceeded");

    await().until(() -> !page.isWaiting("report"));
    assertThat(page.button("report").getText()).isEqualTo("Call");
    page.call("report");
    await().until(() -> page.answers("report", 200) == 1);
    assertThat(page.complaints()).isEmpty();
  }

  @Test
  void bucket_leftAlone_fillsUpAgain() {
    page.call("report");
    await().until(() -> page.tokensLeft("default") < 8);

    await().until(() -> page.tokensLeft("default") == 8 && page.tokensDrawn("default") == 8);
  }

  @Test
  void greeting_tenAtOnce_admitsWhatTheBudgetHolds() {
    page.callTenAtOnce("greeting");
    await().until(() -> page.answers("greeting", 429) > 0);

    assertThat(page.answers("greeting", 200)).isBetween(8, 9);
    assertThat(page.answers("greeting", 200) + page.answers("greeting", 429)).isEqualTo(10);
    assertThat(page.log()).hasSize(10);
  }

  @Test
  void user_changed_hasItsOwnBucketAndTheAddressHasOne() {
    page.callTenAtOnce("report");
    page.call("forecast");
    await().until(() -> page.isWaiting("report") && page.tokensLeft("forecast") == 4);

    page.callAs("bob");

    await().until(() -> page.left("default").equals("8"));
    assertThat(page.isWaiting("report")).isFalse();
    assertThat(page.tokensLeft("forecast")).isBetween(4, 5);
    page.call("report");
    await().until(() -> page.answers("report", 200) == 1);
  }

  @Test
  void bucket_drainedElsewhere_isShown() throws Exception {
    Caller.user(quickstart, "alice").get("report");

    await().until(() -> page.tokensLeft("default") < 8);
  }

  @Test
  void render_twoUnderWay_hasNoPlaceFreeUntilTheyAreDone() {
    page.callTenAtOnce("render");
    await().until(() -> page.left("render").equals("0"));

    await().until(() -> page.answers("render", 200) == 2);
    assertThat(page.answers("render", 429)).isEqualTo(8);
    assertThat(page.left("render")).isEqualTo("2");
  }

  @Test
  void preview_tenAtOnce_emptiesTheBucketAndRefusesNobody() {
    page.callTenAtOnce("preview");

    await().until(() -> page.answers("preview", 200) == 10 && page.left("preview").equals("0"));
    assertThat(page.isWaiting("preview")).isFalse();
  }

  @Test
  void button_refusedByKeyboard_keepsTheFocus() {
    var report = page.button("report");
    await()
        .pollInterval(Duration.ofMillis(50))
        .until(
            () -> {
              report.sendKeys(Keys.ENTER);
              return page.isWaiting("report");
            });

    assertThat(driver.switchTo().activeElement()).isEqualTo(report);
  }

  @ParameterizedTest
  @CsvSource({"360, light", "360, dark", "768, light", "1920, dark"})
  void page_onAnyScreen_isNotWiderThanIt(int width, String colours) {
    Chromium.screen(driver, width, 800, colours);
    page.callTenAtOnce("report");
    await().until(() -> page.isWaiting("report"));

    String root = "return document.documentElement.";
    assertThat(driver.executeScript(root + "scrollWidth"))
        .isEqualTo(driver.executeScript(root + "clientWidth"));
  }

  /** The picture in the documentation, made only when asked for. */
  @Test
  @EnabledIfSystemProperty(named = "screenshots", matches = "true")
  void page_inUse_isPictured() throws IOException {
    Chromium.screen(driver, 1440, 1040, "light");
    page.call("forecast");
    page.call("search");
    page.call("export");
    page.call("greeting");
    await().until(() -> page.log().size() == 4);
    page.callTenAtOnce("report");
    page.call("render");
    await().until(() -> page.answers("report", 429) > 0);

    driver.executeScript("window.scrollTo(0, 0)");
    byte[] picture = driver.getScreenshotAs(OutputType.BYTES);
    Files.write(Path.of("../../docs/quickstart.png"), picture);
    assertThat(picture).isNotEmpty();
  }
}
