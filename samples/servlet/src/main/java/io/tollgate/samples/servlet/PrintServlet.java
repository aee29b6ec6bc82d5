package io.tollgate.samples.servlet;

import io.tollgate.Key;
import io.tollgate.OnLimit;
import io.tollgate.RateLimited;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Prints a page each second; up to five callers wait for their turn, and hold no thread. */
public final class PrintServlet extends HttpServlet {

  private static final long serialVersionUID = 1;

  @Override
  @RateLimited(limit = 1, key = Key.GLOBAL, onLimit = OnLimit.WAIT, maxWait = "5s")
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    response.setContentType("text/plain");
    response.getWriter().println("Printed");
  }
}
