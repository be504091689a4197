package dev.attache.cli.models;

import dev.attache.cli.config.ConfiguredProvider;
import dev.attache.model.ModelProfile;
import dev.attache.model.ModelProvider;
import org.jspecify.annotations.Nullable;

/**
 * A model of a provider. Immutable.
 *
 * @param provider the provider
 * @param profile what the model takes
 * @param model the model, as its provider names it
 * @param configured what the user has set for the provider; null if nothing is
 */
record ModelChoice(
    ModelProvider provider,
    ModelProfile profile,
    String model,
    @Nullable ConfiguredProvider configured) {}
