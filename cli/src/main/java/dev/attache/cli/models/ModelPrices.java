package dev.attache.cli.models;

import dev.attache.cli.config.ConfiguredProvider;
import dev.attache.cli.config.ConfiguredProvider.TokenPrices;
import dev.attache.cli.run.Run;
import dev.attache.cli.terminal.UsageException;
import dev.attache.history.answer.ModelUsage;
import dev.attache.model.CacheTerms;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What models cost: cached tokens in units of others by their profiles, and money where the user's
 * configuration has prices. Not thread-safe.
 */
public final class ModelPrices {

  private static final double MILLION = 1_000_000;

  private final Run run;
  private final Map<String, @Nullable ModelChoice> known = new HashMap<>();

  public ModelPrices(Run run) {
    this.run = run;
  }

  /** Returns the terms of a model's cache; null if its provider is not there any more. */
  public @Nullable CacheTerms cache(String provider, String model) {
    ModelChoice choice = choice(provider, model);
    return choice == null ? null : choice.profile().cache();
  }

  /** Returns what a model took for its answers; null if the user has no prices for it. */
  public @Nullable Cost cost(String provider, String model, ModelUsage usage) {
    ModelChoice choice = choice(provider, model);
    ConfiguredProvider configured = choice == null ? null : choice.configured();
    TokenPrices prices = configured == null ? null : configured.prices();
    if (choice == null || prices == null) {
      return null;
    }
    CacheTerms cache = choice.profile().cache();
    Double read = prices.cacheRead();
    Double write = prices.cacheWrite();
    double amount =
        usage.input() * prices.input()
            + usage.cacheRead() * (read == null ? cache.read() * prices.input() : read)
            + usage.cacheWrite() * (write == null ? cache.write() * prices.input() : write)
            + usage.output() * prices.output();
    return new Cost(amount / MILLION, prices.currency());
  }

  private @Nullable ModelChoice choice(String provider, String model) {
    String name = provider + "/" + model;
    if (!known.containsKey(name)) {
      known.put(name, read(name));
    }
    return known.get(name);
  }

  private @Nullable ModelChoice read(String name) {
    try {
      return Providers.of(run).choice("model", name);
    } catch (UsageException e) {
      return null; // a history is older than a configuration can be
    }
  }

  /**
   * An amount of money.
   *
   * @param currency what stands before it
   */
  public record Cost(double amount, String currency) {

    /** Returns the sum, if both are of one currency; null otherwise. */
    public @Nullable Cost plus(Cost other) {
      return currency.equals(other.currency) ? new Cost(amount + other.amount, currency) : null;
    }

    /** The amount for people: {@code $0.0123}, with four places below one. */
    @Override
    public String toString() {
      return currency + String.format(Locale.ROOT, amount < 1 ? "%.4f" : "%,.2f", amount);
    }
  }
}
