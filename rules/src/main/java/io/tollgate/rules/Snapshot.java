package io.tollgate.rules;

import java.time.Instant;
import java.util.Optional;

/**
 * All rules as hosts get them.
 *
 * @param version counts the changes of the whole set
 * @param etag changes with the content, even where a database was put back to an old state
 * @param json what is sent
 * @param nextEnd when the first of its rules ends
 */
record Snapshot(long version, String etag, String json, Optional<Instant> nextEnd) {}
