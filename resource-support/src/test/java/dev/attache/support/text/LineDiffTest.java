package dev.attache.support.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.support.text.LineDiff.Edit;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class LineDiffTest {

  private static String side(List<Edit> edits, char other) {
    return edits.stream()
        .filter(edit -> edit.mark() != other)
        .map(Edit::line)
        .collect(Collectors.joining());
  }

  private static long changes(List<Edit> edits) {
    return edits.stream().filter(edit -> edit.mark() != ' ').count();
  }

  private static String text(Random random, int most) {
    var text = new StringBuilder();
    int lines = random.nextInt(most);
    for (int i = 0; i < lines; i++) {
      text.append((char) ('a' + random.nextInt(4))).append(i < lines - 1 ? "\n" : "");
    }
    return text.append(random.nextBoolean() && lines > 0 ? "\n" : "").toString();
  }

  @Test
  void hasBothTextsAndTheFewestChanges() {
    var random = new Random(7);
    for (int i = 0; i < 2000; i++) {
      String before = text(random, 20);
      String after = text(random, 20);
      List<Edit> edits = LineDiff.of(before, after);
      assertThat(side(edits, '+')).isEqualTo(before);
      assertThat(side(edits, '-')).isEqualTo(after);
      assertThat(changes(edits)).isEqualTo(fewest(before, after));
    }
  }

  /** The number of changes by the longest common subsequence. */
  private static long fewest(String before, String after) {
    List<String> old = lines(before);
    List<String> now = lines(after);
    var common = new int[old.size() + 1][now.size() + 1];
    for (int i = old.size() - 1; i >= 0; i--) {
      for (int k = now.size() - 1; k >= 0; k--) {
        common[i][k] =
            old.get(i).equals(now.get(k))
                ? common[i + 1][k + 1] + 1
                : Math.max(common[i + 1][k], common[i][k + 1]);
      }
    }
    return old.size() + now.size() - 2L * common[0][0];
  }

  private static List<String> lines(String text) {
    return text.isEmpty() ? List.of() : List.of(text.split("(?<=\n)"));
  }

  @Test
  void replacesTheMiddleOfTextsThatHaveNextToNothingInCommon() {
    String before = "same\n" + "old\n".repeat(20_000) + "end\n";
    String after = "same\n" + "new\n".repeat(20_000) + "end\n";
    List<Edit> edits = LineDiff.of(before, after);
    assertThat(side(edits, '+')).isEqualTo(before);
    assertThat(side(edits, '-')).isEqualTo(after);
    assertThat(edits.get(0)).isEqualTo(new Edit(' ', "same\n"));
    assertThat(edits).hasSize(40_002);
  }
}
