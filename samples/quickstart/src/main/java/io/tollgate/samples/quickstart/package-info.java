/**
 * A small Jersey application that shows Tollgate: each resource class shows one thing, and a page
 * calls them and draws their buckets.
 *
 * <p>Read {@link io.tollgate.samples.quickstart.Quickstart} first, which starts it all, then {@link
 * io.tollgate.samples.quickstart.BudgetResource}, which is what most applications need. Nothing
 * here registers Tollgate: its jar is on the class path.
 */
@NullMarked
package io.tollgate.samples.quickstart;

import org.jspecify.annotations.NullMarked;
