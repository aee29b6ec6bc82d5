package io.tollgate.rules;

import java.util.Optional;

/**
 * What somebody wants to become of a rule.
 *
 * @param body its JSON, without its name; empty to remove it
 * @param granted whether it is a grant, which is removed when it ends
 */
record Change(
    Action action, String name, Optional<String> body, boolean granted, Optional<String> reason) {}
