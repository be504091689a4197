package dev.attache.handlers.mcp;

import io.github.stduritemplate.StdUriTemplate;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A URI with expressions in braces (RFC 6570, level 4), well-formed, with one at least. */
final class UriTemplate {

  /** How long a template may be that is expanded. */
  static final int LONGEST = 8192;

  private static final String OPERATORS = "+#./;?&";

  private final String text;
  private final Set<String> names;

  private UriTemplate(String text, Set<String> names) {
    this.text = text;
    this.names = names;
  }

  /** Returns the template that a URI spells, or nothing if it is just a URI, braces or not. */
  static Optional<UriTemplate> parse(String uri) {
    var names = new LinkedHashSet<String>();
    for (int i = 0; i < uri.length(); i++) {
      char c = uri.charAt(i);
      if (c == '}') {
        return Optional.empty();
      }
      if (c == '{') {
        int end = uri.indexOf('}', i);
        if (end < 0 || !addVariables(uri.substring(i + 1, end), names)) {
          return Optional.empty();
        }
        i = end;
      }
    }
    return names.isEmpty() ? Optional.empty() : Optional.of(new UriTemplate(uri, names));
  }

  /** Adds the names in an expression; returns whether it is one. */
  private static boolean addVariables(String expression, Set<String> names) {
    boolean hasOperator = !expression.isEmpty() && OPERATORS.indexOf(expression.charAt(0)) >= 0;
    for (String variable : expression.substring(hasOperator ? 1 : 0).split(",", -1)) {
      int end = endOfName(variable);
      if (end == 0 || !isModifier(variable.substring(end))) {
        return false;
      }
      names.add(variable.substring(0, end));
    }
    return true;
  }

  /** Returns where a name ends that begins a text: characters, and single dots within; or 0. */
  private static int endOfName(String text) {
    int i = 0;
    int begin = 0;
    while (i < text.length()) {
      char c = text.charAt(i);
      if (isLetterOrDigit(c) || c == '_') {
        i++;
      } else if (c == '%' && isHex(text, i + 1) && isHex(text, i + 2)) {
        i += 3;
      } else if (c == '.' && i > begin) {
        i++;
        begin = i;
      } else {
        break;
      }
    }
    return i == begin ? 0 : i;
  }

  private static boolean isModifier(String text) {
    if (text.isEmpty() || text.equals("*")) {
      return true;
    }
    if (text.charAt(0) != ':' || text.length() < 2 || text.length() > 5 || text.charAt(1) == '0') {
      return false;
    }
    return text.chars().skip(1).allMatch(c -> c >= '0' && c <= '9');
  }

  private static boolean isHex(String text, int i) {
    return i < text.length() && text.charAt(i) < 0x80 && Character.digit(text.charAt(i), 16) >= 0;
  }

  private static boolean isLetterOrDigit(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  }

  /** Whether it is longer than {@link #LONGEST}. */
  boolean isTooLong() {
    return text.length() > LONGEST;
  }

  /** The names of its variables, each once, in order. */
  Set<String> names() {
    return names;
  }

  /** Those of its variables that have no value among these. */
  List<String> unset(Map<String, Object> values) {
    var unset = new ArrayList<String>(names);
    unset.removeAll(values.keySet());
    return unset;
  }

  /**
   * Returns the URI that it makes of these values: a String, a List or a Map of String each.
   *
   * @throws IllegalArgumentException if a value is not fit for how the template uses it
   */
  String expand(Map<String, Object> values) {
    return StdUriTemplate.expand(text, values);
  }
}
