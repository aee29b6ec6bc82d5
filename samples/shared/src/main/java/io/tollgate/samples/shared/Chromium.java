package io.tollgate.samples.shared;

import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** Finds and starts the machine's own Chromium; nothing is fetched. */
public final class Chromium {

  /** Selenium misses the DevTools module for this version, which the tests do not use. */
  private static final Logger SELENIUM = Logger.getLogger("org.openqa.selenium");

  private Chromium() {}

  /**
   * Starts a browser.
   *
   * <p>Without Chromium on the machine the tests are skipped, with a message; where {@code CI} is
   * set they fail, so that nobody believes they ran.
   *
   * @param profile an empty folder
   */
  public static ChromeDriver start(Path profile) {
    Optional<File> browser =
        executable("chromium")
            .or(() -> executable("chromium-browser"))
            .or(() -> executable("google-chrome"));
    Optional<File> driver = executable("chromedriver");
    if (browser.isEmpty() || driver.isEmpty()) {
      String missing = "Chromium or chromedriver is not on the PATH: the page is not tested";
      if (System.getenv("CI") != null) {
        Assertions.fail(missing);
      }
      System.err.println(missing);
      Assumptions.abort(missing);
    }
    SELENIUM.setLevel(Level.SEVERE);
    var service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(driver.orElseThrow())
            .usingAnyFreePort()
            .build();
    return new ChromeDriver(service, options(browser.orElseThrow(), profile));
  }

  private static ChromeOptions options(File browser, Path profile) {
    var logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    var options = new ChromeOptions();
    options.setBinary(browser);
    options.setCapability(ChromeOptions.LOGGING_PREFS, logs);
    options.addArguments(
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--hide-scrollbars",
        "--disable-quic",
        "--disable-dev-shm-usage",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--user-data-dir=" + profile);
    return options;
  }

  /** Shows pages as on a screen of this size, with the colours for light or dark. */
  public static void screen(ChromeDriver driver, int width, int height, String colours) {
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", colours))));
  }

  private static Optional<File> executable(String name) {
    return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .map(folder -> new File(folder, name))
        .filter(File::canExecute)
        .findFirst();
  }
}
