package dev.attache.mcp.config;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The keys of one definition while they are read: each is asked for by name and type, and its
 * variables are expanded. A key that is null is as one that is not there. No message shows a value,
 * which may be a secret.
 */
final class DefinitionFields {

  private static final BigDecimal MOST_MILLIS = BigDecimal.valueOf(Duration.ofDays(1).toMillis());

  private final ServerDefinition definition;
  private final Map<?, ?> written;
  private final DefinitionVariables variables;
  private final Set<String> known = new LinkedHashSet<>();

  /**
   * @throws DefinitionException if the definition is no object
   */
  DefinitionFields(ServerDefinition definition, DefinitionVariables variables)
      throws DefinitionException {
    ServerDefinition.Origin origin = definition.origin();
    if (!(definition.written() instanceof Map<?, ?> map)) {
      String object = origin.isOwnFormat() ? "a table" : "an object";
      throw new DefinitionException(origin.subject() + " must be " + object);
    }
    this.definition = definition;
    this.written = map;
    this.variables = variables;
  }

  @Nullable String text(String key) throws DefinitionException {
    Object value = take(key);
    if (value == null) {
      return null;
    }
    if (!(value instanceof String text)) {
      throw wrong(key, "must be a string");
    }
    return withoutNul(key, variables.expand(text));
  }

  List<String> texts(String key) throws DefinitionException {
    Object value = take(key);
    if (value == null) {
      return List.of();
    }
    var texts = new ArrayList<String>();
    if (value instanceof List<?> list && list.stream().allMatch(String.class::isInstance)) {
      for (Object each : list) {
        texts.add(withoutNul(key, variables.expand((String) each)));
      }
      return texts;
    }
    throw wrong(key, "must be a list of strings");
  }

  /** Returns texts by their names, in order; numbers, true and false become what they read as. */
  Map<String, @Nullable String> table(String key) throws DefinitionException {
    Object value = take(key);
    var table = new LinkedHashMap<String, @Nullable String>();
    if (value == null) {
      return table;
    }
    String rule = definition.origin().isOwnFormat() ? "a table of strings" : "an object of strings";
    if (!(value instanceof Map<?, ?> map)) {
      throw wrong(key, "must be " + rule);
    }
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      Object each = entry.getValue();
      if (each instanceof Map || each instanceof List) {
        throw wrong(key, "must be " + rule);
      }
      String text = each instanceof String s ? variables.expand(s) : null;
      String plain = each == null || text != null ? text : each.toString();
      table.put(String.valueOf(entry.getKey()), plain == null ? null : withoutNul(key, plain));
    }
    return table;
  }

  /** Returns what a table holds, unchecked and with its variables as they are written. */
  Map<?, ?> tables(String key) throws DefinitionException {
    Object value = take(key);
    if (value != null && !(value instanceof Map)) {
      throw wrong(key, "must be a table");
    }
    return value instanceof Map<?, ?> map ? map : Map.of();
  }

  boolean flag(String key) throws DefinitionException {
    Object value = take(key);
    if (value != null && !(value instanceof Boolean)) {
      throw wrong(key, "must be true or false");
    }
    return value instanceof Boolean flag && flag;
  }

  /** Returns a time of which the value gives the number; null if it is not there. */
  @Nullable Duration time(String key, Duration unit) throws DefinitionException {
    Object value = take(key);
    if (value == null) {
      return null;
    }
    BigDecimal millis = millis(value, unit);
    if (millis == null) {
      String units = unit.equals(Duration.ofSeconds(1)) ? "seconds" : "milliseconds";
      throw wrong(key, "must be a number of " + units + ", more than 0 and not more than a day");
    }
    return Duration.ofMillis(Math.max(1, millis.longValue()));
  }

  private static @Nullable BigDecimal millis(Object value, Duration unit) {
    if (!(value instanceof Number)) {
      return null;
    }
    try {
      var number = new BigDecimal(value.toString());
      boolean isInRange = number.signum() > 0 && number.compareTo(MOST_MILLIS) <= 0;
      BigDecimal millis = isInRange ? number.multiply(BigDecimal.valueOf(unit.toMillis())) : null;
      return millis != null && millis.compareTo(MOST_MILLIS) <= 0 ? millis : null;
    } catch (NumberFormatException e) {
      return null; // a TOML float may be infinite
    }
  }

  /** The keys that nobody has asked for. */
  List<String> unknown() {
    var unknown = new ArrayList<String>();
    for (Object key : written.keySet()) {
      if (!known.contains(String.valueOf(key))) {
        unknown.add(String.valueOf(key));
      }
    }
    return unknown;
  }

  /** Says that the value of a key breaks a rule. */
  DefinitionException wrong(String key, String rule) {
    return new DefinitionException(definition.origin().subject(key) + " " + rule);
  }

  private @Nullable Object take(String key) {
    known.add(key);
    return written.get(key);
  }

  private String withoutNul(String key, String text) throws DefinitionException {
    if (text.indexOf('\0') >= 0) {
      throw wrong(key, "must not contain a NUL character");
    }
    return text;
  }
}
