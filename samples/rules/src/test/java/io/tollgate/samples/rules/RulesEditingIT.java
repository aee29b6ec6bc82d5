package io.tollgate.samples.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tollgate.samples.shared.Chromium;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WindowType;
import org.openqa.selenium.chrome.ChromeDriver;

/** Finds and edits rules on the page in a real browser: with mistakes, against others, by keys. */
@ExtendWith(Browser.class)
final class RulesEditingIT {

  private static ChromeDriver driver;
  private static RulesService service;
  private static String eve;

  private RulesPage page;

  @BeforeAll
  static void start(ChromeDriver browser) throws IOException, InterruptedException {
    driver = browser;
    service = RulesService.start(/* fourEyes= */ false);
    eve = service.addToken("eve", "editor");
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  @BeforeEach
  void open() {
    Chromium.screen(driver, 1280, 900, "light");
    page = RulesPage.signedIn(driver, service.uri(), "admin", RulesService.ADMIN);
  }

  @AfterEach
  void leave() {
    RulesPage.leave(driver);
  }

  @Test
  void rules_searched_areThoseWithTheText() {
    await().until(() -> page.texts(".rule h3").size() >= 3);

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

  @Test
  void rule_changedByAnotherEditorMeanwhile_isNotOverwrittenAndNothingIsLost() {
    page.open("#/rules/items", "items");
    page.type("#part-limit", "111/min");
    String mine = driver.getWindowHandle();
    driver.switchTo().newWindow(WindowType.TAB);
    RulesPage others = RulesPage.signedIn(driver, service.uri(), "eve", eve);
    others.open("#/rules/items", "items");
    others.save("limit", "222/min");
    await().until(() -> others.text("#news").contains("items is saved"));
    driver.close();
    driver.switchTo().window(mine);

    page.press("Save …");
    page.pressInDialog("Save");

    await().until(() -> page.text("[role=alert]").contains("eve has changed this rule meanwhile"));
    assertThat(page.text("[role=alert]")).contains("Yours is not saved", "222/min 111/min");
    assertThat(driver.findElement(By.id("part-limit")).getAttribute("value")).isEqualTo("111/min");
    page.press("Save …");
    page.pressInDialog("Save");
    await().until(() -> page.text("#news").contains("items is saved"));
    page.open("#/rules/items/history", "History of items");
    assertThat(page.texts(".history > li > p:last-of-type"))
        .satisfiesExactly(
            last -> assertThat(last).contains("111"),
            eves -> assertThat(eves).contains("222"),
            first -> assertThat(first).contains("240"));
  }

  /** Of each part the shape that a form would lose most easily. */
  @Test
  void rule_withAllParts_keepsThoseThatNobodyTouched() {
    String rule =
        """
        {"name": "all", "address": ["10.0.0.0/8"], "bucket": "all parts", "by": ["header:X-Key"], "cost": 2,
         "country": "!DE", "endpoint": ["Search.list"], "from": "2026-01-01",
         "header": {"X-App": ["ios,android", "web"], "X-Tag": " a \\"b\\""}, "key": ["user", "plan"],
         "limit": "60/min", "methods": "get", "mode": "enforce", "onlimit": "refuse",
         "path": "/all", "plan": "gold", "plans": {"gold": "90/min"}, "refunderrors": false,
         "until": "2036-01-01T00:00:00Z", "user": ["acme, inc", "other"]}
        """;
    assertThat(page.call("POST", "v1/rules", rule)).isEqualTo(201);
    String before = page.rule("all");
    page.open("#/rules/all", "all");
    page.press("Save …");
    await().until(() -> page.text("#news").equals("Nothing was changed."));

    page.save("cost", "3");
    await().until(() -> page.text("#news").contains("all is saved"));
    assertThat(page.rule("all")).isEqualTo(before.replace("\"cost\":2", "\"cost\":3"));

    page.open("#/rules/all", "all");
    page.save("user", "\"acme, inc\", third");
    await().until(() -> page.text("#news").contains("all is saved"));
    assertThat(page.rule("all")).contains("\"user\":[\"acme, inc\",\"third\"]");
    assertThat(page.call("DELETE", "v1/rules/all", "")).isEqualTo(204);
  }

  @Test
  void rule_deletedMeanwhile_canBeMadeAgainFromWhatWasTyped() {
    String rule = "{\"name\": \"gone\", \"bucket\": \"items\", \"limit\": \"5/min\"}";
    assertThat(page.call("POST", "v1/rules", rule)).isEqualTo(201);
    page.open("#/rules/gone", "gone");
    page.type("#part-limit", "6/min");
    assertThat(page.call("DELETE", "v1/rules/gone", "")).isEqualTo(204);

    page.press("Save …");
    page.pressInDialog("Save");
    await().until(() -> page.text("[role=alert]").contains("has deleted this rule meanwhile"));
    page.press("Save …");
    page.pressInDialog("Save");

    await().until(() -> page.text("#news").contains("gone is saved"));
    assertThat(page.call("DELETE", "v1/rules/gone", "")).isEqualTo(204);
  }

  @Test
  void rule_byKeyboardAlone_isFoundChangedAndSaved() {
    page.tabTo("#search");
    page.keys("acme");
    await().until(() -> page.texts(".rule h3").equals(List.of("acme")));
    page.tabTo("acme");
    page.keys(Keys.ENTER);
    await().until(() -> page.text("main h2").equals("acme"));
    page.tabTo("#part-limit");
    page.keys("333/min"); // The tabulator selects what is in the field.
    page.tabTo("Save …");
    page.keys(Keys.ENTER);
    await().until(() -> page.text("dialog .diff").contains("240/min 333/min"));
    assertThat(driver.switchTo().activeElement().getText()).isEqualTo("Save");
    page.keys(Keys.ENTER);

    await().until(() -> page.text("#news").contains("acme is saved"));
    await().until(() -> page.text("main").contains("333"));
    page.open("#/rules/acme", "acme");
    page.save("limit", "240/min");
    await().until(() -> page.text("main").contains("3 rules"));
  }

  /** A page elsewhere can make a browser send a form, and nothing more. */
  @Test
  void form_ofAnotherSite_changesNothing() {
    driver.get(
        "data:text/html,<form id=f method=post enctype=text/plain action="
            + service.uri().resolve("/v1/rules")
            + "><input name='{\"name\":\"cross\",\"limit\":\"5/min\",\"by\":\"' value='\"}'></form>"
            + "<script>f.submit()</script>");

    await().until(() -> page.text("body").contains("\"status\":"));
    assertThat(page.text("body")).containsPattern("\"status\":(401|403|415)");
    RulesPage again = RulesPage.signedIn(driver, service.uri(), "admin", RulesService.ADMIN);
    assertThat(again.call("GET", "v1/rules/cross", "")).isEqualTo(404);
  }
}
