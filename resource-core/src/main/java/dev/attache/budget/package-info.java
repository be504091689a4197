/**
 * A limit in tokens: what goes in first, what is left out, and how that is said.
 *
 * <p>Whoever has items puts each, with its {@link dev.attache.budget.Rank} and cost, into a {@link
 * dev.attache.budget.BudgetSelection}, which lets go at once of what cannot get in any more; at the
 * end it chooses, together with the text that says what was left out ({@link
 * dev.attache.budget.Cuts}), which costs tokens as well.
 */
@NullMarked
package dev.attache.budget;

import org.jspecify.annotations.NullMarked;
