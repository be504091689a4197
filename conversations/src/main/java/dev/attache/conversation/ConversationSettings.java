package dev.attache.conversation;

import dev.attache.delivery.DedupOverrides;
import dev.attache.delivery.DedupRules;
import dev.attache.delivery.DedupSettings;
import dev.attache.delivery.DedupSettings.Deltas;
import dev.attache.delivery.SupersededPolicy.Mode;
import dev.attache.delivery.SupersededSettings;
import dev.attache.history.Declaration.Refresh;
import dev.attache.history.ResourceLayout;
import dev.attache.history.TextForm;
import dev.attache.history.TextForm.Layout;
import dev.attache.support.text.SizeText;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The settings of one conversation, by name: they go before what is configured. A value that no
 * setting of its name can have, as after an edit by hand, counts for nothing. Immutable.
 */
public final class ConversationSettings {

  private static final String ENABLED = "dedup.enabled";
  private static final String MIN_BYTES = "dedup.min-bytes";
  private static final String LOOKBACK = "dedup.lookback-turns";

  private static final String FORMAT = "format";
  private static final String LINE_NUMBERS = "line-numbers";

  /** The name of the setting that says how resources stand in a prompt. */
  public static final String RESOURCES = "resources";

  /** The name of the setting that says when what is attached is read again, and how it is given. */
  public static final String REFRESH = "refresh";

  private static final Map<String, Type> TYPES = types();

  private final Map<String, Object> values;
  private final RefreshWords refresh;

  private ConversationSettings(Map<String, Object> values) {
    this.values = values;
    this.refresh = RefreshWords.of(values.getOrDefault(REFRESH, ""));
  }

  /**
   * {@return what a conversation has set, by the settings of its summary}
   *
   * @param settings values by name, as the history has them; unknown names are passed over
   */
  public static ConversationSettings of(Map<String, Object> settings) {
    var values = new LinkedHashMap<String, Object>();
    settings.forEach(
        (name, value) -> {
          Type type = TYPES.get(name);
          Object known = type == null || value == null ? null : type.parse(value.toString());
          if (known != null) {
            values.put(name, known);
          }
        });
    return new ConversationSettings(Collections.unmodifiableMap(values));
  }

  /**
   * Reads {@code KEY=VALUE}.
   *
   * @param text a setting as a user types it
   * @return the value, a Boolean, Long, BigDecimal or String, by the name
   * @throws IllegalArgumentException if there is no such setting, or it cannot have that value
   */
  public static Map.Entry<String, Object> parse(String text) {
    int equals = text.indexOf('=');
    if (equals < 0) {
      throw new IllegalArgumentException(
          "setting (" + text + ") must be written KEY=VALUE, for instance refresh=notify");
    }
    Type type = type(text.substring(0, equals));
    return Map.entry(type.name, type.require(text.substring(equals + 1)));
  }

  /**
   * Returns settings with the values that the history has; a null takes one back.
   *
   * @throws IllegalArgumentException if there is no setting of a name, or it cannot have that value
   */
  @SuppressWarnings("NullAway") // null takes a setting back
  static Map<String, Object> checked(Map<String, Object> settings) {
    var checked = new LinkedHashMap<String, Object>();
    settings.forEach(
        (name, value) -> {
          Type type = type(name);
          checked.put(name, value == null ? null : type.require(value.toString()));
        });
    return checked;
  }

  /**
   * Returns a copy of what a program keeps under names of its own.
   *
   * @throws IllegalArgumentException if a name is that of a setting
   */
  static Map<String, Object> own(Map<String, Object> values) {
    for (String name : values.keySet()) {
      if (TYPES.containsKey(name)) {
        throw new IllegalArgumentException(
            "name (" + name + ") must not be that of a setting; set it with set");
      }
    }
    return new LinkedHashMap<>(values);
  }

  /**
   * {@return the name of a setting that is to be taken back}
   *
   * @param name a name as a user types it
   * @throws IllegalArgumentException if there is none of that name
   */
  public static String requireName(String name) {
    return type(name).name;
  }

  /** {@return the names of all settings, in order} */
  public static List<String> names() {
    return List.copyOf(TYPES.keySet());
  }

  /**
   * {@return what values a setting may have, after "must be"}
   *
   * @param name the name of a setting
   */
  public static String rule(String name) {
    return type(name).rule;
  }

  /**
   * {@return the value that a setting gets from a configuration file, where a text is a text and a
   * number a number; null if it breaks the rule}
   *
   * @param name the name of a setting
   * @param given the value as the file has it
   */
  public static @Nullable Object read(String name, Object given) {
    Type type = type(name);
    return type.form.test(given) ? type.parse(given.toString()) : null;
  }

  private static Type type(String name) {
    Type type = TYPES.get(name);
    if (type == null) {
      throw new IllegalArgumentException(
          "setting (" + name + ") must be one of " + String.join(", ", TYPES.keySet()));
    }
    return type;
  }

  /**
   * {@return whether a setting has a value that it can have}
   *
   * @param name the name of a setting
   */
  public boolean isSet(String name) {
    return values.containsKey(name);
  }

  /** Returns the rules of a conversation that has set these. */
  static DedupSettings dedup(DedupSettings configured, Map<String, Object> settings) {
    return settings.isEmpty() ? configured : of(settings).dedup(configured);
  }

  /**
   * {@return the rules, over those that are configured} Switched off is switched off for all; what
   * else is set holds for the tools and handlers that have nothing of their own there.
   *
   * @param configured what holds where the conversation says nothing
   */
  public DedupSettings dedup(DedupSettings configured) {
    DedupRules general = configured.general();
    Object enabled = values.get(ENABLED);
    boolean isOff = Boolean.FALSE.equals(enabled);
    return new DedupSettings(
        new DedupRules(
            enabled instanceof Boolean isOn ? isOn : general.isEnabled(),
            wholeNumber(MIN_BYTES, general.minBytes()),
            (int) wholeNumber(LOOKBACK, general.lookbackTurns())),
        isOff ? disabled(configured.tools()) : configured.tools(),
        isOff ? disabled(configured.handlers()) : configured.handlers(),
        deltas(configured.deltas()));
  }

  private Deltas deltas(Deltas configured) {
    if (refresh.isAnswered(RefreshWords.FULL)) {
      return Deltas.OFF;
    }
    return refresh.isAnswered(RefreshWords.DELTA) ? Deltas.ON : configured;
  }

  private static Map<String, DedupOverrides> disabled(Map<String, DedupOverrides> overrides) {
    var disabled = new LinkedHashMap<String, DedupOverrides>();
    overrides.forEach((name, own) -> disabled.put(name, own.disabled()));
    return disabled;
  }

  /**
   * {@return when the model hears of what has changed}
   *
   * @param configured what holds where the conversation says nothing
   */
  public Refresh refresh(Refresh configured) {
    Refresh policy = refresh.policy();
    return policy == null ? configured : policy;
  }

  /**
   * {@return the value of the setting {@code refresh} where one is set over another: its words say
   * two things, and what the upper one does not say stays as it was}
   *
   * @param lower the value that is set first: one word, or two with a blank between them
   * @param upper the value that is set over it, likewise
   */
  public static String refresh(Object lower, Object upper) {
    return RefreshWords.of(lower).under(RefreshWords.of(upper)).toString();
  }

  /**
   * {@return the form in which the model is shown texts}
   *
   * @param configured what holds where the conversation says nothing
   */
  public TextForm text(TextForm configured) {
    Object format = values.get(FORMAT);
    Object isNumbered = values.get(LINE_NUMBERS);
    ResourceLayout resources =
        values.get(RESOURCES) instanceof String word ? ResourceLayout.ofWord(word) : null;
    return new TextForm(
        format == null
            ? configured.layout()
            : format.equals("markdown") ? Layout.MARKDOWN : Layout.ELEMENT,
        resources == null ? configured.resources() : resources,
        isNumbered == null ? configured.isNumbered() : isNumbered.equals(true));
  }

  /**
   * {@return what is done with superseded snapshots}
   *
   * @param configured what holds where the conversation says nothing
   */
  public SupersededSettings superseded(SupersededSettings configured) {
    return new SupersededSettings(
        values.get("superseded") instanceof String mode
            ? Mode.parse(mode).orElse(configured.mode())
            : configured.mode(),
        Duration.ofSeconds(wholeNumber("cache.ttl", configured.ttl().toSeconds())),
        (int) wholeNumber("cache.requests", configured.requests()),
        number("cache.write", configured.write()),
        number("cache.read", configured.read()));
  }

  private long wholeNumber(String name, long configured) {
    return values.get(name) instanceof Long number ? number : configured;
  }

  private double number(String name, double configured) {
    return values.get(name) instanceof BigDecimal number ? number.doubleValue() : configured;
  }

  /**
   * The values that a setting may have.
   *
   * @param rule what they are, after "must be"
   * @param form what they are in a configuration file
   */
  private record Type(String name, String rule, Predicate<Object> form, Values values) {
    @Nullable Object parse(String spelled) {
      return values.parse(spelled);
    }

    Object require(String spelled) {
      Object value = parse(spelled);
      if (value == null) {
        throw new IllegalArgumentException(name + " (" + spelled + ") must be " + rule);
      }
      return value;
    }
  }

  @FunctionalInterface
  private interface Values {
    /** Returns the value that is spelled so; null if there is none. */
    @Nullable Object parse(String spelled);
  }

  private static Map<String, Type> types() {
    var types = new LinkedHashMap<String, Type>();
    for (Type type :
        List.of(
            words(ENABLED, "true", "false"),
            new Type(
                MIN_BYTES,
                "a number of bytes, such as 4096 or 64K",
                given -> isWhole(given) || given instanceof String,
                ConversationSettings::spelledSize),
            count(LOOKBACK),
            words(FORMAT, "prompt", "markdown"),
            words(LINE_NUMBERS, "true", "false"),
            words(RESOURCES, ResourceLayout.words().toArray(String[]::new)),
            new Type(
                REFRESH,
                RefreshWords.RULE,
                given -> given instanceof String,
                RefreshWords::spelled),
            words("superseded", "keep", "keep-until-cold", "drop"),
            count("cache.ttl"),
            count("cache.requests"),
            price("cache.write"),
            price("cache.read"))) {
      types.put(type.name, type);
    }
    return Collections.unmodifiableMap(types);
  }

  private static boolean isWhole(Object given) {
    return given instanceof Integer || given instanceof Long;
  }

  private static Type count(String name) {
    return new Type(
        name,
        "a whole number from 0 to 2147483647",
        ConversationSettings::isWhole,
        ConversationSettings::spelledCount);
  }

  private static Type price(String name) {
    return new Type(
        name,
        "a number above 0 and up to 1000",
        given -> given instanceof Number,
        ConversationSettings::spelledPrice);
  }

  private static Type words(String name, String... words) {
    List<String> all = List.of(words);
    int last = all.size() - 1;
    String rule = String.join(", ", all.subList(0, last)) + " or " + all.get(last);
    boolean isBoolean = all.contains("true");
    return new Type(
        name,
        rule,
        given -> isBoolean ? given instanceof Boolean : given instanceof String,
        spelled -> !all.contains(spelled) ? null : isBoolean ? Boolean.valueOf(spelled) : spelled);
  }

  /** A number of bytes as options have it, blanks around its unit or not, and no bare "iB". */
  private static @Nullable Object spelledSize(String spelled) {
    String number = spelled.replaceFirst("(?s)[^0-9].*", "");
    String unit = spelled.substring(number.length()).strip();
    BigInteger bytes = unit.equalsIgnoreCase("iB") ? null : SizeText.parse(number + unit);
    return bytes == null || bytes.bitLength() >= Long.SIZE ? null : (Object) bytes.longValue();
  }

  private static @Nullable Object spelledCount(String spelled) {
    try {
      long number = Integer.parseInt(spelled);
      return number < 0 || spelled.startsWith("+") ? null : (Object) number;
    } catch (NumberFormatException e) {
      return null;
    }
  }

  private static @Nullable Object spelledPrice(String spelled) {
    try {
      var number = spelled.length() > 20 ? BigDecimal.ZERO : new BigDecimal(spelled);
      return number.signum() > 0 && number.compareTo(BigDecimal.valueOf(1000)) <= 0 ? number : null;
    } catch (NumberFormatException e) {
      return null;
    }
  }
}
