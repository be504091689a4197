package dev.attache.oracles;

import static org.assertj.core.api.Assertions.assertThat;

import com.anthropic.models.messages.MessageCountTokensParams;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.openai.models.responses.inputtokens.InputTokenCountParams;
import dev.attache.model.ModelProvider;
import dev.attache.model.ModelRequest;
import dev.attache.model.call.ModelConnector;
import dev.attache.model.call.ModelSettings;
import dev.attache.models.anthropic.AnthropicConnector;
import dev.attache.models.anthropic.AnthropicProvider;
import dev.attache.models.openai.OpenAiResponses;
import dev.attache.models.openai.ResponsesConnector;
import dev.attache.test.FakeProvider;
import dev.attache.test.FakeProvider.Answer;
import dev.attache.test.ModelSamples;
import java.io.IOException;
import java.net.URI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The questions how many tokens a request has, whose bodies have to leave out what is not asked.
 */
@Tag("network")
class TokenCountOracleTest {

  private final FakeProvider fake = FakeProvider.start();

  @AfterEach
  void stop() {
    fake.close();
  }

  @Test
  void areTakenByAnthropic() throws IOException {
    String body = counted(new AnthropicProvider(), new AnthropicConnector());
    MessageCountTokensParams.Body typed =
        read(
            body,
            com.anthropic.core.ObjectMappers.jsonMapper(),
            MessageCountTokensParams.Body.class);
    typed.validate();
    assertThat(UnmodelledFields.of(typed, "com.anthropic.models.", AnthropicBodyOracleTest.FREE))
        .isEmpty();
  }

  @Test
  void areTakenByOpenAi() throws IOException {
    String body = counted(new OpenAiResponses(), new ResponsesConnector());
    InputTokenCountParams.Body typed =
        read(body, com.openai.core.ObjectMappers.jsonMapper(), InputTokenCountParams.Body.class);
    typed.validate();
    assertThat(UnmodelledFields.of(typed, "com.openai.models.", ResponsesBodyOracleTest.FREE))
        .isEmpty();
  }

  private static <T> T read(String body, ObjectMapper mapper, Class<T> type) throws IOException {
    T typed = mapper.readValue(body, type);
    assertThat(SampleRequests.tree(mapper.writeValueAsString(typed)))
        .isEqualTo(SampleRequests.tree(body));
    return typed;
  }

  /** Returns what a connector asks about a request with all that there can be. */
  private String counted(ModelProvider provider, ModelConnector connector) throws IOException {
    ModelRequest request =
        ModelSamples.whole(provider.profiles().standard(), ModelSamples.everything())
            .maxOutputTokens(100)
            .streamed(true);
    ModelSettings settings =
        ModelSettings.builder()
            .baseUrl(URI.create(fake.url()))
            .privateHostAllowed(true)
            .key(() -> "k")
            .build();
    fake.answer(Answer.json(200, "{\"input_tokens\":7}"));
    assertThat(connector.countTokens(request, provider.render(request), settings)).hasValue(7);
    return fake.requests().get(0).body();
  }
}
