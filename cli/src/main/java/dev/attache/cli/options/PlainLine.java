package dev.attache.cli.options;

import dev.attache.cli.options.Options.Declared;
import dev.attache.cli.options.Options.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A line whose words can mean just one thing: options by their full names, their values, and
 * parameters. Most lines are plain, and reading them so takes a fifth of the classes that picocli
 * does; all others, right or wrong, are picocli's, which knows what to say about them.
 */
public final class PlainLine {

  private final List<Declared> declared;
  private final Map<String, Declared> byName = new HashMap<>();
  private final List<Declared> takers = new ArrayList<>();
  private final List<String> taken = new ArrayList<>();
  private final Map<String, Object> values = new HashMap<>();
  private int position;

  private PlainLine(Options options) {
    this.declared = options.all();
    for (Declared each : declared) {
      for (String name : each.names()) {
        byName.put(name, each);
      }
    }
  }

  /**
   * Reads the words behind the name of a command, and adds values to the lists of its options; if
   * the line is not plain, returns null and does nothing.
   */
  public static @Nullable Arguments read(Options options, List<String> words) {
    var line = new PlainLine(options);
    return line.isRead(words) && line.isComplete() ? line.arguments() : null;
  }

  private boolean isRead(List<String> words) {
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      if (!isPlain(word)) {
        return false;
      }
      if (word.charAt(0) != '-') {
        if (!takeParameter(word)) {
          return false;
        }
        continue;
      }
      int equals = word.indexOf('=');
      boolean isJoined = equals > 0 && word.startsWith("--");
      Declared option = byName.get(isJoined ? word.substring(0, equals) : word);
      if (option == null) {
        return false;
      }
      String value = null;
      if (isJoined) {
        value = word.substring(equals + 1);
      } else if (option.kind() != Kind.FLAG) {
        i++;
        value = i < words.size() ? words.get(i) : "";
      }
      if (!takeOption(option, value)) {
        return false;
      }
    }
    return true;
  }

  /** Whether a word is text, and nothing that a parser could take for quoted or empty. */
  private static boolean isPlain(String word) {
    return !word.isEmpty() && word.indexOf('"') < 0 && word.indexOf('\uFFFD') < 0;
  }

  private boolean takeParameter(String word) {
    Declared taker = null;
    for (Declared each : declared) {
      if (each.place() != null && each.place().holds(position)) {
        if (taker != null) {
          return false;
        }
        taker = each;
      }
    }
    if (taker == null) {
      return false;
    }
    position++;
    takers.add(taker);
    taken.add(word);
    return true;
  }

  private boolean takeOption(Declared option, @Nullable String value) {
    if (option.kind() == Kind.FLAG) {
      return value == null && put(option, true);
    }
    if (value == null || !isPlain(value) || value.charAt(0) == '-') {
      return false;
    }
    if (option.kind() != Kind.REPEATED) {
      return put(option, value);
    }
    takers.add(option);
    taken.add(value);
    return true;
  }

  /** Returns whether it is there for the first time: which of two counts is not decided here. */
  private boolean put(Declared option, Object value) {
    boolean isFirst = true;
    for (String name : option.names()) {
      isFirst &= values.put(name, value) == null;
    }
    return isFirst;
  }

  private boolean isComplete() {
    for (Declared each : declared) {
      if (each.kind() == Kind.REQUIRED && !values.containsKey(each.names().get(0))) {
        return false;
      }
    }
    return true;
  }

  private Arguments arguments() {
    for (int i = 0; i < takers.size(); i++) {
      Declared taker = takers.get(i);
      taker.values().add(taker.meant(taken.get(i)));
    }
    var given = new LinkedHashMap<String, List<String>>();
    for (Declared each : declared) {
      if (each.kind() == Kind.REPEATED && !each.values().isEmpty()) {
        given.put(each.longestName(), List.copyOf(each.values()));
      } else if (!each.names().isEmpty() && values.containsKey(each.names().get(0))) {
        Object value = values.get(each.names().get(0));
        given.put(each.longestName(), value instanceof String text ? List.of(text) : List.of());
      }
    }
    return new Arguments(values, given);
  }
}
