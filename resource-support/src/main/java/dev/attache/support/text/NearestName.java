package dev.attache.support.text;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The name among some that a misspelled word was probably meant to be, in any case. */
public final class NearestName {

  private NearestName() {}

  /**
   * {@return the name that a word was probably meant to be; null if none comes near}
   *
   * @param word what somebody wrote; dashes at its beginning belong to it
   * @param names those that there are; of equally near ones the first is meant
   */
  public static @Nullable String of(String word, Collection<String> names) {
    String closest = null;
    int least = Math.max(1, word.replaceFirst("^-+", "").length() / 3) + 1;
    for (String name : List.copyOf(names)) {
      int distance =
          name.startsWith(word) && word.length() > 2
              ? 0
              : distance(word.toLowerCase(Locale.ROOT), name.toLowerCase(Locale.ROOT));
      if ((name.length() > 2 || !name.startsWith("-")) && distance < least) {
        closest = name;
        least = distance;
      }
    }
    return closest;
  }

  /** How many letters have to be inserted, left out, replaced or swapped with their neighbour. */
  private static int distance(String a, String b) {
    int[][] steps = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        steps[i][j] = i == 0 || j == 0 ? i + j : step(steps, a, b, i, j);
      }
    }
    return steps[a.length()][b.length()];
  }

  private static int step(int[][] steps, String a, String b, int i, int j) {
    boolean same = a.charAt(i - 1) == b.charAt(j - 1);
    int least = Math.min(steps[i - 1][j], steps[i][j - 1]) + 1;
    least = Math.min(least, steps[i - 1][j - 1] + (same ? 0 : 1));
    boolean swapped =
        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
    return swapped ? Math.min(least, steps[i - 2][j - 2] + 1) : least;
  }
}
