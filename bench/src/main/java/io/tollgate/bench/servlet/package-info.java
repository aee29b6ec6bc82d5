/** A servlet application with and without limits, and nginx beside it. */
@NullMarked
package io.tollgate.bench.servlet;

import org.jspecify.annotations.NullMarked;
