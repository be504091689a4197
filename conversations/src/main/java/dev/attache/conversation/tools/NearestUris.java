package dev.attache.conversation.tools;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The search for what somebody may have meant who named a URI that is not there. */
final class NearestUris {

  private static final int MOST = 3;

  /** Of a longer URI only the end is compared, which tells most. */
  private static final int MAX_LENGTH = 200;

  /** Of a URI, the part that may be wrong for it to be near all the same. */
  private static final int TOLERANCE = 3;

  private NearestUris() {}

  private record Near(String uri, boolean hasSameEnd, int distance) {}

  /** Returns those that are near, the nearest first: at most three, maybe none. */
  static List<String> to(String asked, Collection<String> known) {
    var spellings = new LinkedHashMap<String, String>();
    known.forEach(uri -> spellings.put(uri, uri));
    return bySpelling(asked, spellings);
  }

  /**
   * Returns those of which a spelling is near, the nearest first: at most three, maybe none.
   *
   * @param spellings URIs, by what somebody may call them
   */
  static List<String> bySpelling(String asked, Map<String, String> spellings) {
    String wanted = comparable(asked);
    var near = new ArrayList<Near>();
    for (Map.Entry<String, String> each : spellings.entrySet()) {
      String uri = each.getValue();
      String other = comparable(each.getKey());
      boolean hasSameEnd = lastSegment(other).equals(lastSegment(wanted));
      // a name is compared with a name, or directories that are the same would make all names near
      String own = other.indexOf('/') < 0 ? lastSegment(wanted) : wanted;
      int distance = distance(own, other);
      if (hasSameEnd || distance <= Math.max(own.length(), other.length()) / TOLERANCE) {
        near.add(new Near(uri, hasSameEnd, distance));
      }
    }
    near.sort(
        Comparator.comparing((Near each) -> !each.hasSameEnd).thenComparingInt(Near::distance));
    return near.stream().map(Near::uri).distinct().limit(MOST).toList();
  }

  private static String comparable(String uri) {
    String end = uri.substring(Math.max(0, uri.length() - MAX_LENGTH));
    return end.toLowerCase(Locale.ROOT);
  }

  private static String lastSegment(String uri) {
    int end = uri.endsWith("/") ? uri.length() - 1 : uri.length();
    return uri.substring(uri.lastIndexOf('/', end - 1) + 1, end);
  }

  /** How many characters have to be changed, added or taken away (Levenshtein). */
  private static int distance(String one, String other) {
    int[] before = new int[other.length() + 1];
    int[] now = new int[other.length() + 1];
    for (int j = 0; j < before.length; j++) {
      before[j] = j;
    }
    for (int i = 1; i <= one.length(); i++) {
      now[0] = i;
      for (int j = 1; j <= other.length(); j++) {
        int changed = before[j - 1] + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        now[j] = Math.min(changed, Math.min(before[j], now[j - 1]) + 1);
      }
      int[] spare = before;
      before = now;
      now = spare;
    }
    return before[other.length()];
  }
}
