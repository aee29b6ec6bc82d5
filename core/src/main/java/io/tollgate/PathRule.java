package io.tollgate;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A rule of the settings: which limit, key and cost apply to the requests of a path.
 *
 * @param name what the settings call it; also the name of its bucket, if it states a limit and no
 *     bucket
 * @param place where it stands, to begin a message with
 * @param path {@code /report}, {@code /items/{id}} or {@code /static/*}
 * @param methods the HTTP methods that it is for; empty for all of them
 * @param unlimited whether it takes its requests out of rules for longer paths instead
 * @param limit the numbers, if it states them
 * @param bucket the name of a bucket that it shares, if it does
 * @param keys who pays, by the kinds that are built in
 * @param by who pays, by parts of the request
 * @param cost how many tokens a call takes
 * @param refundErrors whether a call that fails with a server error gets its tokens back
 * @param shadow whether it only counts and logs what it would refuse
 * @param maxWait how long a call may wait for its turn; empty if it is refused instead
 */
public record PathRule(
    String name,
    String place,
    String path,
    List<String> methods,
    boolean unlimited,
    Optional<Limit> limit,
    Optional<String> bucket,
    List<Key> keys,
    List<String> by,
    long cost,
    boolean refundErrors,
    boolean shadow,
    Optional<Duration> maxWait) {}
