package io.tollgate.rules;

import java.time.Instant;

/** A line of the audit: who did what, or tried to. */
record AuditEntry(
    long id, Instant at, String who, String address, String action, String target, String detail) {}
