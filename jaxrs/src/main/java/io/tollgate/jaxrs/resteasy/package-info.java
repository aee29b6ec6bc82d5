/**
 * What RESTEasy offers beyond the standard: the end of a call, injection, the client's address,
 * parameters of its servlet.
 */
@NullMarked
package io.tollgate.jaxrs.resteasy;

import org.jspecify.annotations.NullMarked;
