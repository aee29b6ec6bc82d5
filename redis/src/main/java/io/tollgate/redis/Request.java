package io.tollgate.redis;

import io.tollgate.redis.Scripts.Script;

/** A script with its keys and arguments. */
final class Request {

  private final Script script;
  private final byte[][] keys;
  private final byte[][] arguments;

  Request(Script script, byte[][] keys, byte[][] arguments) {
    this.script = script;
    this.keys = keys;
    this.arguments = arguments;
  }

  /** Returns the same keys and arguments for another script. */
  Request to(Script other) {
    return new Request(other, keys, arguments);
  }

  Script script() {
    return script;
  }

  byte[][] keys() {
    return keys;
  }

  byte[][] arguments() {
    return arguments;
  }
}
