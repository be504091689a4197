package dev.attache.resource.spi;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A section of the configuration: the settings of one handler by key, each read as what it has to
 * be.
 *
 * <p>A setting that is not there has the value that the caller gives in its place. One that is
 * there and wrong ends in a {@link ConfigurationException} that names the file and the line, as far
 * as the settings come from a file. Immutable and thread-safe.
 */
public final class Section {

  /** The section of a handler that nobody has configured. */
  public static final Section EMPTY = of(Map.of());

  private final Map<String, Object> values;
  private final @Nullable UnaryOperator<String> subject;

  private Section(Map<String, Object> values, @Nullable UnaryOperator<String> subject) {
    this.values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    this.subject = subject;
  }

  /**
   * {@return a section of these values: Boolean, Number, String, List and Map by key}
   *
   * @param values copied, but not deeply
   */
  public static Section of(Map<String, Object> values) {
    return new Section(values, null);
  }

  /**
   * {@return a section whose messages say where a setting is}
   *
   * @param values copied, but not deeply
   * @param subject what a message about a key begins with, as in {@code config.toml:3: [git] depth}
   */
  public static Section of(Map<String, Object> values, UnaryOperator<String> subject) {
    return new Section(values, subject);
  }

  /** {@return all that is set: Boolean, Number, String, List and Map by key, in order} */
  public Map<String, Object> values() {
    return values;
  }

  /**
   * {@return a setting that is a string}
   *
   * @param key the name of the setting
   * @param otherwise the value if it is not there
   * @throws ConfigurationException if it is there and no string
   */
  public String string(String key, String otherwise) {
    Object value = values.getOrDefault(key, otherwise);
    if (value instanceof String string) {
      return string;
    }
    throw wrong(key, "a string");
  }

  /**
   * {@return a setting that is a list of strings; an empty one if it is not there}
   *
   * @param key the name of the setting
   * @throws ConfigurationException if it is there and no list of strings
   */
  public List<String> strings(String key) {
    Object value = values.getOrDefault(key, List.of());
    var strings = new ArrayList<String>();
    if (value instanceof List<?> list) {
      for (Object element : list) {
        if (element instanceof String string) {
          strings.add(string);
        }
      }
      if (strings.size() == list.size()) {
        return Collections.unmodifiableList(strings);
      }
    }
    throw wrong(key, "a list of strings");
  }

  /**
   * {@return a setting that is a whole number}
   *
   * @param key the name of the setting
   * @param otherwise the value if it is not there; has to keep the same bounds
   * @param least the smallest that it may be
   * @param most the largest that it may be; {@link Long#MAX_VALUE} for any
   * @throws ConfigurationException if it is no whole number, or too small or too large
   */
  public long integer(String key, long otherwise, long least, long most) {
    Object value = values.getOrDefault(key, otherwise);
    if (value instanceof Long || value instanceof Integer) {
      long number = ((Number) value).longValue();
      if (number >= least && number <= most) {
        return number;
      }
    }
    String upTo = most == Long.MAX_VALUE ? "" : " to " + most;
    throw wrong(key, "a whole number from " + least + upTo);
  }

  /**
   * {@return a setting that is true or false}
   *
   * @param key the name of the setting
   * @param otherwise the value if it is not there
   * @throws ConfigurationException if it is there and neither
   */
  public boolean bool(String key, boolean otherwise) {
    Object value = values.getOrDefault(key, otherwise);
    if (value instanceof Boolean bool) {
      return bool;
    }
    throw wrong(key, "true or false");
  }

  /**
   * {@return the exception that says that a setting breaks a rule: {@code KEY must be RULE}}
   *
   * @param key the name of the setting
   * @param rule what it must be, in a few words: {@code a list of strings}
   */
  public ConfigurationException wrong(String key, String rule) {
    return new ConfigurationException(
        (subject == null ? key : subject.apply(key)) + " must be " + rule);
  }
}
