package io.tollgate.samples.quickstart;

import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;

/** The page as a person sees and uses it. */
final class PageDriver {

  private static final Pattern ANSWERS = Pattern.compile("(?:(\\d+) × )?(\\d{3})");

  private final ChromeDriver driver;

  private PageDriver(ChromeDriver driver) {
    this.driver = driver;
  }

  /** Opens the page and waits until it knows the balance. */
  static PageDriver open(ChromeDriver driver, Quickstart quickstart) {
    driver.get(quickstart.uri().toString());
    var page = new PageDriver(driver);
    await().until(() -> page.left("default").matches("\\d+"));
    return page;
  }

  /** Leaves the page, so that it does not miss its server, and forgets what the browser logged. */
  static void leave(ChromeDriver driver) {
    driver.get("about:blank");
    driver.manage().logs().get(LogType.BROWSER);
  }

  WebElement button(String path) {
    return driver.findElement(By.cssSelector("[data-path='" + path + "'] .call"));
  }

  void call(String path) {
    button(path).click();
  }

  void callTenAtOnce(String path) {
    driver.findElement(By.cssSelector("[data-path='" + path + "'] .volley")).click();
  }

  void callAs(String user) {
    driver.findElement(By.xpath("//label[.='" + user + "']")).click();
  }

  /** Returns the number beside a bucket. */
  String left(String bucket) {
    return card(bucket, ".count b").getText();
  }

  int tokensLeft(String bucket) {
    return Integer.parseInt(left(bucket));
  }

  /** Returns how many of a bucket's tokens are drawn as there. */
  int tokensDrawn(String bucket) {
    return driver
        .findElements(By.cssSelector("[data-bucket='" + bucket + "'] .token:not(.part)"))
        .size();
  }

  /** Returns how often the last calls of an endpoint were answered with a status. */
  int answers(String path, int status) {
    String shown =
        driver.findElement(By.cssSelector("[data-path='" + path + "'] .result")).getText();
    Matcher answer = ANSWERS.matcher(shown);
    while (answer.find()) {
      if (Integer.parseInt(answer.group(2)) == status) {
        return answer.group(1) == null ? 1 : Integer.parseInt(answer.group(1));
      }
    }
    return 0;
  }

  boolean isWaiting(String path) {
    return "true".equals(button(path).getAttribute("aria-disabled"));
  }

  /** Returns the lines of the log, newest first. */
  List<String> log() {
    return driver.findElements(By.cssSelector("#log summary")).stream()
        .map(WebElement::getText)
        .toList();
  }

  /** Opens the newest line of the log with this status, and returns the whole answer. */
  String wholeAnswer(int status) {
    WebElement line =
        driver.findElement(
            By.xpath(
                "//*[@id='log']//details[summary/span[contains(@class,'status')]='"
                    + status
                    + "']"));
    line.findElement(By.tagName("summary")).click();
    return line.findElement(By.tagName("pre")).getText();
  }

  /** Returns what the browser complained about, without the refusals, which it logs as errors. */
  List<String> complaints() {
    return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
        .map(LogEntry::getMessage)
        .filter(message -> !message.contains("status of 429"))
        .toList();
  }

  private WebElement card(String bucket, String part) {
    return driver.findElement(By.cssSelector("[data-bucket='" + bucket + "'] " + part));
  }
}
