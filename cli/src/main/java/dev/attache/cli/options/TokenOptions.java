package dev.attache.cli.options;

import dev.attache.budget.TokenLimit;
import dev.attache.cli.terminal.UsageException;
import dev.attache.tokens.TokenEstimator;
import dev.attache.tokens.jtokkit.O200k;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The options for tokens: how many there may be, and what counts them. The configuration's table
 * {@code [tokens]} says it where the line does not.
 */
public final class TokenOptions {

  /** The setting of how many tokens there may be, as a Long. */
  public static final String MAX_TOKENS = "max-tokens";

  /** The setting of what counts them. */
  public static final String TOKENIZER = "tokenizer";

  /** What counts tokens, by name. */
  public static final List<String> TOKENIZERS = List.of("estimate", "o200k");

  private static final String NONE = "none";

  private TokenOptions() {}

  public static void addTo(Options options) {
    options
        .value("N", "Fit into N tokens, such as 50k: what you name goes first.", "--max-tokens")
        .choice(
            "NAME",
            TOKENIZERS,
            "Count tokens by estimate (default) or exactly with o200k.",
            "--tokenizer");
  }

  /** Whether the line itself says how many tokens there may be. */
  public static boolean isTyped(Arguments arguments) {
    String spelled = arguments.value("--max-tokens");
    return spelled != null && !spelled.equals(NONE);
  }

  /** Returns the limit; null if there is none. */
  public static @Nullable TokenLimit limit(Arguments arguments, Map<String, Object> settings)
      throws UsageException {
    String spelled = arguments.value("--max-tokens");
    if (spelled != null) {
      return spelled.equals(NONE)
          ? null
          : new TokenLimit(
              LimitOptions.tokens("--max-tokens", spelled), estimator(arguments, settings));
    }
    return settings.get(MAX_TOKENS) instanceof Long tokens
        ? new TokenLimit(tokens, estimator(arguments, settings))
        : null;
  }

  /** Returns what the user wants tokens to be counted by. */
  public static TokenEstimator estimator(Arguments arguments, Map<String, Object> settings)
      throws UsageException {
    Object configured = settings.getOrDefault(TOKENIZER, TOKENIZERS.get(0));
    String name = arguments.value("--tokenizer", configured.toString());
    return switch (TOKENIZERS.indexOf(name)) {
      case 0 -> TokenEstimator.standard();
      case 1 -> new O200k();
      default -> throw new UsageException("--tokenizer (" + name + ") must be estimate or o200k");
    };
  }
}
