package io.tollgate.samples.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.util.List;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;

/** The page as a person sees and uses it. */
final class RulesPage {

  private static final int MOST_STOPS = 60;

  private final ChromeDriver driver;
  private final URI uri;

  private RulesPage(ChromeDriver driver, URI uri) {
    this.driver = driver;
    this.uri = uri;
  }

  /** Opens the page and signs in. */
  static RulesPage signedIn(ChromeDriver driver, URI uri, String name, String token) {
    driver.get("about:blank");
    var page = new RulesPage(driver, uri);
    page.signIn(token);
    await().until(() -> page.text("#who").startsWith(name + " ("));
    return page;
  }

  void signIn(String token) {
    driver.get(uri.toString());
    driver.executeScript("sessionStorage.clear()");
    driver.navigate().refresh();
    await().until(() -> !driver.findElements(By.id("token")).isEmpty());
    type("#token", token);
    press("Sign in");
  }

  /** Leaves the page, so that it does not miss its server, and forgets what the browser logged. */
  static void leave(ChromeDriver driver) {
    driver.get("about:blank");
    driver.manage().logs().get(LogType.BROWSER);
  }

  /** Goes to a view, such as {@code #/rules/search}, and waits for its heading. */
  void open(String view, String heading) {
    driver.executeScript("location.hash = arguments[0]", view);
    await().until(() -> text("main h2").equals(heading));
  }

  void type(String selector, String text) {
    var field = driver.findElement(By.cssSelector(selector));
    field.sendKeys(Keys.chord(Keys.CONTROL, "a"), Keys.DELETE);
    field.sendKeys(text);
  }

  void press(String button) {
    driver
        .findElement(By.xpath("//*[self::button or self::a][normalize-space()='" + button + "']"))
        .click();
  }

  /** Tells whether there is a button or a link with this text. */
  boolean offers(String button) {
    return texts("main button, main a.button").contains(button);
  }

  /** Changes a part of the rule that is open, and saves it. */
  void save(String part, String value) {
    type("#part-" + part, value);
    press("Save …");
    pressInDialog("Save");
  }

  void pressInDialog(String button) {
    await().until(() -> !driver.findElements(By.cssSelector("dialog[open]")).isEmpty());
    driver.findElement(By.xpath("//dialog//button[normalize-space()='" + button + "']")).click();
  }

  /** Returns what an element shows, or nothing while it is being replaced. */
  String text(String selector) {
    try {
      var found = driver.findElements(By.cssSelector(selector));
      return found.isEmpty() ? "" : found.get(0).getText();
    } catch (StaleElementReferenceException replaced) {
      return "";
    }
  }

  List<String> texts(String selector) {
    try {
      return driver.findElements(By.cssSelector(selector)).stream()
          .map(WebElement::getText)
          .toList();
    } catch (StaleElementReferenceException replaced) {
      return List.of();
    }
  }

  /** Calls the service with the token of the page, and returns the status. */
  long call(String method, String path, String json) {
    Object status =
        driver.executeAsyncScript(
            """
            const [method, path, body, done] = arguments;
            const token = sessionStorage.getItem("tollgate.token");
            const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json", "If-Match": "*" };
            fetch(path, { method, headers, body: body || undefined }).then(({ status }) => done(status));
            """,
            method,
            path,
            json);
    return (Long) status;
  }

  /** Returns what the service says about a rule, as JSON whose parts are in order. */
  String rule(String name) {
    Object rule =
        driver.executeAsyncScript(
            """
            const [name, done] = arguments;
            const headers = { Authorization: `Bearer ${sessionStorage.getItem("tollgate.token")}` };
            fetch(`v1/rules/${name}`, { headers }).then((answer) => answer.json()).then(({ rule }) =>
              done(JSON.stringify(Object.fromEntries(Object.entries(rule).sort()))));
            """,
            name);
    return String.valueOf(rule);
  }

  /** Goes on by the tabulator to an element that shows this text, or has this id after a #. */
  void tabTo(String target) {
    for (int i = 0; i < MOST_STOPS; i++) {
      new Actions(driver).sendKeys(Keys.TAB).perform();
      var here = driver.switchTo().activeElement();
      var found = target.startsWith("#") ? "#" + here.getAttribute("id") : here.getText();
      if (found.equals(target)) {
        assertThat(here.getCssValue("outline-style")).as(target).isEqualTo("solid");
        return;
      }
    }
    throw new AssertionError(target + " is not reached by the tabulator");
  }

  /** Types on the keyboard, wherever the focus is. */
  void keys(CharSequence... keys) {
    new Actions(driver).sendKeys(keys).perform();
  }

  /** Returns what the browser complained about, without answers of 400 and above. */
  List<String> complaints() {
    return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
        .map(LogEntry::getMessage)
        .filter(message -> !message.contains("the server responded with a status of"))
        .toList();
  }
}
