package io.tollgate.rules;

import java.io.PrintStream;
import java.time.InstantSource;
import java.util.List;

/**
 * Works on tokens from the command line, while the service does not run or its database takes two.
 */
final class TokensCommand {

  private static final String USAGE =
      "Usage: tokens list | tokens add NAME host|viewer|editor|approver | tokens delete NAME";

  private final ServerSettings settings;
  private final PrintStream out;
  private final PrintStream err;

  TokensCommand(ServerSettings settings, PrintStream out, PrintStream err) {
    this.settings = settings;
    this.out = out;
    this.err = err;
  }

  /** Returns the exit code. */
  int run(List<String> args) {
    var words = args.subList(0, Math.min(2, args.size()));
    boolean known =
        (words.equals(List.of("tokens", "list")) && args.size() == 2)
            || (words.equals(List.of("tokens", "add")) && args.size() == 4)
            || (words.equals(List.of("tokens", "delete")) && args.size() == 3);
    if (!known) {
      err.println(USAGE);
      return 2;
    }
    try (Database database = new Database(settings)) {
      database.migrate();
      return run(args, new Tokens(database, InstantSource.system()));
    } catch (ProblemException e) {
      err.println(e.detail());
      return 1;
    } catch (RuntimeException e) {
      err.println(
          "The database cannot be opened: "
              + Texts.shown(String.valueOf(e.getMessage()), 400)
              + ". If the service runs on a file of H2, nobody else can open it: use POST"
              + " /v1/tokens, or stop the service.");
      return 1;
    }
  }

  private int run(List<String> args, Tokens tokens) {
    switch (args.get(1)) {
      case "add" -> {
        var role = Role.named(args.get(3));
        if (role.isEmpty()) {
          err.println(USAGE);
          return 2;
        }
        out.println(tokens.add(operator(), args.get(2), role.get()));
      }
      case "delete" -> tokens.remove(operator(), args.get(2));
      default ->
          tokens.list().forEach(token -> out.println(token.name() + " " + token.role().spelled()));
    }
    return 0;
  }

  /** Who can open the database needs no token. */
  private static Actor operator() {
    return new Actor(Tokens.COMMAND_LINE, Role.APPROVER, "");
  }
}
