package io.tollgate.rules;

import java.util.Optional;

/**
 * What became of a change: it is done, or it waits as a proposal.
 *
 * @param rule the rule as it is now; empty if it was removed, or the change waits
 * @param created whether there was no rule of this name before
 * @param proposal the number of the proposal, if it waits
 */
record Outcome(Optional<StoredRule> rule, boolean created, Optional<Long> proposal) {}
