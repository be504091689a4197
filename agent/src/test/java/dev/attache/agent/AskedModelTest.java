package dev.attache.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.delivery.SupersededPolicy.Mode;
import dev.attache.delivery.SupersededSettings;
import dev.attache.history.answer.ModelUsage;
import dev.attache.test.FakeWire;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("network")
class AskedModelTest {

  private static final ModelUsage USAGE = new ModelUsage(10, 100, 5, 20);

  @TempDir Path directory;

  @Test
  void saysHowMuchOfItsWindowARequestTook() throws IOException {
    try (var loop = LoopWorkspace.create(directory, FakeWire.ANTHROPIC)) {
      assertThat(loop.modelOfWindow(135).windowUse(USAGE)).isEqualTo(100);
      assertThat(loop.modelOfWindow(169).windowUse(USAGE)).isEqualTo(79);
      assertThat(loop.modelOfWindow(0).windowUse(USAGE)).isEqualTo(-1);
    }
  }

  @Test
  void knowsNothingOfAWindowThatNobodyHasSaid() throws IOException {
    try (var loop = LoopWorkspace.create(directory, FakeWire.OLLAMA)) {
      assertThat(loop.model().windowUse(USAGE)).isEqualTo(-1);
    }
  }

  @Test
  void givesRulesThePricesOfItsProvider() throws IOException {
    try (var loop = LoopWorkspace.create(directory, FakeWire.ANTHROPIC)) {
      var rules = new SupersededSettings(Mode.DROP, Duration.ofHours(9), 7, 3, 2);
      assertThat(loop.model().superseded(rules))
          .isEqualTo(new SupersededSettings(Mode.DROP, Duration.ofMinutes(5), 7, 1.25, 0.05));
    }
  }
}
