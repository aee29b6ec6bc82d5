package io.tollgate.rules;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.glassfish.grizzly.http.Method;
import org.glassfish.grizzly.http.server.HttpHandler;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.Response;
import org.glassfish.grizzly.http.util.Header;

/** Serves the page: the files beside this class in {@code page/}, read once. */
final class Page extends HttpHandler {

  /** All that the page loads comes from here, and nothing in it is inline. */
  private static final String CONTENT_SECURITY_POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self';"
          + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  private static final Pattern NAME = Pattern.compile("[a-z0-9-]+\\.([a-z0-9]+)");

  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html;charset=utf-8",
          "css", "text/css;charset=utf-8",
          "js", "text/javascript;charset=utf-8",
          "svg", "image/svg+xml",
          "png", "image/png",
          "ico", "image/x-icon",
          "woff2", "font/woff2");

  /** Bounded by the files that there are. */
  private final Map<String, byte[]> files = new ConcurrentHashMap<>();

  @Override
  public void service(Request request, Response response) throws IOException {
    secure(response);
    var path = request.getRequestURI();
    var name = path.equals("/") ? "index.html" : path.substring(1);
    var type = type(name);
    var content = type.isEmpty() ? Optional.<byte[]>empty() : content(name);
    if (content.isEmpty()) {
      response.setStatus(404);
      return;
    }
    if (request.getMethod() != Method.GET && request.getMethod() != Method.HEAD) {
      response.setStatus(405);
      response.setHeader(Header.Allow, "GET, HEAD");
      return;
    }
    response.setContentType(type.get());
    response.setContentLength(content.get().length);
    response.setHeader(Header.CacheControl, "no-cache");
    response.getOutputStream().write(content.get());
  }

  private static void secure(Response response) {
    response.setHeader("Content-Security-Policy", CONTENT_SECURITY_POLICY);
    response.setHeader("Referrer-Policy", "no-referrer");
    response.setHeader("X-Content-Type-Options", "nosniff");
    response.setHeader("X-Frame-Options", "DENY");
  }

  private static Optional<String> type(String name) {
    var matcher = NAME.matcher(name);
    return matcher.matches() ? Optional.ofNullable(TYPES.get(matcher.group(1))) : Optional.empty();
  }

  private Optional<byte[]> content(String name) throws IOException {
    var known = files.get(name);
    if (known != null) {
      return Optional.of(known);
    }
    try (InputStream file = Page.class.getResourceAsStream("page/" + name)) {
      if (file == null) {
        return Optional.empty();
      }
      var read = file.readAllBytes();
      files.put(name, read);
      return Optional.of(read);
    }
  }
}
