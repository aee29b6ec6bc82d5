/** Placeholder. */
@NullMarked
package io.tollgate;

import org.jspecify.annotations.NullMarked;
