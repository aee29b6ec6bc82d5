package io.tollgate.rules;

import java.sql.SQLException;
import java.util.HashSet;
import java.util.Set;

/**
 * Tells whether two tokens are those of two people, as far as that can be known: nobody approves
 * what he has proposed, be it with another token that he has made.
 */
final class Eyes {

  /*
   * A token knows its makers: who made it, who made that one's token, and so on; as it was when the
   * token was made, so that taking a token away from the chain hides nothing. The first token and
   * the command line make tokens for everybody, so coming from them alone makes nobody the same.
   */
  private static final Set<String> MAKERS_FOR_ALL =
      Set.of(Tokens.ADMIN, Tokens.COMMAND_LINE, Actor.SERVICE.name());

  private Eyes() {}

  /**
   * Compares the owners of two tokens.
   *
   * @throws ProblemException if they may be the same person
   */
  static void check(Transaction transaction, String author, String approver) throws SQLException {
    if (author.equals(approver)) {
      throw refused("somebody else than the author must approve");
    }
    var ofAuthor = new HashSet<>(Tokens.makers(transaction, author));
    var ofApprover = new HashSet<>(Tokens.makers(transaction, approver));
    if (ofAuthor.isEmpty()) {
      throw refused("the author's token is no more; propose it anew");
    }
    if (ofApprover.isEmpty()) {
      throw refused("the approver's token is no more");
    }
    if (ofAuthor.contains(approver)) {
      throw refused(approver + " has made the token of the author; somebody else must approve");
    }
    if (ofApprover.contains(author)) {
      throw refused(
          "the author has made the token of " + approver + "; somebody else must approve");
    }
    ofAuthor.retainAll(ofApprover);
    ofAuthor.removeAll(MAKERS_FOR_ALL);
    if (!ofAuthor.isEmpty()) {
      throw refused("both tokens were made by one person; somebody else must approve");
    }
  }

  private static ProblemException refused(String why) {
    return new ProblemException(403, "four eyes are asked for: " + why);
  }
}
