/**
 * What holds on every implementation of Jakarta REST.
 *
 * <p>A module for each implementation extends {@link io.tollgate.jaxrs.tests.RestContract}, which
 * runs all the others; {@link io.tollgate.jaxrs.tests.Host} is what it has to bring.
 */
@NullMarked
package io.tollgate.jaxrs.tests;

import org.jspecify.annotations.NullMarked;
