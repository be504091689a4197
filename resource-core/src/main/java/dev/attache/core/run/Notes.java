package dev.attache.core.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The notes of a handler about one resource: a line for each different text, and no more lines than
 * a prompt can bear, however much there is to say.
 */
final class Notes {

  /** How many different texts are kept. */
  static final int MOST = 10;

  private final Map<String, Integer> times = new LinkedHashMap<>();
  private int left;

  void add(String text) {
    if (times.size() < MOST || times.containsKey(text)) {
      times.merge(text, 1, Integer::sum);
    } else {
      left++;
    }
  }

  /** The texts in the order in which they came first, and how many more there were. */
  List<String> lines() {
    var lines = new ArrayList<String>(times.size() + 1);
    times.forEach((text, count) -> lines.add(count == 1 ? text : text + times(count)));
    if (left > 0) {
      lines.add(String.format(Locale.ROOT, "and %,d more", left));
    }
    return lines;
  }

  private static String times(int count) {
    return String.format(Locale.ROOT, " (%,d times)", count);
  }
}
