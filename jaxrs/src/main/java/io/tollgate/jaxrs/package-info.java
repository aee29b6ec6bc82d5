/**
 * Limits for Jakarta REST: annotate a resource method, put this jar on the class path.
 *
 * <p>In the order of a call: {@code LimitFilter} presents the request as a {@code RestRequest}, has
 * it decided at its {@link io.tollgate.http.Arrival} or, where more is to be done, leads it through
 * its {@link io.tollgate.http.Passage}, and aborts it if it is refused; {@code Responses} writes
 * the header fields, called by {@code FieldsFilter}, or on Jersey when the head of the response is
 * sent.
 *
 * <p>{@link io.tollgate.jaxrs.TollgateFeature} sets this up when the application starts; {@link
 * io.tollgate.jaxrs.Resources} reads all resource classes, so that mistakes show then; {@code
 * EndpointFeature} binds the filters to the endpoints that have limits. What only one
 * implementation of Jakarta REST offers is behind {@link io.tollgate.jaxrs.Server}, in a package
 * for each.
 */
@NullMarked
package io.tollgate.jaxrs;

import org.jspecify.annotations.NullMarked;
