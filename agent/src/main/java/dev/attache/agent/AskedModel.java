package dev.attache.agent;

import dev.attache.delivery.SupersededSettings;
import dev.attache.history.answer.ModelUsage;
import dev.attache.model.CacheTerms;
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
    ModelSettings settings) {

  /** From how much of its window on a conversation should make room, in percent. */
  public static final int NEARLY_FULL = 80;

  /**
   * Returns how much of the model's window a request and its answer took, in percent; -1 if nobody
   * knows how large that is.
   */
  public int windowUse(ModelUsage usage) {
    long window = profile.limits().window();
    return window == Long.MAX_VALUE || window == 0
        ? -1
        : (int) Math.min(Integer.MAX_VALUE, usage.total() * 100.0 / window);
  }

  /**
   * Returns rules for superseded snapshots with what the provider's cache costs and how long it
   * holds; for the options of a conversation that it is asked in.
   */
  public SupersededSettings superseded(SupersededSettings rules) {
    CacheTerms cache = profile.cache();
    return new SupersededSettings(
        rules.mode(), cache.ttl(), rules.requests(), cache.write(), cache.read());
  }
}
