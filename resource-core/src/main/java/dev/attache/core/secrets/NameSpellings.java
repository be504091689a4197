package dev.attache.core.secrets;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The ways in which languages spell one name. */
final class NameSpellings {

  private NameSpellings() {}

  /**
   * Returns words, with those that begin with {@code %} in all spellings.
   *
   * @param words separated by blanks; {@code \_} is a blank in one
   */
  static List<String> of(String words) {
    var all = new ArrayList<String>();
    int end;
    for (int start = 0; start < words.length(); start = end + 1) {
      end = words.indexOf(' ', start);
      end = end < 0 ? words.length() : end;
      String word = words.substring(start, end);
      if (word.charAt(0) == '%') {
        addAll(word.substring(1), all);
      } else {
        all.add(word.indexOf('\\') < 0 ? word : word.replace("\\_", " "));
      }
    }
    return all;
  }

  private static void addAll(String snake, List<String> all) {
    var camel = new StringBuilder();
    var kebab = new StringBuilder();
    boolean isFirst = true;
    for (int i = 0; i < snake.length(); i++) {
      char c = snake.charAt(i);
      if (c != '_') {
        char spelled = isFirst ? (char) (c - 'a' + 'A') : c;
        camel.append(spelled);
        kebab.append(spelled);
      } else {
        kebab.append('-');
      }
      isFirst = c == '_';
    }
    all.add(snake);
    all.add(snake.toUpperCase(Locale.ROOT));
    all.add(camel.toString());
    if (snake.indexOf('_') >= 0) {
      all.add(Character.toLowerCase(camel.charAt(0)) + camel.substring(1));
      all.add(camel.toString().toLowerCase(Locale.ROOT));
      all.add(camel.toString().toUpperCase(Locale.ROOT));
      all.add(kebab.toString());
      all.add(snake.replace('_', '-'));
      all.add(snake.replace('_', '.'));
    }
  }
}
