package dev.attache.cli.models;

import dev.attache.model.ModelProfile;
import dev.attache.model.ModelProvider;

/**
 * A model of a provider. Immutable.
 *
 * @param provider the provider
 * @param profile what the model takes
 * @param model the model, as its provider names it
 */
record ModelChoice(ModelProvider provider, ModelProfile profile, String model) {}
