package io.tollgate.rules;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The tokens in the database: who may come in. */
final class Tokens {

  /** Whom the first token belongs to. */
  static final String ADMIN = "admin";

  /** Who makes tokens at the command line, and needs none. */
  static final String COMMAND_LINE = "command line";

  private static final int MAX_NAME = 100;
  private static final int MAX_MAKERS = 10_000;

  /** In the audit, these are not people. */
  private static final Set<String> TAKEN = Set.of(Actor.SERVICE.name(), COMMAND_LINE, "(unknown)");

  private static final Set<String> WITHOUT_TOKEN = Set.of(Actor.SERVICE.name(), COMMAND_LINE);

  private static final String MEANT_OTHERWISE = "is what the audit calls others; take another one";

  private final Database database;
  private final InstantSource clock;

  Tokens(Database database, InstantSource clock) {
    this.database = database;
    this.clock = clock;
  }

  /** Returns whose secret this is. */
  Optional<Token> find(String secret) {
    return database.call(
        transaction -> transaction.first("token by hash", Tokens::token, Token.hash(secret)));
  }

  List<Token> list() {
    return database.call(transaction -> transaction.list("tokens", Tokens::token));
  }

  /**
   * Makes a token, and returns its secret, which is kept nowhere.
   *
   * @throws ProblemException if the name does not do, or is taken
   */
  String add(Actor actor, String name, Role role) {
    Texts.mistakeInName(name, MAX_NAME)
        .or(() -> TAKEN.contains(name) ? Optional.of(MEANT_OTHERWISE) : Optional.empty())
        .ifPresent(
            mistake -> {
              throw ProblemException.invalid("name", mistake);
            });
    var secret = Token.newSecret();
    try {
      AuditStore.audited(
          database,
          clock,
          actor,
          "token " + name,
          transaction -> {
            lock(transaction, actor);
            insert(transaction, actor, name, role, secret);
            return secret;
          });
    } catch (DatabaseException e) {
      if (e.isDuplicate()) {
        throw new ProblemException(
            409, "name: there is a token of this name; delete it first, or take another name");
      }
      throw e;
    }
    return secret;
  }

  /** Makes the token of the user admin, if there is none at all; tells whether there was none. */
  boolean addFirst(String secret) {
    return database.call(
        transaction -> {
          RuleStore.lock(transaction); // Two services that start at once do it in turn.
          if (transaction.number("count tokens") > 0) {
            return false;
          }
          insert(transaction, Actor.SERVICE, ADMIN, Role.APPROVER, secret);
          return true;
        });
  }

  private void insert(Transaction transaction, Actor actor, String name, Role role, String secret)
      throws SQLException {
    var makers = new ArrayList<>(List.of(actor.name()));
    makers.addAll(makers(transaction, actor.name()));
    var chain = String.join("\n", makers);
    if (chain.length() > MAX_MAKERS) {
      throw new ProblemException(
          409, "your token was made through too many others; let somebody else make this one");
    }
    var hash = Token.hash(secret);
    transaction.update(
        "insert token", name, role.spelled(), hash, actor.name(), clock.instant(), chain);
    AuditStore.add(transaction, clock.instant(), actor, "token add", name, role.spelled());
  }

  /**
   * Makes whoever else wants to change something wait, and lets nobody go on whose token was taken
   * away while his request was on its way here.
   *
   * @throws ProblemException if the actor's token is no more, or has another role by now
   */
  static void lock(Transaction transaction, Actor actor) throws SQLException {
    RuleStore.lock(transaction);
    var role = transaction.first("role of token", row -> row.getString("role"), actor.name());
    if (!WITHOUT_TOKEN.contains(actor.name())
        && role.filter(actor.role().spelled()::equals).isEmpty()) {
      throw new ProblemException(403, "the token of " + actor.name() + " was taken away meanwhile");
    }
  }

  /** Returns who made a token, who made the token of that one, and so on; empty without one. */
  static List<String> makers(Transaction transaction, String name) throws SQLException {
    return transaction
        .first("makers of token", row -> row.getString("makers").lines().toList(), name)
        .orElse(List.of());
  }

  /**
   * Takes a token away.
   *
   * @throws ProblemException if there is none of the name, or nobody would be left to give others
   */
  void remove(Actor actor, String name) {
    AuditStore.audited(
        database,
        clock,
        actor,
        "token " + name,
        transaction -> {
          lock(transaction, actor); // Two who take the last but one, and the last.
          if (transaction.update("delete token", name) == 0) {
            throw ProblemException.notFound("there is no token of this name");
          }
          if (transaction.number("count tokens of role", Role.APPROVER.spelled()) == 0) {
            throw new ProblemException(
                409, "this is the last token of an approver; add another one first");
          }
          AuditStore.add(transaction, clock.instant(), actor, "token delete", name, "");
          return name;
        });
  }

  private static Token token(ResultSet row) throws SQLException {
    var spelled = row.getString("role");
    return new Token(
        row.getString("name"),
        Role.named(spelled).orElseThrow(() -> new SQLException("no such role: " + spelled)),
        row.getString("made_by"),
        Transaction.instant(row, "made_at"));
  }
}
