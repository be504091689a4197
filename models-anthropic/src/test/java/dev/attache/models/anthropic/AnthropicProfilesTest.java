package dev.attache.models.anthropic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.model.ModelProfile;
import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnthropicProfilesTest {

  @ParameterizedTest
  @CsvSource({
    // model, read, smallest prefix, tokens, images, pages, strict
    "claude-opus-5-5, 0.05, 512, 1.5, 600, 600, true",
    "claude-opus-5, 0.1, 512, 1.5, 600, 600, true",
    "claude-opus-4-8, 0.1, 1024, 1.5, 600, 600, true",
    "claude-opus-4-7, 0.1, 2048, 1.5, 600, 600, true",
    "claude-opus-4-6, 0.1, 4096, 1.2, 600, 600, true",
    "claude-opus-4-5-20251101, 0.1, 4096, 1.2, 100, 100, true",
    "claude-opus-4-1-20250805, 0.1, 1024, 1.2, 100, 100, false",
    "claude-sonnet-5-5, 0.1, 512, 1.5, 600, 600, true",
    "claude-sonnet-5, 0.1, 1024, 1.5, 600, 600, true",
    "claude-sonnet-4-6, 0.1, 1024, 1.2, 600, 600, true",
    "claude-sonnet-4-5-20250929, 0.1, 1024, 1.2, 100, 100, true",
    "claude-sonnet-4-20250514, 0.1, 1024, 1.2, 100, 100, false",
    "claude-haiku-5-5, 0.1, 4096, 1.5, 600, 600, true",
    "claude-haiku-4-5-20251001, 0.1, 4096, 1.2, 100, 100, true",
    "claude-3-5-haiku-20241022, 0.1, 2048, 1.2, 100, 100, false",
    "claude-fable-5-1, 0.025, 512, 1.5, 600, 600, true",
    "claude-fable-5-2, 0.1, 4096, 1.5, 600, 600, true",
    "claude-mythos-5-1, 0.025, 512, 1.5, 600, 600, true",
    "claude-mythos-5, 0.1, 512, 1.5, 600, 600, true",
    "claude-mythos-preview, 0.1, 2048, 1.5, 600, 600, true",
    "somebody-else-1, 0.1, 4096, 1.5, 600, 600, true",
  })
  void haveTheTermsOfEachModel(
      String model,
      double read,
      int smallest,
      double tokens,
      int images,
      int pages,
      boolean isStrict) {
    ModelProfile profile = Samples.profile(model);
    assertThat(profile.cache().read()).isEqualTo(read);
    assertThat(profile.cache().minimumTokens()).isEqualTo(smallest);
    assertThat(profile.tokenFactor()).isEqualTo(tokens);
    assertThat(profile.limits().images()).isEqualTo(images);
    assertThat(profile.limits().documentPages()).isEqualTo(pages);
    assertThat(profile.has("strict-tools")).isEqualTo(isStrict);
    assertThat(profile.has("output-format")).isEqualTo(isStrict);
    assertThat(profile.has("documents")).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    ", true",
    "https://api.anthropic.com, true",
    "https://API.Anthropic.com/x, true",
    "https://eu.api.anthropic.com:443, true",
    "https://anthropic.com.example.org, false",
    "https://notanthropic.com, false",
    "http://127.0.0.1:3456, false",
    "https://openrouter.ai/api, false",
    "file:///x, false",
  })
  void takeDocumentsWhereTheAddressIsAnthropics(@Nullable URI address, boolean isTaken) {
    ModelProfile profile = new AnthropicProvider().profiles(address).standard();
    assertThat(profile.message().has("application/pdf")).isEqualTo(isTaken);
    assertThat(profile.toolResult().has("application/pdf")).isEqualTo(isTaken);
    assertThat(profile.message().has("image/png")).isTrue();
  }

  @Test
  void haveTheTermsOfTheApi() {
    ModelProfile profile = new AnthropicProvider().profiles().standard();
    assertThat(profile.wire()).isEqualTo("anthropic-messages");
    assertThat(profile.version()).isEqualTo("2023-06-01");
    assertThat(profile.model()).isEqualTo(Samples.MODEL);
    assertThat(profile.cache().marks()).isEqualTo(4);
    assertThat(profile.cache().lookback()).isEqualTo(20);
    assertThat(profile.cache().write()).isEqualTo(1.25);
    assertThat(profile.cache().ttl()).isEqualTo(Duration.ofMinutes(5));
    assertThat(profile.limits().requestBytes()).isEqualTo(32_000_000);
    assertThat(profile.limits().imageBytes()).isEqualTo(10_000_000);
    assertThat(profile.limits().imageSide()).isEqualTo(8000);
    assertThat(profile.limits().titleChars()).isEqualTo(500);
  }
}
