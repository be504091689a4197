package dev.attache.cli.config;

import dev.attache.cli.terminal.UsageException;
import org.jspecify.annotations.Nullable;

/**
 * The prices of a provider as the user has them in {@code [providers.NAME.prices]}, for a million
 * tokens each. Immutable.
 *
 * @param input what tokens cost that are not cached
 * @param output what tokens of answers cost
 * @param cacheRead what tokens cost that are read from the cache; null to go by the profile
 * @param cacheWrite what tokens cost that are written to the cache; null to go by the profile
 * @param currency what stands before an amount, such as {@code $}
 */
public record TokenPrices(
    double input,
    double output,
    @Nullable Double cacheRead,
    @Nullable Double cacheWrite,
    String currency) {

  private static final String INPUT = "input";
  private static final String OUTPUT = "output";
  private static final String CACHE_READ = "cache-read";
  private static final String CACHE_WRITE = "cache-write";
  private static final String CURRENCY = "currency";

  private static final double MOST = 1_000_000;

  /** Reads a table; null if it sets nothing. */
  static @Nullable TokenPrices read(ConfigTable table) throws UsageException {
    if (table.names().isEmpty()) {
      return null;
    }
    for (String name : new String[] {INPUT, OUTPUT, CACHE_READ, CACHE_WRITE}) {
      table.take(name, "a price for a million tokens, such as 3.0", TokenPrices::price);
    }
    table.text(CURRENCY);
    Double input = number(table, INPUT);
    Double output = number(table, OUTPUT);
    if (input == null || output == null) {
      throw new UsageException(
          table.subject(input == null ? INPUT : OUTPUT)
              + " is missing; prices have input and output");
    }
    return new TokenPrices(
        input,
        output,
        number(table, CACHE_READ),
        number(table, CACHE_WRITE),
        table.taken().get(CURRENCY) instanceof String currency ? currency : "$");
  }

  private static @Nullable Object price(Object given) {
    double price = given instanceof Number number ? number.doubleValue() : -1;
    return price >= 0 && price <= MOST ? (Object) price : null;
  }

  private static @Nullable Double number(ConfigTable table, String name) {
    return table.taken().get(name) instanceof Double price ? price : null;
  }
}
