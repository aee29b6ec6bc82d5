package io.tollgate.http;

/**
 * Says that nobody states the size of a bucket. Where settings are wrong, that may only be because
 * what states it could not be read, and saying so would lead astray.
 */
final class UnsizedException extends IllegalArgumentException {

  private static final long serialVersionUID = 1;

  UnsizedException(String message) {
    super(message);
  }
}
