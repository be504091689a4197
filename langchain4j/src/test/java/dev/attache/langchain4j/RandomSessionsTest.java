package dev.attache.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What models are given, over many sessions, by an oracle that reads it as they do. */
@Tag("slow")
class RandomSessionsTest {

  @TempDir Path temporary;

  @Test
  void referToNothingThatIsNotThereWithWindowsOfThreeMessages() throws IOException {
    assertThat(run(500, builder -> builder.maxMessages(3))).isGreaterThan(300);
  }

  @Test
  void referToNothingThatIsNotThereWithOtherWindows() throws IOException {
    assertThat(run(25, builder -> builder)).isGreaterThan(30);
    assertThat(run(25, builder -> builder.maxMessages(1))).isPositive();
    assertThat(run(25, builder -> builder.maxMessages(9))).isGreaterThan(20);
    assertThat(run(25, builder -> builder.maxTokens(6_000, new LetterCount()))).isPositive();
  }

  @Test
  @Tag("network")
  void referToNothingThatIsNotThereOnTheWireOfAProvider() throws IOException {
    int references = 0;
    for (int seed = 500; seed < 540; seed++) {
      Path workspace = Files.createTempDirectory(temporary.toRealPath(), "work");
      var session = new RandomSession(seed, workspace, builder -> builder.maxMessages(3));
      references += session.runOverTheWire();
    }
    assertThat(references).isPositive();
  }

  /** Runs sessions; returns how many references their requests had. */
  private int run(int sessions, UnaryOperator<AttacheChatMemory.Builder> window)
      throws IOException {
    int references = 0;
    for (int seed = 0; seed < sessions; seed++) {
      Path workspace = Files.createTempDirectory(temporary.toRealPath(), "work");
      try {
        references += new RandomSession(seed, workspace, window).run();
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
    return references;
  }
}
