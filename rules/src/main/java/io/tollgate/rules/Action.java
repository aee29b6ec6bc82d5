package io.tollgate.rules;

import java.util.Locale;

/** What a change does to a rule. */
enum Action {
  CREATE,
  REPLACE,
  DELETE,
  GRANT,
  ROLLBACK,
  /** A grant has come to its end. */
  END;

  /** Returns the name as it is written. */
  String spelled() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Action of(String spelled) {
    return valueOf(spelled.toUpperCase(Locale.ROOT));
  }
}
