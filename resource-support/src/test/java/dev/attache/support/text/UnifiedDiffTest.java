package dev.attache.support.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class UnifiedDiffTest {

  private static final Pattern PLACE = Pattern.compile("@@ -(\\d+),(\\d+) \\+(\\d+),(\\d+) @@");

  private static List<String> diff(String before, String after) {
    return UnifiedDiff.of(LineDiff.of(before, after));
  }

  @Test
  void hasThreeLinesAroundWhatChanges() {
    assertThat(diff("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nfive\n6\n7\n8\n9\n"))
        .containsExactly("@@ -2,7 +2,7 @@", " 2", " 3", " 4", "-5", "+five", " 6", " 7", " 8");
  }

  @Test
  void isEmptyWhereNothingChanges() {
    assertThat(diff("1\n2\n", "1\n2\n")).isEmpty();
  }

  @Test
  void namesTheLineBeforeWhereOneSideHasNone() {
    assertThat(diff("", "1\n")).containsExactly("@@ -0,0 +1,1 @@", "+1");
    assertThat(diff("1\n", "")).containsExactly("@@ -1,1 +0,0 @@", "-1");
  }

  @Test
  void saysThatALastLineHasNoEnd() {
    assertThat(diff("1\n2", "1\n2\n"))
        .containsExactly("@@ -1,2 +1,2 @@", " 1", "-2", "\\ No newline at end of file", "+2");
  }

  @Test
  void leadsFromOneTextToTheOther() {
    var random = new Random(11);
    for (int i = 0; i < 2000; i++) {
      String before = text(random);
      String after = text(random);
      assertThat(applied(before, diff(before, after))).isEqualTo(after);
    }
  }

  private static String text(Random random) {
    var text = new StringBuilder();
    for (int lines = random.nextInt(40); lines > 0; lines--) {
      text.append((char) ('a' + random.nextInt(3))).append(lines > 1 ? "\n" : "");
    }
    return text.append(random.nextBoolean() && text.length() > 0 ? "\n" : "").toString();
  }

  /** Goes by the numbers of lines alone, as whoever has nothing but the text and the diff. */
  private static String applied(String before, List<String> diff) {
    List<String> old = List.of(before.split("(?<=\n)"));
    var now = new ArrayList<String>();
    int next = 0;
    for (int i = 0; i < diff.size(); i++) {
      String line = diff.get(i);
      Matcher place = PLACE.matcher(line);
      boolean isEnded = i + 1 == diff.size() || !diff.get(i + 1).startsWith("\\");
      String content = line.substring(1) + (isEnded ? "\n" : "");
      if (place.matches()) {
        int count = Integer.parseInt(place.group(2));
        int begin = Integer.parseInt(place.group(1)) - (count == 0 ? 0 : 1);
        now.addAll(old.subList(next, begin));
        next = begin;
        int nowCount = Integer.parseInt(place.group(4));
        assertThat(Integer.parseInt(place.group(3)))
            .isEqualTo(now.size() + (nowCount == 0 ? 0 : 1));
      } else if (line.startsWith("+")) {
        now.add(content);
      } else if (!line.startsWith("\\")) {
        assertThat(content).isEqualTo(old.get(next++));
        if (line.startsWith(" ")) {
          now.add(content);
        }
      }
    }
    if (!before.isEmpty()) {
      now.addAll(old.subList(next, old.size()));
    }
    return String.join("", now);
  }
}
