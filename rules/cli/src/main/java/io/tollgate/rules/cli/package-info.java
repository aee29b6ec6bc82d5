/**
 * The command {@code tollgate}: {@code check} says what is wrong with a file of settings and rules
 * before it is deployed, {@code import} makes rules of a configuration of Envoy's rate limit
 * service, {@code schema} prints a JSON Schema for editors.
 */
@org.jspecify.annotations.NullMarked
package io.tollgate.rules.cli;
