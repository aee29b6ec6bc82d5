package io.tollgate.samples.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tollgate.samples.shared.Chromium;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.chrome.ChromeDriver;

/** Changes limits on the page in a real browser, and calls the real hosts. */
@ExtendWith(Browser.class)
final class RulesPageIT {

  private static final Duration AT_ONCE = Duration.ofSeconds(2);

  private record View(String address, String heading) {}

  private static final List<View> VIEWS =
      List.of(
          new View("rules", "Rules"),
          new View("rules/search", "search"),
          new View("rules/search/history", "History of search"),
          new View("new", "New rule"),
          new View("live", "Live"),
          new View("explain", "Explain"),
          new View("grants", "Grants"),
          new View("proposals", "Proposals"),
          new View("audit", "Audit"));

  private record Screen(int width, String colours, String ground) {}

  private static final List<Screen> SCREENS =
      List.of(
          new Screen(360, "dark", "rgba(18, 23, 21, 1)"),
          new Screen(768, "light", "rgba(245, 242, 234, 1)"),
          new Screen(1920, "dark", "rgba(18, 23, 21, 1)"));

  private static ChromeDriver driver;
  private static RulesDemo demo;

  private RulesPage page;

  @BeforeAll
  static void start(ChromeDriver browser) throws IOException, InterruptedException {
    driver = browser;
    demo = RulesDemo.start("localhost", 0, System.out);
  }

  @AfterAll
  static void stop() {
    demo.close();
  }

  @BeforeEach
  void open() {
    Chromium.screen(driver, 1280, 900, "light");
    page = RulesPage.signedIn(driver, demo.uri(), "admin", demo.token());
  }

  @AfterEach
  void leave() {
    RulesPage.leave(driver);
  }

  @Test
  void limit_loweredAndRolledBackOnThePage_holdsOnBothHostsAtOnce() {
    awaitOnBothHosts("carol", "\"search\";q=60;w=60");

    page.open("#/rules/search", "search");
    page.type("#part-limit", "5/min");
    await().until(() -> page.text(".saving .preview").contains("5"));
    page.press("Save …");
    await().until(() -> page.text("dialog .diff").contains("60/min 5/min"));
    page.pressInDialog("Save");

    awaitOnBothHosts("carol", "\"search\";q=5;w=60");
    for (URI host : demo.hosts()) {
      assertThat(new Shopper(host, "dora").admitted("search", 10)).isEqualTo(5);
    }

    page.open("#/rules/search/history", "History of search");
    page.press("Roll back to this …");
    page.pressInDialog("Roll back");

    awaitOnBothHosts("carol", "\"search\";q=60;w=60");
    assertThat(page.complaints()).isEmpty();
  }

  /** The time of a person's click counts from when the dialog is gone. */
  private static void awaitOnBothHosts(String user, String policy) {
    for (URI host : demo.hosts()) {
      Callable<String> now = () -> new Shopper(host, user).policy("search");
      await().atMost(AT_ONCE).pollInterval(Duration.ofMillis(20)).until(now, policy::equals);
    }
  }

  @Test
  void grant_madeOnThePage_holdsOnBothHostsAndEndsByItself() {
    Instant until = Instant.now().plusSeconds(5);
    page.open("#/grants", "Grants");
    page.type("#grant-user", "gina");
    page.type("#grant-bucket", "search");
    page.type("#grant-times", "10");
    page.type("#grant-until", until.toString());
    page.type("#grant-reason", "a sale");
    page.press("Grant");

    await().until(() -> page.texts(".rule h3").equals(List.of("grant search gina")));
    awaitOnBothHosts("gina", "\"search\";q=600;w=60");
    awaitOnBothHosts("carol", "\"search\";q=60;w=60");
    await().until(() -> Instant.now().isAfter(until));
    awaitOnBothHosts("gina", "\"search\";q=60;w=60");
    await().until(() -> page.text("ul.rules").equals("Nobody has a grant."));
    page.open("#/rules/grant%20search%20gina/history", "History of grant search gina");
    assertThat(page.text(".history > li")).contains("ended by tollgate");
    assertThat(page.complaints()).isEmpty();
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
  void page_onAnyScreen_isNotWiderThanItAndBreaksNoPolicy() {
    for (View view : VIEWS) {
      page.open("#/" + view.address(), view.heading());
      for (Screen screen : SCREENS) {
        Chromium.screen(driver, screen.width(), 800, screen.colours());

        String root = "return document.documentElement.";
        assertThat(driver.executeScript(root + "scrollWidth"))
            .as("%s on %s", view, screen)
            .isEqualTo((long) screen.width());
        assertThat(driver.findElement(By.tagName("body")).getCssValue("background-color"))
            .isEqualTo(screen.ground());
      }
    }
    assertThat(page.complaints()).isEmpty();
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
