package dev.attache.support.glob;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class GlobSetTest {

  private static final List<String> PIECES =
      List.of("*", "**/", "/", "a", "b", "ab", "ü", "?", "[ab]", "{a,b*}", ".", "1", "*.md");

  private final long seed = new Random().nextLong();
  private final Random random = new Random(seed);

  @RepeatedTest(20)
  void matchesWhatEachOfThemMatches() {
    var globs = new ArrayList<Glob>();
    while (globs.size() < 200) {
      try {
        Glob glob = Glob.parse(text(1 + random.nextInt(5)));
        globs.add(random.nextBoolean() ? glob.withHidden() : glob);
      } catch (IllegalArgumentException e) {
        // It names nothing; another is tried.
      }
    }
    GlobSet set = GlobSet.of(globs);
    for (int i = 0; i < 200; i++) {
      byte[] path = text(1 + random.nextInt(6)).getBytes(UTF_8);
      var expected = new BitSet();
      for (int glob = 0; glob < globs.size(); glob++) {
        expected.set(glob, globs.get(glob).matches(path, 0, path.length));
      }
      assertThat(set.matches(path))
          .as("%s, seed %d", new String(path, UTF_8), seed)
          .isEqualTo(expected);
    }
  }

  private String text(int pieces) {
    var text = new StringBuilder();
    for (int i = 0; i < pieces; i++) {
      text.append(PIECES.get(random.nextInt(PIECES.size())));
    }
    return text.toString();
  }

  @Test
  void looksAtFewOfManyThatHaveAWordOfTheirOwn() {
    var globs = new ArrayList<Glob>();
    for (int i = 0; i < 10_000; i++) {
      globs.add(Glob.parse("**/" + i + "-*.txt"));
    }
    GlobSet set = GlobSet.of(globs);
    assertThat(set.candidates("src/7-x.txt".getBytes(UTF_8)).cardinality()).isLessThan(20);
    assertThat(set.matches("src/7-x.txt".getBytes(UTF_8)).stream().toArray()).containsExactly(7);
  }

  @Test
  void hasNoneOfNone() {
    assertThat(GlobSet.of(List.of()).matches("a".getBytes(UTF_8)).isEmpty()).isTrue();
  }
}
