package io.tollgate.http;

import io.tollgate.Settings;

/**
 * How callers are found out about.
 *
 * @param address where they come from
 * @param country in which country that is
 * @param plan what they have booked
 */
record Callers(ClientAddress address, CallerCountry country, CallerPlan plan) {

  /** Returns the ways that the settings describe. */
  static Callers of(Settings settings) {
    return new Callers(
        HttpSettings.clientAddress(settings),
        HttpSettings.callerCountry(settings),
        HttpSettings.callerPlan(settings));
  }
}
