/**
 * The rules service: keeps rules in a database, lets their owners change them without fear, and
 * hands them to the hosts of applications.
 *
 * <p>In the order in which a request meets them:
 *
 * <ol>
 *   <li>{@link io.tollgate.rules.RulesServer} starts everything: the interface below {@code /v1},
 *       the page at {@code /}, health below {@code /health};
 *   <li>{@code BodyLimit} and {@code AccessFeature} turn away what is too large, and who may not;
 *   <li>the resources ({@code RulesResource} and its like) turn HTTP into calls, and know nothing
 *       of SQL;
 *   <li>{@code Changes} is the only way to change a rule: it checks the whole set, counts the
 *       version, and writes history and audit in the same transaction;
 *   <li>the stores ({@code RuleStore} and its like) hold what the statements in {@code
 *       statements.sql} bring;
 *   <li>{@code Snapshots} holds what hosts get, and answers those that wait for a change.
 * </ol>
 *
 * <p>What the hosts themselves need is in the artifact {@code tollgate-rules-retriever}, so that an
 * application has neither database nor server on its class path.
 */
@NullMarked
package io.tollgate.rules;

import org.jspecify.annotations.NullMarked;
