package io.tollgate.rules;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What the owner of a token may do. */
enum Role {
  /** A host of an application: fetches the snapshot, and reports on itself. */
  HOST,
  /** Sees everything, and changes nothing. */
  VIEWER,
  /** Also changes rules, or proposes changes where four eyes are asked for. */
  EDITOR,
  /** Also decides on proposals, and gives and takes tokens. */
  APPROVER;

  /**
   * Tells whether this role may do what is asked of {@code needed}: people may do what those below
   * them may, but only an approver may speak for a host, whose words lead the service to addresses.
   */
  boolean suffices(Role needed) {
    return needed == HOST ? this == HOST || this == APPROVER : compareTo(needed) >= 0;
  }

  /** Returns the name as it is written. */
  String spelled() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Optional<Role> named(String name) {
    return Arrays.stream(values()).filter(role -> role.spelled().equals(name)).findFirst();
  }
}
