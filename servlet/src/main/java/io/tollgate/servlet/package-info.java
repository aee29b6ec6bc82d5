/**
 * Limits for any servlet application: put this jar among its libraries, and state limits by rules
 * or by annotations on servlets.
 *
 * <p>In the order of a call: {@link io.tollgate.servlet.TollgateFilter} asks {@code Routes} for the
 * endpoint of a request ({@code Servlets} knows the annotations), presents it as a {@code
 * WebRequest}, has it decided at its {@link io.tollgate.http.Arrival} or, where more is to be done,
 * leads it through its {@link io.tollgate.http.Passage}, and answers it if it is refused. A request
 * that may wait is parked by {@code Parking}; {@code CallEnd} sees when a call is over.
 */
@NullMarked
package io.tollgate.servlet;

import org.jspecify.annotations.NullMarked;
