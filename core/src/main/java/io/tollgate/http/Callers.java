package io.tollgate.http;

import io.tollgate.Settings;

/**
 * How callers are found out about.
 *
 * @param address where they come from
 * @param country in which country that is
 * @param plan what they have booked
 * @param failures where it is told that a class of the application failed at that
 */
record Callers(ClientAddress address, CallerCountry country, CallerPlan plan, Failures failures) {

  /** Returns the ways that the settings describe. */
  static Callers of(Settings settings, Failures failures) {
    return new Callers(
        HttpSettings.clientAddress(settings),
        HttpSettings.callerCountry(settings),
        HttpSettings.callerPlan(settings),
        failures);
  }
}
