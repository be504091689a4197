package dev.attache.budget;

import dev.attache.core.outcome.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * Something that may get into a limit. Immutable.
 *
 * @param tokens what it costs
 * @param otherwise what it is if it does not fit; null if nothing is to be said of it then
 * @param value what the caller does with it if it does
 */
public record BudgetItem<T>(Rank rank, long tokens, Outcome.@Nullable Skipped otherwise, T value) {}
