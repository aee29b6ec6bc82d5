package io.tollgate.samples.quickstart;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.stream.Collectors;
import org.glassfish.grizzly.http.Method;
import org.glassfish.grizzly.http.server.HttpHandler;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.Response;
import org.glassfish.grizzly.http.util.Header;
import org.glassfish.grizzly.http.util.HttpStatus;
import org.jspecify.annotations.Nullable;

/** Serves the page: a few files from the class path, read once. */
final class Page extends HttpHandler {

  /** All that the page loads comes from here, and nothing in it is inline. */
  private static final String CONTENT_SECURITY_POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
          + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  private static final Map<String, String> TYPES =
      Map.of(
          "index.html", "text/html;charset=utf-8",
          "style.css", "text/css;charset=utf-8",
          "app.js", "text/javascript;charset=utf-8",
          "buckets.js", "text/javascript;charset=utf-8",
          "log.js", "text/javascript;charset=utf-8",
          "icon.svg", "image/svg+xml");

  private final Map<String, byte[]> files =
      TYPES.keySet().stream().collect(Collectors.toMap(name -> name, Page::read));

  @Override
  public void service(Request request, Response response) throws IOException {
    String path = request.getRequestURI();
    String name = path.equals("/") ? "index.html" : path.substring(1);
    byte @Nullable [] content = files.get(name);
    if (content == null) {
      response.setStatus(HttpStatus.NOT_FOUND_404);
      return;
    }
    if (request.getMethod() != Method.GET && request.getMethod() != Method.HEAD) {
      response.setStatus(HttpStatus.METHOD_NOT_ALLOWED_405);
      response.setHeader(Header.Allow, "GET, HEAD");
      return;
    }
    response.setContentType(TYPES.get(name));
    response.setContentLength(content.length);
    response.setHeader(Header.CacheControl, "no-cache");
    response.setHeader("Content-Security-Policy", CONTENT_SECURITY_POLICY);
    response.setHeader("Referrer-Policy", "no-referrer");
    response.setHeader("X-Content-Type-Options", "nosniff");
    response.getOutputStream().write(content);
  }

  private static byte[] read(String name) {
    try (InputStream file = Page.class.getResourceAsStream("/page/" + name)) {
      if (file == null) {
        throw new IllegalStateException("/page/" + name + " is missing on the class path");
      }
      return file.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
