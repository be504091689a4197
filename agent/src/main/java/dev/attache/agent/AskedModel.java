package dev.attache.agent;

import dev.attache.model.ModelProfile;
import dev.attache.model.ModelProvider;
import dev.attache.model.call.ModelConnector;
import dev.attache.model.call.ModelSettings;

/**
 * A model that is asked, and the way to it. Immutable.
 *
 * @param name what the provider is called here, such as {@code anthropic}
 * @param provider who writes the requests
 * @param connector who sends them
 * @param profile what the model takes
 * @param model the model, as its provider names it
 * @param settings the address, the key, and how long to wait
 */
public record AskedModel(
    String name,
    ModelProvider provider,
    ModelConnector connector,
    ModelProfile profile,
    String model,
    ModelSettings settings) {}
