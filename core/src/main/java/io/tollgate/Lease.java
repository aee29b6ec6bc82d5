package io.tollgate;

/**
 * The right of one call to be under way, to be given back exactly once; giving it back again does
 * nothing.
 *
 * @param limit the limit on calls under way
 * @param key who holds it
 * @param id tells it from the other leases of the same bucket
 */
public record Lease(Limit limit, String key, long id) {}
