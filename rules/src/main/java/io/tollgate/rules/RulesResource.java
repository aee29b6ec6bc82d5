package io.tollgate.rules;

import static io.tollgate.Key.IP;
import static io.tollgate.Key.USER;
import static io.tollgate.Per.MINUTE;
import static io.tollgate.Phase.BEFORE_AUTHENTICATION;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.RateLimited;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The rules: to be seen, made, replaced, removed, and put back to what they were. */
@Path("rules")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@RateLimited(bucket = "callers", key = IP, phase = BEFORE_AUTHENTICATION)
public final class RulesResource {

  private final Database database;
  private final Changes changes;
  private final Hosts hosts;
  private final InstantSource clock;

  @Inject
  RulesResource(Database database, Changes changes, Hosts hosts, InstantSource clock) {
    this.database = database;
    this.changes = changes;
    this.hosts = hosts;
    this.clock = clock;
  }

  /** Lists the rules, or those that have the text somewhere. */
  @GET
  @Needs(Role.VIEWER)
  @RateLimited(bucket = "reads", limit = 3000, per = MINUTE, key = USER)
  public ObjectNode list(@QueryParam("search") @DefaultValue("") String search) {
    var text = search.toLowerCase(Locale.ROOT).strip();
    var json = Json.object();
    var rules = json.putArray("rules");
    long version =
        database.call(
            transaction -> {
              for (var rule : RuleStore.all(transaction)) {
                var view = Views.rule(rule, clock.instant());
                if (text.isEmpty() || contains(rule, view, text)) {
                  rules.add(view);
                }
              }
              return RuleStore.version(transaction);
            });
    return json.put("version", version);
  }

  private static boolean contains(StoredRule rule, ObjectNode view, String text) {
    return rule.name().toLowerCase(Locale.ROOT).contains(text)
        || rule.body().toLowerCase(Locale.ROOT).contains(text)
        || view.path("description").asText().toLowerCase(Locale.ROOT).contains(text);
  }

  /** Makes a rule. */
  @POST
  @Needs(Role.EDITOR)
  @RateLimited(bucket = "writes", limit = 300, per = MINUTE, key = USER)
  public Response create(Body body, @Context SecurityContext security) {
    var name = Rules.name(body);
    return put(Action.CREATE, name, body, security, Precondition.NONE, /* required= */ false);
  }

  /** Says what would be wrong with a rule, what it would do, and what it would change. */
  @POST
  @Path("validate")
  @Needs(Role.VIEWER)
  @RateLimited(bucket = "reads", key = USER)
  public ObjectNode validate(Body body) {
    var rule = Rules.withoutName(body);
    var stated = body.text("name").orElse("");
    var mistake = Rules.mistakeInName(stated);
    var name = mistake.isEmpty() ? stated : "unnamed"; // What else is wrong is told, too.
    var others = new LinkedHashMap<String, ObjectNode>();
    database
        .call(RuleStore::all)
        .forEach(stored -> others.put(stored.name(), Rules.parsed(stored.body())));
    var before = Optional.ofNullable(others.get(name)).orElseGet(Json::object);
    var faults = new ArrayList<Fault>();
    mistake.ifPresent(text -> faults.add(body.placed(Fault.of("name", text))));
    Rules.faultsOfChange(others, name, rule).forEach(fault -> faults.add(body.placed(fault)));
    var json = Json.object();
    var warnings = Json.mapper().createArrayNode();
    if (faults.isEmpty()) {
      Rules.bucketsLost(others, name, Optional.of(rule), hosts::know)
          .forEach(text -> faults.add(Fault.of("", text)));
      Rules.bucketsAfter(others, name, Optional.of(rule))
          .askedOfHosts(name, hosts::know)
          .forEach(warnings::add);
    }
    json.set("problems", Problems.list(faults));
    json.set("warnings", warnings);
    json.put("description", Rules.descriptionOfCandidate(name, rule));
    json.set("diff", new Diff(before, rule).json());
    return json;
  }

  /** Shows one rule. */
  @GET
  @Path("{name}")
  @Needs(Role.VIEWER)
  @RateLimited(bucket = "reads", key = USER)
  public Response get(
      @PathParam("name") String name, @HeaderParam("If-None-Match") @Nullable String known) {
    var rule =
        database
            .call(transaction -> RuleStore.find(transaction, name))
            .orElseThrow(RulesResource::unknown);
    return known != null && Precondition.matches(known, rule)
        ? Response.notModified().header("ETag", rule.etag()).build()
        : Response.ok(Views.rule(rule, clock.instant())).header("ETag", rule.etag()).build();
  }

  /** Replaces a rule, or makes it. */
  @PUT
  @Path("{name}")
  @Needs(Role.EDITOR)
  @RateLimited(bucket = "writes", key = USER)
  public Response replace(
      @PathParam("name") String name,
      Body body,
      @HeaderParam("If-Match") @Nullable String ifMatch,
      @HeaderParam("If-None-Match") @Nullable String ifNoneMatch,
      @Context SecurityContext security) {
    if (body.text("name").filter(stated -> !stated.equals(name)).isPresent()) {
      throw body.mistake("name", "is another one in the path; a rule keeps its name");
    }
    var precondition = Precondition.of(ifMatch, ifNoneMatch);
    return put(
        Action.REPLACE,
        Rules.checkedName(name),
        body,
        security,
        precondition,
        /* required= */ true);
  }

  private Response put(
      Action action,
      String name,
      Body body,
      SecurityContext security,
      Precondition precondition,
      boolean required) {
    var rule = Json.write(Rules.withoutName(body));
    var change = new Change(action, name, Optional.of(rule), false, Optional.empty());
    try {
      return answer(changes.submit(Answers.actor(security), change, precondition, required));
    } catch (ProblemException e) {
      throw e.faults().isEmpty()
          ? e
          : ProblemException.invalid(e.faults().stream().map(body::placed).toList());
    }
  }

  /** Removes a rule. */
  @DELETE
  @Path("{name}")
  @Consumes(MediaType.WILDCARD)
  @Needs(Role.EDITOR)
  @RateLimited(bucket = "writes", key = USER)
  public Response delete(
      @PathParam("name") String name,
      @HeaderParam("If-Match") @Nullable String ifMatch,
      @Context SecurityContext security) {
    var change = new Change(Action.DELETE, name, Optional.empty(), false, Optional.empty());
    var precondition = Precondition.of(ifMatch, null);
    return answer(
        changes.submit(Answers.actor(security), change, precondition, /* required= */ true));
  }

  /**
   * Lists what a rule was lately, the newest first, or with {@code before} what it was before a
   * revision; removed ones too.
   */
  @GET
  @Path("{name}/history")
  @Needs(Role.VIEWER)
  @RateLimited(bucket = "reads", key = USER)
  public ObjectNode history(
      @PathParam("name") String name, @QueryParam("before") @Nullable Long before) {
    long end = before == null ? Long.MAX_VALUE : before;
    var history = database.call(transaction -> RuleStore.history(transaction, name, end));
    if (history.isEmpty() && before == null) {
      throw unknown();
    }
    var json = Json.object().put("name", name);
    var revisions = json.putArray("revisions");
    history.forEach(revision -> revisions.add(Views.revision(name, revision)));
    return json;
  }

  /** Makes a rule what it was at a revision, as a new one. */
  @POST
  @Path("{name}/rollback")
  @Needs(Role.EDITOR)
  @RateLimited(bucket = "writes", key = USER)
  public Response rollback(
      @PathParam("name") String name,
      Body body,
      @HeaderParam("If-Match") @Nullable String ifMatch,
      @Context SecurityContext security) {
    long number = body.only("revision", "reason").requiredWhole("revision");
    var revision =
        database
            .call(transaction -> RuleStore.revision(transaction, name, number))
            .orElseThrow(() -> body.mistake("revision", "is none that this rule has had"));
    var reason =
        Optional.of(Texts.shown(body.text("reason").orElse("to revision " + number), 1_000));
    var change = new Change(Action.ROLLBACK, name, revision.body(), revision.granted(), reason);
    var precondition = Precondition.of(ifMatch, null);
    return answer(
        changes.submit(Answers.actor(security), change, precondition, /* required= */ true));
  }

  private Response answer(Outcome outcome) {
    return Answers.of(outcome, clock.instant());
  }

  private static ProblemException unknown() {
    return ProblemException.notFound("there is no rule of this name");
  }
}
