package dev.attache.documents.markdown;

import static dev.attache.documents.markdown.InlineText.Style.BOLD;
import static dev.attache.documents.markdown.InlineText.Style.ITALIC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MarkdownWriterTest {

  private final MarkdownWriter writer = new MarkdownWriter(1_000);

  @Test
  void separatesBlocksButNotItems() {
    writer.heading(9, "Deep\n down");
    writer.item(0, "-", "one\ntwo");
    writer.item(1, "2.", "inner");
    writer.item(4, "-", "no deeper than one level");
    writer.item(0, "-", "last");
    writer.paragraph("text");
    assertThat(writer.markdown())
        .isEqualTo(
            """
            ###### Deep down

            - one
              two
              2. inner
                 - no deeper than one level
            - last

            text
            """);
  }

  @Test
  void leavesOutEmptyRowsAndColumnsOfTables() {
    writer.table(List.of(List.of("a", "", "b|c"), List.of("", ""), List.of("d\ne", "", "f")));
    assertThat(writer.markdown()).isEqualTo("| a | b\\|c |\n| --- | --- |\n| d<br>e | f |\n");
  }

  @Test
  void fencesCodeThatHoldsFences() {
    writer.code("```\ninner\n```\n");
    assertThat(writer.markdown()).isEqualTo("````\n```\ninner\n```\n````\n");
  }

  @Test
  void isEmptyWhileItHasMarksOnly() {
    writer.mark("page 1");
    assertThat(writer.isEmpty()).isTrue();
    writer.paragraph("text");
    assertThat(writer.isEmpty()).isFalse();
  }

  @Test
  void endsAtTheEndOfAWordWhenItIsFull() {
    var small = new MarkdownWriter(20);
    assertThatThrownBy(() -> small.paragraph("one two three four five"))
        .isInstanceOf(OutputFullException.class);
    assertThat(small.markdown()).isEqualTo("one two three four\n");
  }

  @Test
  void writesNoControlCharactersAndNoHalvesOfCharacters() {
    writer.code("a\u001b[31m\ud83d b");
    assertThat(writer.markdown()).isEqualTo("```\na[31m\ufffd b\n```\n");
  }

  @Test
  void keepsSpacesOutsideOfEmphasisAndJoinsRuns() {
    var text = new InlineText().add("The ").add("old ", Set.of(BOLD), null);
    text.add("bridge ", Set.of(BOLD), null).add("is ").add("closed", Set.of(BOLD, ITALIC), null);
    assertThat(text.markdown()).isEqualTo("The **old bridge** is ***closed***");
    assertThat(text.plain()).isEqualTo("The old bridge is closed");
  }

  @Test
  void putsNoEmphasisWithinWords() {
    var text = new InlineText().add("H").add("2", Set.of(ITALIC), null).add("O");
    assertThat(text.markdown()).isEqualTo("H2O");
  }

  @Test
  void writesLinksWhoseTextOrTargetIsOdd() {
    var text = new InlineText().add("[a]", Set.of(), "https://example.org/a b").add(" ");
    text.add("https://example.org/", Set.of(), "https://example.org/");
    assertThat(text.markdown())
        .isEqualTo("[\\[a\\]](<https://example.org/a b>) <https://example.org/>");
  }
}
