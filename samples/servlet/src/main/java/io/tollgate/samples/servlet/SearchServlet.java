package io.tollgate.samples.servlet;

import io.tollgate.Key;
import io.tollgate.Per;
import io.tollgate.RateLimited;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Limited by an annotation. */
public final class SearchServlet extends HttpServlet {

  private static final long serialVersionUID = 1;

  @Override
  @RateLimited(limit = 3, every = 10, per = Per.SECOND, key = Key.IP)
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    response.setContentType("text/plain");
    response.getWriter().println("Found 41 apples");
  }
}
