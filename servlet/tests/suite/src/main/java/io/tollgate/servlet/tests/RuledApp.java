package io.tollgate.servlet.tests;

import io.tollgate.Key;
import io.tollgate.Per;
import io.tollgate.Question;
import io.tollgate.RateLimited;
import io.tollgate.servlet.TollgateFilter;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;

/** Applications of servlets for which the contracts of rules hold. */
final class RuledApp {

  private RuledApp() {}

  /** Has a limit that the file replaces. */
  public static class Own extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    @RateLimited(limit = 1, per = Per.HOUR, key = Key.GLOBAL)
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      response.getOutputStream().print("own");
    }
  }

  /** Explains a call of a user. */
  static final class Explained extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      var question = Question.of("GET", "/ruled/asked").withUser(request.getParameter("user"));
      var explainer = TollgateFilter.explainer(getServletContext());
      response.getOutputStream().print(explainer.explain(question).toJson());
    }
  }

  /** Says where it is. */
  static final class Place extends HttpServlet {
    private static final long serialVersionUID = 1;

    private final String name;

    Place(String name) {
      this.name = name;
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      response.getOutputStream().print(name);
    }
  }

  /** One of these for each name, and nothing farther down. */
  static final class Vault extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      var rest = request.getPathInfo();
      boolean one = rest != null && rest.length() > 1 && rest.indexOf('/', 1) < 0;
      response.getOutputStream().print(one ? "guarded" : "elsewhere");
    }
  }

  /** Finds out who the user is. */
  private static final class SigningIn implements Filter {
    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
        throws IOException, ServletException {
      chain.doFilter(new SignedIn((HttpServletRequest) request), response);
    }
  }

  static App ruled(Map<String, String> settings) {
    var app =
        new App()
            .filter(new SigningIn())
            .servlet("/ruled/*", new Chapter.Plain())
            .servlet("/ruled/own", new Own())
            .servlet("/ruled/explained", new Explained())
            .servlet("/", new NotFound());
    settings.forEach(app::set);
    return app;
  }

  /** As containers have it by default. */
  static final class NotFound extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      response.sendError(404);
    }
  }

  static App guarded(Map<String, String> settings) {
    var app =
        new App()
            .servlet("/admin", new Place("guarded"))
            .servlet("/secret/*", new Place("guarded"))
            .servlet("/café", new Place("guarded"))
            .servlet("/a b", new Place("guarded"))
            .servlet("/vault/*", new Vault())
            .servlet("/open", new Place("open"))
            .servlet("/", new NotFound());
    settings.forEach(app::set);
    return app;
  }
}
