package io.tollgate.rules;

import java.security.Principal;

/**
 * Who does something: the owner of a token, at an address.
 *
 * @param name the name of the token
 * @param address where the request came from; empty for the service itself
 */
record Actor(String name, Role role, String address) implements Principal {

  /** What happens by itself, such as the end of a grant. */
  static final Actor SERVICE = new Actor("tollgate", Role.APPROVER, "");

  @Override
  public String getName() {
    return name;
  }
}
