package dev.attache.cli.models;

import dev.attache.cli.config.ConfiguredProvider;
import dev.attache.model.ModelProfile;
import dev.attache.model.ModelProvider;
import dev.attache.model.call.ModelConnector;
import org.jspecify.annotations.Nullable;

/**
 * A model of a provider. Immutable.
 *
 * @param provider the provider
 * @param connector what connects to its models; null if that is one of ours, or missing
 * @param profile what the model takes
 * @param model the model, as its provider names it
 * @param configured what the user has set for the provider; null if nothing is
 */
record ModelChoice(
    ModelProvider provider,
    @Nullable ModelConnector connector,
    ModelProfile profile,
    String model,
    @Nullable ConfiguredProvider configured) {}
