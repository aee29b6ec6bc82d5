package io.tollgate.samples.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.chrome.ChromeDriver;

/** Changes limits on the page in a real browser, and calls the real hosts. */
final class RulesPageIT {

  private static final Duration AT_ONCE = Duration.ofSeconds(2);

  private static ChromeDriver driver;
  private static RulesDemo demo;

  private RulesPage page;

  @BeforeAll
  static void start(@TempDir Path profile) throws IOException, InterruptedException {
    driver = Chromium.start(profile);
    demo = RulesDemo.start("localhost", 0, System.out);
  }

  @AfterAll
  static void stop() {
    if (driver != null) {
      driver.quit();
    }
    if (demo != null) {
      demo.close();
    }
  }

  @BeforeEach
  void open() {
    Chromium.screen(driver, 1280, 900, "light");
    page = RulesPage.signedIn(driver, demo.uri(), demo.token());
  }

  @AfterEach
  void leave() {
    RulesPage.leave(driver);
  }

  @Test
  void limit_loweredAndRolledBackOnThePage_holdsOnBothHostsAtOnce() {
    awaitOnBothHosts("\"search\";q=60;w=60");

    page.open("#/rules/search", "search");
    page.type("#part-limit", "5/min");
    await().until(() -> page.text(".saving .preview").contains("5"));
    page.press("Save …");
    await().until(() -> page.text("dialog .diff").contains("60/min 5/min"));
    page.pressInDialog("Save");

    awaitOnBothHosts("\"search\";q=5;w=60");
    for (URI host : demo.hosts()) {
      assertThat(new Shopper(host, "dora").admitted("search", 10)).isEqualTo(5);
    }

    page.open("#/rules/search/history", "History of search");
    page.press("Roll back to this …");
    page.pressInDialog("Roll back");

    awaitOnBothHosts("\"search\";q=60;w=60");
    assertThat(page.complaints()).isEmpty();
  }

  /** The time of a person's click counts from when the dialog is gone. */
  private static void awaitOnBothHosts(String policy) {
    for (URI host : demo.hosts()) {
      Callable<String> now = () -> new Shopper(host, "carol").policy("search");
      await().atMost(AT_ONCE).pollInterval(Duration.ofMillis(20)).until(now, policy::equals);
    }
  }

  @Test
  void rules_searched_areThoseWithTheText() {
    await().until(() -> page.texts(".rule h3").size() >= 5);

    page.type("#search", "acme");

    await().until(() -> page.texts(".rule h3").equals(List.of("acme")));
    assertThat(page.text(".rule .what")).contains("acme");
  }

  @Test
  void form_withAMistake_saysSoBesideTheFieldAndSavesNothing() {
    page.open("#/rules/acme", "acme");
    page.type("#part-limit", "five");

    await().until(() -> page.text("#part-limit-problem").contains("is not a limit"));
    assertThat(driver.findElement(By.id("part-limit")).getAttribute("aria-invalid"))
        .isEqualTo("true");
    page.press("Save …");
    await().until(() -> page.text("#news").contains("cannot be saved"));
    assertThat(driver.findElements(By.tagName("dialog"))).isEmpty();

    page.type("#part-limit", "500/min");
    await().until(() -> page.text("#part-limit-problem").isEmpty());
    assertThat(page.text(".saving .preview")).contains("acme", "500");
  }

  @Test
  void rule_namedLikeAScript_isShownAsText() {
    page.open("#/new", "New rule");
    page.type("#name", "<script>alert(1)</script>");
    page.type("#part-user", "<img src=x onerror=alert(2)>");
    page.type("#part-bucket", "search");
    page.type("#part-limit", "1/min");
    await().until(() -> page.text(".saving .preview").contains("<img"));
    page.press("Create …");
    page.pressInDialog("Save");

    await().until(() -> page.texts(".rule h3").contains("<script>alert(1)</script>"));
    page.open("#/rules/" + "%3Cscript%3Ealert(1)%3C%2Fscript%3E", "<script>alert(1)</script>");
    page.press("Delete …");
    page.pressInDialog("Delete");
    await().until(() -> page.text("#news").contains("is deleted"));
    assertThat(page.complaints()).isEmpty();
  }

  @Test
  void rule_changedMeanwhile_isNotOverwritten() throws Exception {
    page.open("#/rules/items", "items");
    page.type("#part-limit", "111/min");
    new OtherEditor(demo.uri(), demo.token())
        .replace("items", "{\"bucket\": \"items\", \"limit\": \"222/min\"}");

    page.press("Save …");
    page.pressInDialog("Save");

    await().until(() -> page.text("[role=alert]").contains("has changed this rule meanwhile"));
    assertThat(page.text("[role=alert] .diff")).contains("222/min 111/min");
    page.press("Save …");
    page.pressInDialog("Save");
    await().until(() -> page.text("#news").contains("items is saved"));
  }

  @Test
  void explain_aCallOfAcme_namesTheRuleThatWon() {
    page.open("#/explain", "Explain");
    page.type("#ask-path", "/search");
    page.type("#ask-user", "acme");
    page.type("#ask-address", "127.0.0.1");
    page.press("Explain");
    driver.findElement(By.cssSelector("form button[type=submit]")).sendKeys(Keys.ENTER);

    await().until(() -> page.text("#verdict").contains("passes"));
    assertThat(page.text("#verdict")).contains("shop-", "search", "240");
    assertThat(page.texts(".answer .rule h4")).contains("acme", "search");
  }

  @Test
  void live_afterCalls_showsThemAndTheHosts() {
    page.open("#/live", "Live");
    new Shopper(demo.hosts().get(0), "mallory").admitted("search", 80);

    await().until(() -> page.texts("[data-host] td:first-child").size() == 2);
    await()
        .until(
            () -> page.texts("[data-host] .tag").stream().noneMatch(tag -> tag.contains("behind")));
    await().until(() -> page.text(".pair").contains("mallory"));
    await().until(() -> !driver.findElements(By.cssSelector(".charts rect")).isEmpty());
    assertThat(page.complaints()).isEmpty();
  }

  @Test
  void signIn_withAWrongToken_isRefused() {
    page.signIn("nonsense-nonsense-nonsense-nonsense");

    await().until(() -> page.text(".problem").contains("does not know this token"));
    assertThat(driver.findElement(By.id("nav")).isDisplayed()).isFalse();
  }

  @Test
  void dialog_escaped_changesNothing() {
    page.open("#/rules/acme", "acme");
    page.type("#part-limit", "7/min");
    page.press("Save …");
    await().until(() -> page.text("dialog .diff").contains("7/min"));
    driver.switchTo().activeElement().sendKeys(Keys.ESCAPE);

    await().until(() -> driver.findElements(By.tagName("dialog")).isEmpty());
    page.open("#/rules/acme/history", "History of acme");
    assertThat(page.texts(".history > li h3")).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({"360, light", "360, dark", "768, light", "1920, dark"})
  void page_onAnyScreen_isNotWiderThanIt(int width, String colours) {
    Chromium.screen(driver, width, 800, colours);
    for (String view :
        new String[] {
          "rules",
          "rules/search",
          "rules/search/history",
          "live",
          "explain",
          "grants",
          "proposals",
          "audit"
        }) {
      driver.executeScript("location.hash = arguments[0]", "#/" + view);
      await().until(() -> !page.text("main h2").isEmpty());

      String root = "return document.documentElement.";
      assertThat(driver.executeScript(root + "scrollWidth"))
          .as(view)
          .isEqualTo(driver.executeScript(root + "clientWidth"));
    }
  }

  /** The pictures in the documentation, made only when asked for. */
  @Test
  @EnabledIfSystemProperty(named = "screenshots", matches = "true")
  void page_inUse_isPictured() throws IOException {
    try (Traffic traffic = new Traffic(demo.hosts())) {
      traffic.start();
      picture("rules", "#/rules", "Rules", 1280, 800, "light");
      page.open("#/rules/search", "search");
      page.type("#part-limit", "5/min");
      await().until(() -> page.text(".saving .preview").contains("5"));
      picture("rules-edit", "#/rules/search", "search", 1280, 900, "light");
      page.press("Save …");
      await().until(() -> page.text("dialog .diff").contains("5/min"));
      picture("rules-diff", "#/rules/search", "search", 1280, 900, "dark");
      driver.switchTo().activeElement().sendKeys(Keys.ESCAPE);
      page.open("#/live", "Live");
      await().atMost(Duration.ofSeconds(60)).until(() -> page.texts(".charts rect").size() > 60);
      picture("rules-live", "#/live", "Live", 1280, 860, "light");
      picture("rules-phone", "#/live", "Live", 390, 844, "dark");
    }
  }

  private void picture(
      String name, String view, String heading, int width, int height, String colours)
      throws IOException {
    Chromium.screen(driver, width, height, colours);
    page.open(view, heading);
    driver.executeScript("window.scrollTo(0, 0)");
    byte[] picture = driver.getScreenshotAs(OutputType.BYTES);
    Files.write(Path.of("../../docs/" + name + ".png"), picture);
    assertThat(picture).isNotEmpty();
  }
}
