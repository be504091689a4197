package dev.attache.cli.config;

import dev.attache.cli.options.LimitOptions;
import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.UsageException;
import dev.attache.support.text.NearestName;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One table of a configuration file while it is checked: settings are asked for by name and rule,
 * and what nobody has asked for is unknown.
 *
 * <p>No message shows a value, which may be a secret.
 */
public final class ConfigTable {

  private final ConfigFile file;
  private final List<String> path;
  private final Map<String, Object> given;
  private final Map<String, Object> taken = new LinkedHashMap<>();
  private final Set<String> known = new LinkedHashSet<>();

  private ConfigTable(ConfigFile file, List<String> path, Map<String, Object> given) {
    this.file = file;
    this.path = path;
    this.given = given;
  }

  /** What a setting's value becomes. */
  @FunctionalInterface
  interface Rule {
    /** Returns null if the value breaks the rule. */
    @Nullable Object read(Object value);
  }

  /** What an entry of a list has to pass. */
  @FunctionalInterface
  interface EntryTest {
    /**
     * Has an entry pass.
     *
     * @param subject what the message begins with: the place and name of the list
     */
    void require(String subject, String entry) throws UsageException;
  }

  /** The table of all the file. */
  static ConfigTable of(ConfigFile file, Map<String, Object> values) {
    return new ConfigTable(file, List.of(), values);
  }

  /** The file that it is in, as people know it. */
  String file() {
    return file.name();
  }

  /** Takes a setting, if it is there. */
  ConfigTable take(String key, String ruleInWords, Rule rule) throws UsageException {
    known.add(key);
    Object value = given.get(key);
    if (value != null) {
      Object read = rule.read(value);
      if (read == null) {
        throw wrong(key, "must be " + ruleInWords);
      }
      taken.put(key, read);
    }
    return this;
  }

  /** Takes a setting that is true or false. */
  ConfigTable flag(String key) throws UsageException {
    return take(key, "true or false", value -> value instanceof Boolean ? value : null);
  }

  /** Takes a setting that is a whole number from 1 on, as a Long. */
  ConfigTable number(String key, long most) throws UsageException {
    return take(
        key,
        "a whole number from 1 to " + most,
        value -> isInteger(value) && inRange((Number) value, most) ? longOf(value) : null);
  }

  /** Takes a setting that is a list of strings, none of which is empty. */
  ConfigTable texts(String key) throws UsageException {
    return take(
        key,
        "a list of strings, such as [\"a\", \"b\"]",
        value ->
            value instanceof List<?> list && list.stream().allMatch(ConfigTable::isText)
                ? value
                : null);
  }

  /** Takes a setting that is a string, and not empty. */
  ConfigTable text(String key) throws UsageException {
    return take(key, "a string that is not empty", value -> isText(value) ? value : null);
  }

  /** Takes a setting that is one of some words. */
  ConfigTable choice(String key, List<String> words, String wordsInWords) throws UsageException {
    return take(
        key, wordsInWords, value -> value instanceof String s && words.contains(s) ? s : null);
  }

  /** Takes a setting that is a number of bytes, or such a number with its unit, as a Long. */
  ConfigTable size(String key) throws UsageException {
    Object value = given.get(key);
    if (value instanceof String text) {
      long bytes = LimitOptions.bytes(subject(key), text);
      return take(key, "a size", any -> bytes);
    }
    return take(
        key,
        "a number of bytes, or a string such as \"256M\"",
        any -> isInteger(any) && ((Number) any).longValue() >= 0 ? longOf(any) : null);
  }

  /** Takes a setting that is a number of tokens, or such a number with its unit, as a Long. */
  ConfigTable tokens(String key) throws UsageException {
    Object value = given.get(key);
    if (value instanceof String text) {
      long tokens = LimitOptions.tokens(subject(key), text);
      return take(key, "a number of tokens", any -> tokens);
    }
    return take(
        key,
        "a number of tokens, or a string such as \"50k\"",
        any -> isInteger(any) && ((Number) any).longValue() >= 1 ? longOf(any) : null);
  }

  /** Has every string of a list, if the list was taken, pass a test that knows the rule. */
  ConfigTable each(String key, EntryTest test) throws UsageException {
    if (taken.get(key) instanceof List<?> entries) {
      for (Object entry : entries) {
        test.require(subject(key), (String) entry);
      }
    }
    return this;
  }

  /** Adds the strings of a list, if the list was taken, to another. */
  void copyTexts(String key, List<String> target) {
    if (taken.get(key) instanceof List<?> entries) {
      entries.forEach(entry -> target.add((String) entry));
    }
  }

  /** Takes the table of a name; an empty one if it is not there. */
  ConfigTable table(String key) throws UsageException {
    known.add(key);
    Object value = given.get(key);
    if (value != null && !(value instanceof Map)) {
      throw wrong(key, "must be a table");
    }
    var below = new ArrayList<>(path);
    below.add(key);
    return new ConfigTable(file, List.copyOf(below), mapOf(value));
  }

  /** The names of all that is there, known or not. */
  public Set<String> names() {
    return given.keySet();
  }

  /** Puts what was made of a setting in its place. */
  void put(String key, Object value) {
    known.add(key);
    taken.put(key, value);
  }

  /** Returns what was taken, in the order in which it was asked for. */
  Map<String, Object> taken() {
    return taken;
  }

  /** Says of each setting that nobody asked for that there is no such setting. */
  void noteUnknown(Console console) {
    for (Map.Entry<String, Object> entry : given.entrySet()) {
      String key = entry.getKey();
      if (!known.contains(key)) {
        String meant = NearestName.of(key, known);
        String hint = meant == null ? "" : "; did you mean " + meant + "?";
        console.note(place(key) + ": unknown " + kind(key, entry.getValue()) + hint);
      }
    }
  }

  /** Says of each setting that nobody asked for that it is not used here. */
  void noteUnused(String whatToDo, Console console) {
    for (String key : given.keySet()) {
      if (!known.contains(key)) {
        console.note(subject(key) + " is not used; " + whatToDo);
      }
    }
  }

  private String kind(String key, Object value) {
    if (path.equals(List.of(ConfiguredProgram.HANDLERS))) {
      var table = List.of(ConfiguredProgram.HANDLERS, key);
      return "handler of the scheme " + key + ", nor a command in " + shown(table) + " to be one";
    }
    if (!path.isEmpty() && path.get(path.size() - 1).equals("handlers")) {
      return "handler " + key + " in " + shown(path);
    }
    if (!path.isEmpty()) {
      return "setting " + key + " in " + shown(path);
    }
    return value instanceof Map ? "table [" + key + "]" : "setting " + key + " outside of a table";
  }

  /** Returns all that is there, unchecked, in order. */
  Map<String, Object> unchecked() {
    return Collections.unmodifiableMap(given);
  }

  /** Hands the whole table on unchecked, if anything is in it. */
  void copyTo(Map<String, Map<String, Object>> sections, String name) {
    if (!given.isEmpty()) {
      sections.put(name, new LinkedHashMap<>(given));
    }
  }

  /** Says that the name of a table breaks a rule, without the name. */
  UsageException wrongName(String key, String rule) {
    return new UsageException(place(key) + ": the name of a table in " + shown(path) + " " + rule);
  }

  /** Says that a setting breaks a rule. */
  UsageException wrong(String key, String rule) {
    return new UsageException(subject(key) + " " + rule);
  }

  /** Says that a setting that has to be there is not, at the place of the table. */
  UsageException missing(String key, String what) {
    return new UsageException(
        file.place(path) + ": " + shown(path) + " " + key + " is missing: " + what);
  }

  /** What a message about a setting begins with: the file, the line, the table and the key. */
  String subject(String key) {
    boolean isTable = path.isEmpty() && given.get(key) instanceof Map;
    String name = isTable ? shown(List.of(key)) : key;
    return place(key) + ": " + (path.isEmpty() ? "" : shown(path) + " ") + name;
  }

  private String place(String key) {
    return given.get(key) instanceof Map && path.isEmpty()
        ? file.place(List.of(key))
        : file.place(path, key);
  }

  /** The header of a table, as one would write it. */
  private static String shown(List<String> path) {
    var header = new StringBuilder("[");
    for (String part : path) {
      boolean isBare = part.matches("[A-Za-z0-9_-]+");
      header.append(header.length() == 1 ? "" : ".");
      header.append(isBare ? part : "\"" + part + "\"");
    }
    return header.append(']').toString();
  }

  private static Map<String, Object> mapOf(@Nullable Object value) {
    var map = new LinkedHashMap<String, Object>();
    if (value instanceof Map<?, ?> given) {
      given.forEach((key, each) -> map.put((String) key, each));
    }
    return map;
  }

  private static boolean isText(@Nullable Object value) {
    return value instanceof String text && !text.isBlank();
  }

  private static boolean isInteger(Object value) {
    return value instanceof Integer || value instanceof Long; // a larger one is a BigInteger
  }

  private static boolean inRange(Number number, long most) {
    return number.longValue() >= 1 && number.longValue() <= most;
  }

  private static Long longOf(Object value) {
    return ((Number) value).longValue();
  }
}
