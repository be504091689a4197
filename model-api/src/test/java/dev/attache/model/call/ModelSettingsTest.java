package dev.attache.model.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ModelSettingsTest {

  @Test
  void areTheSameByWayOfABuilder() {
    ModelSettings settings =
        ModelSettings.builder()
            .baseUrl(URI.create("http://localhost:1"))
            .key(() -> "k")
            .header("a", "b")
            .connectTimeout(Duration.ofSeconds(1))
            .firstByteTimeout(Duration.ofSeconds(2))
            .idleTimeout(Duration.ofSeconds(3))
            .tries(7)
            .firstPause(Duration.ofSeconds(4))
            .longestPause(Duration.ofSeconds(5))
            .maxConcurrent(6)
            .privateHostAllowed(true)
            .environment(Map.of("E", "e"))
            .retryListener((tried, pause, reason) -> {})
            .build();
    assertThat(settings.toBuilder().build()).usingRecursiveComparison().isEqualTo(settings);
    assertThat(settings).usingRecursiveComparison().isNotEqualTo(ModelSettings.standard());
  }

  @Test
  void showWhereTheyLeadAndNothingSecret() {
    ModelSettings settings =
        ModelSettings.builder()
            .baseUrl(URI.create("http://user:pass@localhost:1/x?key=k"))
            .key(() -> "secret")
            .header("x-pass", "word")
            .build();
    assertThat(settings).hasToString("ModelSettings[localhost:1, headers=[x-pass]]");
  }
}
