package dev.attache.model.call;

import org.jspecify.annotations.Nullable;

/**
 * A model that a provider lists. Immutable.
 *
 * @param id its name in requests
 * @param title its name for people; null if it has none
 * @param contextTokens how many tokens its window has; null if the list does not say
 */
public record ListedModel(String id, @Nullable String title, @Nullable Long contextTokens) {}
