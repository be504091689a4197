package dev.attache.cli.config;

import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.UsageException;
import dev.attache.model.ModelProfiles;
import dev.attache.model.call.ModelSettings;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A provider of models as the user has configured it, in {@code [providers.NAME]}. Immutable.
 *
 * @param name the name by which it is asked for
 * @param kind the provider whose requests it takes, such as {@code openai-chat}
 * @param model the model that is meant where nobody names one; null for the one of the kind
 * @param baseUrl where it is; null for the address of its kind
 * @param keyVariable the environment variable that has the key; null for the one of its kind
 * @param keyCommand the program that prints the key, and its arguments; empty if there is none
 * @param headers what is sent with each request beyond the usual
 * @param patience how long it is waited for, and how often it is tried
 * @param profile what its models take that others of its kind do not, in the fields of a profile
 * @param prices what its tokens cost; null if the user has not said
 * @param file the file that says so
 */
public record ConfiguredProvider(
    String name,
    String kind,
    @Nullable String model,
    @Nullable URI baseUrl,
    @Nullable String keyVariable,
    List<String> keyCommand,
    Map<String, String> headers,
    Patience patience,
    Map<String, Object> profile,
    @Nullable TokenPrices prices,
    String file) {

  /** The table of the tables. */
  static final String PROVIDERS = "providers";

  private static final String KIND = "kind";
  private static final String MODEL = "model";
  private static final String BASE_URL = "base-url";
  private static final String KEY_ENV = "key-env";
  private static final String KEY_COMMAND = "key-command";
  private static final String HEADERS = "headers";
  private static final String PROFILE = "profile";
  private static final String PRICES = "prices";
  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9_-]{0,63}");

  public ConfiguredProvider {
    keyCommand = List.copyOf(keyCommand);
    headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    profile = Collections.unmodifiableMap(new LinkedHashMap<>(profile));
  }

  /** Reads the tables of a file, in their order. */
  public static List<ConfiguredProvider> readAll(ConfigTable file, Console console)
      throws UsageException {
    ConfigTable tables = file.table(PROVIDERS);
    var providers = new ArrayList<ConfiguredProvider>();
    for (String name : tables.names()) {
      if (!NAME.matcher(name).matches()) {
        throw tables.wrongName(name, "must have 1 to 64 lower-case letters, digits, _ and -");
      }
      ConfigTable table =
          tables
              .table(name)
              .text(KIND)
              .text(MODEL)
              .take(BASE_URL, "an http or https URL", ConfiguredProvider::url)
              .text(KEY_ENV)
              .texts(KEY_COMMAND);
      var keyCommand = new ArrayList<String>();
      table.copyTexts(KEY_COMMAND, keyCommand);
      Map<String, Object> profile = table.table(PROFILE).unchecked();
      Map<String, String> headers = headers(table.table(HEADERS));
      Patience patience = Patience.read(table);
      ConfigTable priced = table.table(PRICES);
      TokenPrices prices = TokenPrices.read(priced);
      priced.noteUnknown(console);
      table.noteUnknown(console);
      providers.add(
          new ConfiguredProvider(
              name,
              table.taken().get(KIND) instanceof String kind ? kind : name,
              table.taken().get(MODEL) instanceof String model ? model : null,
              table.taken().get(BASE_URL) instanceof URI url ? url : null,
              table.taken().get(KEY_ENV) instanceof String variable ? variable : null,
              keyCommand,
              headers,
              patience,
              profile,
              prices,
              table.file()));
    }
    return providers;
  }

  private static @Nullable Object url(Object value) {
    try {
      URI url = value instanceof String text ? new URI(text) : null;
      boolean isWeb =
          url != null
              && url.getHost() != null
              && url.getUserInfo() == null
              && ("https".equals(url.getScheme()) || "http".equals(url.getScheme()));
      return isWeb ? url : null;
    } catch (URISyntaxException e) {
      return null;
    }
  }

  private static Map<String, String> headers(ConfigTable table) throws UsageException {
    var headers = new LinkedHashMap<String, String>();
    for (String name : table.names()) {
      table.text(name);
      headers.put(name, String.valueOf(table.taken().get(name)));
    }
    return headers;
  }

  /**
   * Returns the profiles of its models.
   *
   * @param ofKind those of all that are of its kind
   */
  public ModelProfiles profiles(ModelProfiles ofKind) throws UsageException {
    var changed = new LinkedHashMap<>(profile);
    changed.put("name", name);
    if (model != null) {
      changed.put(MODEL, model);
    }
    try {
      return ofKind.with(changed);
    } catch (IllegalArgumentException e) {
      throw new UsageException(file + ": [providers." + name + ".profile]: " + e.getMessage());
    }
  }

  /**
   * How long a provider is waited for, and how often it is tried. Null where nothing is set.
   *
   * @param whole how long an answer may take from the request to its end
   * @param firstByte how long it may take to begin
   * @param idle how long it may stall
   * @param tries how often a request goes out at most
   */
  public record Patience(
      @Nullable Duration whole,
      @Nullable Duration firstByte,
      @Nullable Duration idle,
      @Nullable Integer tries) {

    private static final String WHOLE = "timeout";
    private static final String FIRST_BYTE = "first-byte-timeout";
    private static final String IDLE = "idle-timeout";
    private static final String TRIES = "tries";

    private static final int MOST_SECONDS = 86_400;
    private static final int MOST_TRIES = 20;

    static Patience read(ConfigTable table) throws UsageException {
      table
          .number(WHOLE, MOST_SECONDS)
          .number(FIRST_BYTE, MOST_SECONDS)
          .number(IDLE, MOST_SECONDS)
          .number(TRIES, MOST_TRIES);
      return new Patience(
          seconds(table, WHOLE),
          seconds(table, FIRST_BYTE),
          seconds(table, IDLE),
          table.taken().get(TRIES) instanceof Long tries ? tries.intValue() : null);
    }

    private static @Nullable Duration seconds(ConfigTable table, String name) {
      return table.taken().get(name) instanceof Long seconds ? Duration.ofSeconds(seconds) : null;
    }

    /** Sets what is set. */
    public void applyTo(ModelSettings.Builder settings) {
      if (whole != null) {
        settings.answerTimeout(whole);
      }
      if (firstByte != null) {
        settings.firstByteTimeout(firstByte);
      }
      if (idle != null) {
        settings.idleTimeout(idle);
      }
      if (tries != null) {
        settings.tries(tries);
      }
    }
  }

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
}
