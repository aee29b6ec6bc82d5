package io.tollgate.bench.servlet;

/** One way to serve the page. */
public enum ServletVariant {
  /** Jetty without a limiter. */
  NONE("Jetty, no limiter", /* isNginx= */ false, /* isLimited= */ false),
  /** The same again: what differs from the first is noise. */
  NONE_AGAIN("Jetty, no limiter, a second time", /* isNginx= */ false, /* isLimited= */ false),
  /** Jetty behind a filter that limits nothing: what the header fields alone cost. */
  FIELDS("Jetty, a filter that sets two fields", /* isNginx= */ false, /* isLimited= */ false),
  /** Jetty behind a filter that counts: what any limiter has to do. */
  COUNT(
      "Jetty, a filter that counts in a map, by address",
      /* isNginx= */ false,
      /* isLimited= */ false),
  /** Jetty behind the filter. */
  FILTER("**Tollgate**, one limit by address", /* isNginx= */ false, /* isLimited= */ true),
  /** Jetty behind a filter written by hand. */
  BUCKET4J(
      "Jetty, filter by hand, Bucket4j in a map, by address",
      /* isNginx= */ false,
      /* isLimited= */ true),
  /** nginx without a limiter. */
  NGINX("nginx, no limiter", /* isNginx= */ true, /* isLimited= */ false),
  /** nginx with its own. */
  NGINX_LIMITED("nginx, limit_req by address", /* isNginx= */ true, /* isLimited= */ true);

  private final String label;
  private final boolean isNginx;
  private final boolean isLimited;

  ServletVariant(String label, boolean isNginx, boolean isLimited) {
    this.label = label;
    this.isNginx = isNginx;
    this.isLimited = isLimited;
  }

  /** Returns the name in tables. */
  public String label() {
    return label;
  }

  /** Tells whether nginx serves it. */
  public boolean isNginx() {
    return isNginx;
  }

  /** Tells whether there is a limit, which never refuses. */
  public boolean isLimited() {
    return isLimited;
  }

  /** Returns what it is compared with: the same server without a limiter. */
  public ServletVariant without() {
    return isNginx ? NGINX : NONE;
  }
}
