package io.tollgate.testkit.example;

import io.tollgate.Limit;
import io.tollgate.Limiter;
import io.tollgate.Per;

/** An application's code, which is given its limiter. */
final class Search {

  static final Limit SEARCH = Limit.of(5).per(Per.MINUTE).named("search");

  private final Limiter limiter;

  Search(Limiter limiter) {
    this.limiter = limiter;
  }

  String find(String user) {
    return limiter.decide(SEARCH, user).allowed() ? "found" : "too many searches";
  }
}
