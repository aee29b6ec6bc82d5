package io.tollgate.samples.rules;

import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.util.List;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;

/** The page as a person sees and uses it. */
final class RulesPage {

  private final ChromeDriver driver;
  private final URI uri;

  private RulesPage(ChromeDriver driver, URI uri) {
    this.driver = driver;
    this.uri = uri;
  }

  /** Opens the page and signs in. */
  static RulesPage signedIn(ChromeDriver driver, URI uri, String token) {
    driver.get("about:blank");
    var page = new RulesPage(driver, uri);
    page.signIn(token);
    await().until(() -> page.text("#who").startsWith("admin"));
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

  /** Returns what the browser complained about, without answers of 400 and above. */
  List<String> complaints() {
    return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
        .map(LogEntry::getMessage)
        .filter(message -> !message.contains("the server responded with a status of"))
        .toList();
  }
}
