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

  private static final boolean IS_WHOLE = Boolean.getBoolean("attache.slow");
  private static final int SESSIONS = IS_WHOLE ? 500 : 120;
  private static final int OTHERS = IS_WHOLE ? 25 : 10;
  private static final int ON_A_WIRE = IS_WHOLE ? 40 : 12;

  @TempDir Path temporary;

  @Test
  void referToNothingThatIsNotThereWithWindowsOfThreeMessages() throws IOException {
    assertThat(run(SESSIONS, builder -> builder.maxMessages(3))).isGreaterThan(3 * SESSIONS / 5);
  }

  @Test
  void referToNothingThatIsNotThereWithOtherWindows() throws IOException {
    assertThat(run(OTHERS, builder -> builder)).isGreaterThan(OTHERS);
    assertThat(run(OTHERS, builder -> builder.maxMessages(1))).isPositive();
    assertThat(run(OTHERS, builder -> builder.maxMessages(9))).isGreaterThan(OTHERS * 4 / 5);
    assertThat(run(OTHERS, builder -> builder.maxTokens(6_000, new LetterCount()))).isPositive();
  }

  @Test
  @Tag("network")
  void referToNothingThatIsNotThereOnTheWireOfAProvider() throws IOException {
    int references = 0;
    for (int seed = 500; seed < 500 + ON_A_WIRE; seed++) {
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
