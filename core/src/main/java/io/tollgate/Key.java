package io.tollgate;

/** Who pays for a call: the kinds of key that are built in. */
public enum Key {
  /** The user who is signed in. */
  USER,
  /** The client's address; what proxies say of it is believed of trusted ones only. */
  IP,
  /** The user if one is signed in, otherwise the client's address. */
  CLIENT,
  /** Everybody together. */
  GLOBAL,
  /** The country a call comes from. */
  COUNTRY,
  /** The plan the caller has booked. */
  PLAN
}
