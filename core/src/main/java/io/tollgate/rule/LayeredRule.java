package io.tollgate.rule;

import io.tollgate.Rule;

/**
 * A rule and where it comes from.
 *
 * @param layer what the layer is called
 * @param height how late the layer is: later ones win
 */
public record LayeredRule(Rule rule, String layer, int height) {}
