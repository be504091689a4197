package dev.attache.models.anthropic;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The ids and names of calls as the API takes them. Calls of other providers, and of models that
 * named no tool there is, may have others.
 */
final class ToolUseId {

  private static final Pattern ID = Pattern.compile("[a-zA-Z0-9_-]+");
  private static final String MADE = "attache-";
  private static final int NAME_LENGTH = 128;

  private ToolUseId() {}

  /** Returns an id as it is if it is legal, or else one that no other id comes to. */
  static String of(String id) {
    if (ID.matcher(id).matches() && !id.startsWith(MADE)) {
      return id;
    }
    var made = new StringBuilder(MADE);
    for (int i = 0; i < id.length(); i++) {
      char c = id.charAt(i);
      if (isPlain(c) && c != '_') {
        made.append(c);
      } else {
        made.append('_').append(String.format(Locale.ROOT, "%04x", (int) c));
      }
    }
    return made.toString();
  }

  /** Returns a name as it is if it is legal; no tool that is offered has another. */
  static String name(String name) {
    var legal = new StringBuilder();
    name.chars().limit(NAME_LENGTH).forEach(c -> legal.append(isPlain(c) ? (char) c : '_'));
    return legal.isEmpty() ? "_" : legal.toString();
  }

  private static boolean isPlain(int c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '_'
        || c == '-';
  }
}
