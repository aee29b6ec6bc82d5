/**
 * Addresses of version 4 and 6 and blocks of them, read from their literal form only. Knows nothing
 * of limits.
 */
@NullMarked
package io.tollgate.address;

import org.jspecify.annotations.NullMarked;
