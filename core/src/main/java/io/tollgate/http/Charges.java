package io.tollgate.http;

import io.tollgate.Claim;
import java.util.ArrayList;
import java.util.List;

/**
 * Charges that a call pays together, and what follows from them for every such call.
 *
 * <p>Worked out with the plan, so that a call asks once for all charges, and need not go through
 * them and what their declarations say.
 *
 * @param all each of them
 * @param mayWait whether a call may have to wait for its turn
 * @param isCorrectable whether what was taken may be corrected after the call
 * @param isRefundable whether something comes back when the call fails with a server error
 */
record Charges(List<Charge> all, boolean mayWait, boolean isCorrectable, boolean isRefundable) {

  static Charges of(List<Charge> charges) {
    return new Charges(
        List.copyOf(charges),
        charges.stream().anyMatch(charge -> charge.isQueue() || charge.isWaitedFor()),
        charges.stream().anyMatch(Charge::isCorrectable),
        charges.stream().anyMatch(charge -> charge.declaration().refundErrors()));
  }

  boolean isEmpty() {
    return all.isEmpty();
  }

  /** Returns what a call asks of each limit. */
  List<Claim> claims(Caller caller) {
    if (all.size() == 1) {
      return List.of(all.get(0).claim(caller));
    }
    var claims = new ArrayList<Claim>(all.size());
    for (int i = 0; i < all.size(); i++) {
      claims.add(all.get(i).claim(caller));
    }
    return claims;
  }
}
