package dev.attache.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The page about documents, whose examples are documents beside it. */
class ManualTest {

  private static final Path DOCS = Path.of("../docs");

  @ParameterizedTest
  @ValueSource(strings = {"bees", "columns"})
  void showsWhatBecomesOfItsExamples(String name) throws Exception {
    byte[] document = Files.readAllBytes(DOCS.resolve("images/" + name + ".pdf"));
    String markdown = new TestDocument(document, "application/pdf").convert().markdown();
    assertThat(Files.readString(DOCS.resolve("documents.md")))
        .contains("```markdown\n" + markdown + "```\n");
  }

  @Test
  void hasSmallPictures() throws Exception {
    for (String name : new String[] {"bees.png", "columns.png"}) {
      assertThat(Files.size(DOCS.resolve("images/" + name))).isLessThan(30_000);
    }
  }
}
