/**
 * Reads the configuration of Envoy's rate limit service and says the same in rules.
 *
 * <p>Read in this order: {@link io.tollgate.rules.envoy.EnvoyRules} is the way in; {@code
 * EnvoyReader} reads a file into a tree of {@code Descriptor}s and refuses what the service
 * refuses; {@code Leaf} finds the places in the tree where a limit is; {@code Drafting} asks {@link
 * io.tollgate.rules.envoy.DescriptorKeys} which part of a request each descriptor stands for;
 * {@code Conversion} makes the rules.
 */
@org.jspecify.annotations.NullMarked
package io.tollgate.rules.envoy;
