package io.tollgate.samples.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tollgate.samples.shared.Chromium;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.By;
import org.openqa.selenium.chrome.ChromeDriver;

/** What viewers, editors and approvers can do on the page, where changes need four eyes. */
@ExtendWith(Browser.class)
final class RulesRolesIT {

  private static ChromeDriver driver;
  private static RulesService service;

  @BeforeAll
  static void start(ChromeDriver browser) throws IOException, InterruptedException {
    driver = browser;
    service = RulesService.start(/* fourEyes= */ true);
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  @BeforeEach
  void open() {
    Chromium.screen(driver, 1280, 900, "light");
  }

  @AfterEach
  void leave() {
    RulesPage.leave(driver);
  }

  private static RulesPage signedIn(String name, String token) {
    return RulesPage.signedIn(driver, service.uri(), name, token);
  }

  @Test
  void change_ofAnEditor_holdsWhenAnApproverAgrees() throws IOException, InterruptedException {
    String eve = service.addToken("eve", "editor");
    RulesPage editor = signedIn("eve", eve);
    editor.open("#/rules/search", "search");
    editor.save("limit", "5/min");

    await().until(() -> editor.text("#news").startsWith("Proposed"));
    await().until(() -> editor.text(".proposals").contains("60/min 5/min"));
    assertThat(editor.offers("Withdraw")).isTrue();
    assertThat(editor.offers("Approve")).isFalse();
    assertThat(editor.call("POST", "v1/proposals/1/approve", "{}")).isEqualTo(403);
    editor.open("#/rules", "Rules");
    assertThat(editor.text("#rules")).contains("60 searches a minute");

    RulesPage approver = signedIn("ann", service.addToken("ann", "approver"));
    approver.open("#/proposals", "Proposals");
    assertThat(approver.text(".proposals")).contains("by eve", "60/min 5/min");
    approver.press("Approve");

    await().until(() -> approver.text("#news").equals("search: approved."));
    await().until(() -> approver.text(".decided").contains("replace by eve, ann"));
    approver.open("#/rules/search/history", "History of search");
    assertThat(approver.text(".history > li"))
        .contains("holds now", "changed by eve, approved by ann");
    assertThat(approver.complaints()).isEmpty();
  }

  @Test
  void proposals_ofAnEditor_areWithdrawnByHimAndTheEndOfAGrantIsOne()
      throws IOException, InterruptedException {
    RulesPage editor = signedIn("eric", service.addToken("eric", "editor"));
    editor.open("#/rules/items", "items");
    editor.save("limit", "7/min");
    await().until(() -> editor.text(".proposals").contains("240/min 7/min"));
    editor.press("Withdraw");
    await().until(() -> editor.text("#news").equals("items: withdrawn."));

    String grant =
        "{\"bucket\": \"items\", \"user\": \"gina\", \"times\": 2, \"until\": \"2036-01-01\","
            + " \"reason\": \"test\"}";
    assertThat(editor.call("POST", "v1/grants", grant)).isEqualTo(202);
    RulesPage approver = signedIn("abe", service.addToken("abe", "approver"));
    approver.open("#/proposals", "Proposals");
    await().until(() -> approver.offers("Approve"));
    approver.press("Approve");
    await().until(() -> approver.text("#news").contains("approved."));
    approver.open("#/grants", "Grants");
    approver.press("End now …");
    approver.pressInDialog("End it");
    await().until(() -> approver.text("#news").startsWith("Proposed"));
    assertThat(approver.text("ul.rules")).contains("gina");
    assertThat(approver.complaints()).isEmpty();
  }

  @Test
  void viewer_everywhere_seesAllAndIsOfferedNoChange() throws IOException, InterruptedException {
    RulesPage viewer = signedIn("vic", service.addToken("vic", "viewer"));
    assertThat(viewer.offers("New rule")).isFalse();
    viewer.open("#/rules/items", "items");
    await().until(() -> viewer.text(".saving .preview").contains("240"));
    assertThat(viewer.texts("main button")).isEmpty();
    assertThat(driver.findElements(By.cssSelector("main :is(input, textarea, select):enabled")))
        .isEmpty();
    viewer.open("#/rules/items/history", "History of items");
    assertThat(viewer.texts("main button:not([hidden])")).isEmpty();
    viewer.open("#/grants", "Grants");
    assertThat(viewer.texts("main button, main input")).isEmpty();
    viewer.open("#/proposals", "Proposals");
    assertThat(viewer.texts("main button:not([hidden])")).isEmpty();

    String rule = "{\"bucket\": \"items\", \"limit\": \"1/min\"}";
    assertThat(viewer.call("PUT", "v1/rules/items", rule)).isEqualTo(403);
    viewer.open("#/audit", "Audit");
    assertThat(viewer.text("tbody tr")).contains("vic", "denied", "PUT /v1/rules/items", "403");
    viewer.open("#/rules", "Rules");
    assertThat(viewer.text("#rules")).contains("240");
    assertThat(viewer.complaints()).isEmpty();
  }
}
