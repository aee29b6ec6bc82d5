/**
 * The examples of {@code docs/testing.md}, so that they compile and pass; {@code TestingDocTest}
 * keeps the two alike.
 *
 * <p>Outside of the testkit's own package, because that is where its users are.
 */
@NullMarked
package io.tollgate.testkit.example;

import org.jspecify.annotations.NullMarked;
