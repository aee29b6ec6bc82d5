/**
 * What holds on every servlet container.
 *
 * <p>A module for each container extends {@link io.tollgate.servlet.tests.ServletContract}, which
 * runs all the others; {@link io.tollgate.servlet.tests.Host} is what it has to bring.
 */
@NullMarked
package io.tollgate.servlet.tests;

import org.jspecify.annotations.NullMarked;
