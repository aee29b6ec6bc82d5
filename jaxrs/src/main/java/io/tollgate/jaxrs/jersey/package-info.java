/**
 * What Jersey and HK2 offer beyond the standard: events, injection, the address of the client, the
 * head and the end of a response.
 */
@NullMarked
package io.tollgate.jaxrs.jersey;

import org.jspecify.annotations.NullMarked;
