package dev.attache.conversation.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NearestUrisTest {

  @Test
  void findsWhatHasTheSameEnd() {
    assertThat(
            NearestUris.to(
                "main.rs",
                List.of("file:///w/src/lib.rs", "file:///w/src/main.rs", "https://example.com/a")))
        .containsExactly("file:///w/src/main.rs");
  }

  @Test
  void findsWhatIsSpelledAlmostSo() {
    assertThat(
            NearestUris.to("file:///w/src/mian.rs", List.of("cmd://make", "file:///w/src/main.rs")))
        .containsExactly("file:///w/src/main.rs");
  }

  @Test
  void putsTheNearestFirst() {
    assertThat(
            NearestUris.to(
                "file:///w/b/x.md",
                List.of("file:///w/b/z.md", "file:///w/long/way/x.md", "file:///w/b/c/x.md")))
        .containsExactly("file:///w/b/c/x.md", "file:///w/long/way/x.md", "file:///w/b/z.md");
  }

  @Test
  void findsThreeAtTheMostAndEachOnce() {
    assertThat(
            NearestUris.to(
                "a:12345", List.of("a:12341", "a:12341", "a:12342", "a:12343", "a:12344")))
        .containsExactly("a:12341", "a:12342", "a:12343");
  }

  @Test
  void comparesWithEverySpellingAndAnswersWithTheUri() {
    Map<String, String> spellings = new LinkedHashMap<>();
    spellings.put("file:///home/me/numbers.txt", "file:///home/me/numbers.txt");
    spellings.put("numbers.txt", "file:///home/me/numbers.txt");
    spellings.put("other.md", "file:///home/me/other.md");
    assertThat(NearestUris.bySpelling("nmbers.txt", spellings))
        .containsExactly("file:///home/me/numbers.txt");
    assertThat(NearestUris.bySpelling("src/numbrs.txt", spellings))
        .containsExactly("file:///home/me/numbers.txt");
    assertThat(NearestUris.bySpelling("src/letters.txt", spellings)).isEmpty();
  }

  @Test
  void findsNothingWhereNothingIsNear() {
    assertThat(NearestUris.to("https://example.com/x", List.of("file:///w/README.md"))).isEmpty();
    assertThat(NearestUris.to("x", List.of())).isEmpty();
  }

  @Test
  void takesNoMoreTimeForAVeryLongOne() {
    String start = "file:///" + "x".repeat(1_000_000);
    assertThat(NearestUris.to(start + "/a.md", List.of("file:///w/a.md", "file:///w/b.md")))
        .containsExactly("file:///w/a.md");
  }
}
