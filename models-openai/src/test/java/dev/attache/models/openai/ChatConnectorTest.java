package dev.attache.models.openai;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.model.call.ListedModel;
import dev.attache.model.call.ModelConnector;
import dev.attache.model.call.ModelException;
import dev.attache.test.FakeProvider.Answer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("network")
class ChatConnectorTest extends ChatContract {

  @Override
  protected ModelConnector connector() {
    return new ChatConnector.OpenAi();
  }

  @Override
  protected String wire() {
    return "openai-chat";
  }

  @Test
  void asksBelowTheBaseUrl() throws ModelException {
    log(streamed(stream()));
    assertThat(provider().requests().get(0).line()).isEqualTo("POST /chat/completions HTTP/1.1");
  }

  @Test
  void countsNothing() throws ModelException {
    assertThat(connector().countTokens(request(), body(), settings().build())).isEmpty();
  }

  @Test
  void listsModels() throws ModelException {
    provider()
        .answer(
            Answer.json(
                200,
                """
                {"object":"list","data":[{"id":"gpt-6","object":"model","created":1,\
                "owned_by":"openai"}]}"""));
    assertThat(connector().listModels(profile(), settings().build()))
        .containsExactly(new ListedModel("gpt-6", null, null));
    assertThat(provider().requests().get(0).line()).isEqualTo("GET /models HTTP/1.1");
  }
}
