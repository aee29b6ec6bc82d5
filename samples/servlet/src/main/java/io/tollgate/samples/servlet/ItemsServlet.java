package io.tollgate.samples.servlet;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Knows nothing of limits: {@code tollgate.yaml} has rules for its paths. */
public final class ItemsServlet extends HttpServlet {

  private static final long serialVersionUID = 1;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    answer(response, "Item " + id(request));
  }

  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    answer(response, "Ordered item " + id(request));
  }

  private static String id(HttpServletRequest request) {
    String path = request.getPathInfo();
    return path == null ? "" : path.replaceAll("[^0-9]", "");
  }

  private static void answer(HttpServletResponse response, String text) throws IOException {
    response.setContentType("text/plain");
    response.getWriter().println(text);
  }
}
