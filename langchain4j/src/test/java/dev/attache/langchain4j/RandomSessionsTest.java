package dev.attache.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.model.TokenCountEstimator;
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
    assertThat(run(60, builder -> builder)).isGreaterThan(100);
    assertThat(run(60, builder -> builder.maxMessages(1))).isPositive();
    assertThat(run(60, builder -> builder.maxMessages(9))).isGreaterThan(50);
    assertThat(run(60, builder -> builder.maxTokens(1_500, new Characters()))).isPositive();
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

  /** An estimate by how long texts are. */
  private static final class Characters implements TokenCountEstimator {
    @Override
    public int estimateTokenCountInText(String text) {
      return text.length() / 4;
    }

    @Override
    public int estimateTokenCountInMessage(ChatMessage message) {
      return message.toString().length() / 4;
    }

    @Override
    public int estimateTokenCountInMessages(Iterable<ChatMessage> messages) {
      int sum = 0;
      for (ChatMessage message : messages) {
        sum += estimateTokenCountInMessage(message);
      }
      return sum;
    }
  }
}
