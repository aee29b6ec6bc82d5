/**
 * Finds the rules that hold for a call, without looking at the others.
 *
 * <p>{@code Layers} decides which rules are in force where an earlier layer says the same; {@code
 * RuleIndex} compiles them once: a tree of paths ({@code PathTree}), and at each place of it tables
 * by user, address ({@code AddressTree}), header, plan, country and method ({@code Conditions}). A
 * {@code Call} is what they ask, {@code EndpointRules} what they are asked through, and {@code
 * Found} the answer. What the rules then make a call pay is not known here.
 */
@NullMarked
package io.tollgate.rule;

import org.jspecify.annotations.NullMarked;
