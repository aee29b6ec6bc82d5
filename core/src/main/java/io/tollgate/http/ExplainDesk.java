package io.tollgate.http;

import static java.util.Optional.empty;

import io.tollgate.Question;
import io.tollgate.RequestView;
import io.tollgate.Settings;
import io.tollgate.address.Cidr;
import io.tollgate.address.IpAddress;
import io.tollgate.rule.Segments;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers operators who ask why a call is decided as it is: {@code GET
 * /tollgate/explain?path=/search&user=alice}.
 *
 * <p>Closed unless settings open it, and then only for the roles and addresses that they name: it
 * tells what any caller has left.
 */
public final class ExplainDesk {

  private static final Logger LOG = LoggerFactory.getLogger("io.tollgate");

  /**
   * What the desk says.
   *
   * @param status of HTTP
   * @param type the media type of the body
   * @param body in JSON, of ASCII characters only; not to be stored by anybody
   */
  public record Answer(int status, String type, String body) {}

  private final Gate gate;
  private final Logger log;
  private final boolean isOpen;
  private final List<String> path;
  private final List<String> roles;
  private final List<Cidr> addresses;
  private final Tally turnedAway;

  private ExplainDesk(Settings settings, Gate gate, Logger log) {
    this.gate = gate;
    this.log = log;
    this.isOpen = settings.get(HttpSettings.EXPLAIN);
    this.path = Segments.of(settings.get(HttpSettings.EXPLAIN_PATH));
    this.roles = settings.get(HttpSettings.EXPLAIN_ROLES);
    this.addresses = settings.get(HttpSettings.EXPLAIN_ADDRESSES);
    this.turnedAway = new Tally(gate.ticker().read());
  }

  /** Makes a desk, and tells the gate if nobody could ever ask there. */
  static ExplainDesk of(Settings settings, Gate gate) {
    return of(settings, gate, LOG);
  }

  static ExplainDesk of(Settings settings, Gate gate, Logger log) {
    var desk = new ExplainDesk(settings, gate, log);
    boolean nobody = desk.roles.isEmpty() && desk.addresses.isEmpty();
    if (desk.isOpen && nobody && settings.problems().isEmpty()) {
      gate.mistake(
          settings.place(HttpSettings.EXPLAIN)
              + ": nobody may ask; set tollgate.explainroles or tollgate.explainaddresses");
    }
    return desk;
  }

  boolean isOpen() {
    return isOpen;
  }

  /** Answers a request that comes to the desk; empty for any other request. */
  Optional<Answer> answer(RequestView request) {
    if (!isOpen || !Segments.of(request.path()).equals(path)) {
      return empty();
    }
    var caller = new Caller(request, gate.callers());
    if (!mayAsk(caller)) {
      tellTurnedAway();
      return Optional.of(problem(403, "Forbidden", "This is for operators only."));
    }
    if (!request.method().equals("GET")) {
      return Optional.of(problem(405, "Method Not Allowed", "Ask by GET."));
    }
    try {
      if (request.query("path").isEmpty()) {
        return Optional.of(problem(400, "Bad Request", "Add ?path=/of/the/call to the address."));
      }
      var question = question(request);
      return Optional.of(new Answer(200, "application/json", gate.explain(question).toJson()));
    } catch (IllegalArgumentException e) {
      return Optional.of(
          problem(
              400,
              "Bad Request",
              "The query cannot be decoded, the address is none, or a header is not NAME:VALUE."));
    }
  }

  /** Tells of requests that anybody may send, so only now and then. */
  private void tellTurnedAway() {
    long more = turnedAway.add(gate.ticker().read());
    if (more > 0) {
      log.warn(
          "Somebody without the right to do so asked for an explanation, and got none; requests"
              + " since the last line: {}",
          more);
    }
  }

  private boolean mayAsk(Caller caller) {
    boolean byRole = roles.stream().anyMatch(caller.request()::hasRole);
    return byRole
        || caller
            .address()
            .filter(address -> addresses.stream().anyMatch(block -> block.contains(address)))
            .isPresent();
  }

  private static Question question(RequestView request) {
    var address = request.query("address").filter(text -> !text.isBlank());
    if (address.isPresent() && IpAddress.parse(address.get()).isEmpty()) {
      throw new IllegalArgumentException("not an address");
    }
    return new Question(
        request.query("method").orElse("GET"),
        request.query("path").orElse("/"),
        given(request, "endpoint"),
        given(request, "user"),
        address,
        given(request, "plan"),
        given(request, "country"),
        headers(request));
  }

  private static Optional<String> given(RequestView request, String name) {
    return request.query(name).filter(text -> !text.isBlank());
  }

  /** Several header fields stand in several lines of one parameter. */
  private static Map<String, String> headers(RequestView request) {
    var headers = new HashMap<String, String>();
    for (var line : request.query("header").orElse("").lines().toList()) {
      int colon = line.indexOf(':');
      if (colon <= 0) {
        throw new IllegalArgumentException("not a header");
      }
      headers.put(line.substring(0, colon).strip(), line.substring(colon + 1).strip());
    }
    return headers;
  }

  private static Answer problem(int status, String title, String detail) {
    return new Answer(
        status,
        Answers.PROBLEM_TYPE,
        "{\"type\":\"about:blank\",\"title\":\"%s\",\"status\":%d,\"detail\":\"%s\"}"
            .formatted(title, status, detail));
  }
}
