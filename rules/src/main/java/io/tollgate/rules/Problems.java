package io.tollgate.rules;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns whatever goes wrong into {@code application/problem+json}. */
final class Problems {

  private static final Logger LOG = LoggerFactory.getLogger("io.tollgate.rules");

  private Problems() {}

  static Response response(int status, String detail, List<Fault> faults) {
    return Response.status(status)
        .type(JsonProvider.PROBLEM)
        .header(HttpHeaders.CACHE_CONTROL, "no-store")
        .entity(json(status, detail, faults))
        .build();
  }

  static ObjectNode json(int status, String detail, List<Fault> faults) {
    var known = Response.Status.fromStatusCode(status);
    var json = Json.object();
    json.put("type", "about:blank");
    json.put("title", known == null ? "Error" : known.getReasonPhrase());
    json.put("status", status);
    json.put("detail", detail);
    if (!faults.isEmpty()) {
      put(json, faults.get(0));
      json.set("problems", list(faults));
    }
    return json;
  }

  static ArrayNode list(List<Fault> faults) {
    var list = Json.mapper().createArrayNode();
    faults.forEach(
        fault -> {
          var one = list.addObject();
          if (!fault.rule().isEmpty()) {
            one.put("rule", fault.rule());
          }
          put(one, fault);
          one.put("message", fault.message());
          if (!fault.suggestion().isEmpty()) {
            one.put("suggestion", fault.suggestion());
          }
        });
    return list;
  }

  private static void put(ObjectNode json, Fault fault) {
    if (!fault.field().isEmpty()) {
      json.put("field", fault.field());
    }
    if (fault.line() > 0) {
      json.put("line", fault.line());
      json.put("column", fault.column());
    }
  }

  /** What the service itself says. */
  static final class OfService implements ExceptionMapper<ProblemException> {
    @Override
    public Response toResponse(ProblemException problem) {
      var response =
          Response.fromResponse(response(problem.status(), problem.detail(), problem.faults()));
      problem.headers().forEach(response::header);
      return response.build();
    }
  }

  /** What Jersey says: no such path, method or media type. */
  static final class OfRest implements ExceptionMapper<WebApplicationException> {
    @Override
    public Response toResponse(WebApplicationException problem) {
      var given = problem.getResponse();
      var response =
          Response.fromResponse(response(given.getStatus(), detail(given.getStatus()), List.of()));
      var allow = given.getHeaderString(HttpHeaders.ALLOW);
      return allow == null ? response.build() : response.header(HttpHeaders.ALLOW, allow).build();
    }

    private static String detail(int status) {
      return switch (status) {
        case 404 -> "there is nothing at this path; /v1/openapi.json lists what there is";
        case 405 -> "this path does not take that method; see Allow";
        case 406 -> "answers are application/json";
        case 415 -> "send application/json";
        default -> "the request cannot be served";
      };
    }
  }

  /** What the database does not do. */
  static final class OfDatabase implements ExceptionMapper<DatabaseException> {
    @Override
    public Response toResponse(DatabaseException problem) {
      LOG.warn("The database failed: {}", Texts.shown(String.valueOf(problem.getMessage()), 400));
      return Problems.unavailable("the database does not answer; look before you repeat a change");
    }
  }

  /** What nobody has thought of. */
  static final class OfAnything implements ExceptionMapper<Throwable> {
    @Override
    public Response toResponse(Throwable problem) {
      LOG.error("A request failed", problem);
      return response(500, "the service failed, and has logged why", List.of());
    }
  }

  static Response unavailable(String detail) {
    return Response.fromResponse(response(503, detail, List.of()))
        .header(HttpHeaders.RETRY_AFTER, 5)
        .build();
  }
}
