package dev.attache.models.anthropic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.model.ModelProfile;
import dev.attache.model.ModelProfiles;
import dev.attache.model.call.ModelException;
import dev.attache.model.call.ModelSettings;
import dev.attache.test.FakeProvider;
import dev.attache.test.FakeProvider.Answer;
import java.net.URI;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("network")
class AnthropicVersionTest {

  @Test
  void takesTheKeyAsABearerFromTheSecondVersionOn() throws ModelException {
    ModelProfile profile =
        ModelProfiles.parse(
                """
                {"name":"anthropic","wire":"anthropic-messages","version":"2026-10-21",\
                "model":"m","source":"a test"}""")
            .standard();
    try (var provider = FakeProvider.start().answer(Answer.json(200, "{\"data\":[]}"))) {
      ModelSettings settings =
          ModelSettings.builder()
              .baseUrl(URI.create(provider.url() + "/"))
              .privateHostAllowed(true)
              .key(() -> "sk-ant-1")
              .build();
      assertThat(new AnthropicConnector().listModels(profile, settings)).isEmpty();
      assertThat(provider.requests().get(0).headers())
          .containsEntry("anthropic-version", "2026-10-21")
          .containsEntry("authorization", "Bearer sk-ant-1")
          .doesNotContainKey("x-api-key");
    }
  }
}
