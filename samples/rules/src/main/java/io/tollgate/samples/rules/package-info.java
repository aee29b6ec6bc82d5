/**
 * Limits that are changed while the application runs: the rules service with its page, and two
 * hosts of an application that get their rules from it.
 *
 * <p>Read {@link io.tollgate.samples.rules.RulesDemo} first, which starts it all, then {@code
 * DemoHost}, which is the application; {@code Traffic} calls it, so that there is something to see.
 */
@NullMarked
package io.tollgate.samples.rules;

import org.jspecify.annotations.NullMarked;
