package dev.attache.model;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a model takes, where, and on which terms: data only. Immutable.
 *
 * @param name the provider that it is of, such as {@code openai-chat}
 * @param wire the form of its requests, such as {@code openai-chat}
 * @param version the version of the interface; null if there is none to name
 * @param model the model that is meant where nobody names one
 * @param message what it takes in a message of the user
 * @param toolResult what it takes in the result of a tool
 * @param limits how much it takes
 * @param cache what it keeps of a request for the next one
 * @param blocks what its blocks cost
 * @param tokenFactor how many of its tokens there are for one of {@code o200k_base}
 * @param features what else it can do, in the words of its wire
 * @param keyVariable the environment variable that its users have the key in; null if it needs none
 * @param source where this is from, and of which day
 */
public record ModelProfile(
    String name,
    String wire,
    @Nullable String version,
    String model,
    MediaTypes message,
    MediaTypes toolResult,
    ModelLimits limits,
    CacheTerms cache,
    BlockTokens blocks,
    double tokenFactor,
    Set<String> features,
    @Nullable String keyVariable,
    String source) {

  /**
   * Takes a copy of the features, in their order.
   *
   * @param name the provider that it is of, such as {@code openai-chat}
   * @param wire the form of its requests, such as {@code openai-chat}
   * @param version the version of the interface; null if there is none to name
   * @param model the model that is meant where nobody names one
   * @param message what it takes in a message of the user
   * @param toolResult what it takes in the result of a tool
   * @param limits how much it takes
   * @param cache what it keeps of a request for the next one
   * @param blocks what its blocks cost
   * @param tokenFactor how many of its tokens there are for one of {@code o200k_base}
   * @param features what else it can do, in the words of its wire
   * @param keyVariable the environment variable that its users have the key in; null if it needs
   *     none
   * @param source where this is from, and of which day
   */
  public ModelProfile {
    features = Collections.unmodifiableSet(new LinkedHashSet<>(features));
  }

  /**
   * {@return whether it can do something that its wire has a word for}
   *
   * @param feature the word, as profiles have it
   */
  public boolean has(String feature) {
    return features.contains(feature);
  }

  /**
   * Checks that it takes so many tools.
   *
   * @param count the tools of a request
   * @throws IllegalArgumentException if there are more, for which each request would be refused
   */
  public void requireTools(int count) {
    if (count > limits.tools()) {
      throw new IllegalArgumentException(
          "tools (" + count + ") must be at most " + limits.tools() + " for " + name);
    }
  }
}
