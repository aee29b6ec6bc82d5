package io.tollgate.rules;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Ends a request with a problem: a status, a sentence, and what is wrong in detail. */
final class ProblemException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final int status;
  private final transient List<Fault> faults;
  private final transient Map<String, String> headers = new LinkedHashMap<>();

  ProblemException(int status, String detail) {
    this(status, detail, List.of());
  }

  private ProblemException(int status, String detail, List<Fault> faults) {
    super(detail, null, /* enableSuppression= */ false, /* writableStackTrace= */ false);
    this.status = status;
    this.faults = faults;
  }

  /** What was sent has a mistake in one field. */
  static ProblemException invalid(String field, String message) {
    return invalid(List.of(Fault.of(field, message)));
  }

  /** What was sent has mistakes, at least one. */
  static ProblemException invalid(List<Fault> faults) {
    var first = faults.get(0);
    var detail = first.field().isEmpty() ? first.message() : first.field() + ": " + first.message();
    return new ProblemException(400, detail, List.copyOf(faults));
  }

  static ProblemException notFound(String what) {
    return new ProblemException(404, what);
  }

  ProblemException with(String header, String value) {
    headers.put(header, value);
    return this;
  }

  int status() {
    return status;
  }

  String detail() {
    return String.valueOf(getMessage());
  }

  List<Fault> faults() {
    return faults;
  }

  Map<String, String> headers() {
    return headers;
  }
}
