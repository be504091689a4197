package dev.attache.models.openai;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.model.CacheTerms;
import dev.attache.model.ModelProfile;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProfilesTest {

  @ParameterizedTest
  @CsvSource({
    "gpt-6-sol, 0.1, 1.25, PT30M",
    "gpt-5.6-luna, 0.1, 1.25, PT30M",
    "gpt-5.5, 0.1, 1, PT5M",
    "gpt-5-mini, 0.1, 1, PT5M",
    "gpt-4.1-mini, 0.25, 1, PT5M",
    "gpt-4o, 0.5, 1, PT5M",
    "o3-mini, 0.5, 1, PT5M",
  })
  void saySinceWhenWritesCostMore(String model, double read, double write, Duration ttl) {
    for (var profiles :
        new ModelProfile[] {
          new OpenAiResponses().profiles().of(model), new OpenAiChat().profiles().of(model)
        }) {
      assertThat(profiles.cache())
          .isEqualTo(new CacheTerms(CacheTerms.Kind.AUTOMATIC, 0, 0, 1024, read, write, ttl));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "anthropic/claude-opus-5, MARKS, 0.1",
    "anthropic/claude-opus-5.5, MARKS, 0.05",
    "anthropic/claude-fable-5.1, MARKS, 0.025",
    "openai/gpt-6-sol, AUTOMATIC, 0.1",
    "openrouter/auto, AUTOMATIC, 0.1",
  })
  void haveMarksForTheUpstreamsThatNeedThem(String model, CacheTerms.Kind kind, double read) {
    CacheTerms cache = new OpenRouter().profiles().of(model).cache();
    assertThat(cache.kind()).isEqualTo(kind);
    assertThat(cache.marks()).isEqualTo(kind == CacheTerms.Kind.MARKS ? 4 : 0);
    assertThat(cache.read()).isEqualTo(read);
  }

  @Test
  void sayWhereTheyAreFrom() {
    assertThat(Parts.PROVIDERS)
        .extracting(provider -> provider.profiles().standard().source())
        .allMatch(source -> source.contains("2026-11-20"));
  }
}
