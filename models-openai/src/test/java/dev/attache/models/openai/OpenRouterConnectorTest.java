package dev.attache.models.openai;

import static dev.attache.test.ChatStream.delta;
import static dev.attache.test.ChatStream.event;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.model.call.ListedModel;
import dev.attache.model.call.ModelConnector;
import dev.attache.model.call.ModelEvent.Finished;
import dev.attache.model.call.ModelEvent.Item;
import dev.attache.model.call.ModelEvent.Stop;
import dev.attache.model.call.ModelEvent.TextDelta;
import dev.attache.model.call.ModelEvent.ThinkingDelta;
import dev.attache.model.call.ModelException;
import dev.attache.model.call.ModelException.Kind;
import dev.attache.test.FakeProvider.Answer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("network")
class OpenRouterConnectorTest extends ChatContract {

  @Override
  protected ModelConnector connector() {
    return new ChatConnector.OpenRouter();
  }

  @Override
  protected String wire() {
    return "openrouter-chat";
  }

  @Test
  void joinsThePiecesOfReasoningAndKeepsTheRestAsItCame() throws ModelException {
    String secret = "{\"type\":\"reasoning.encrypted\", \"data\":\"x==\",\"index\":1}";
    String stream =
        detail(
                "{\"type\":\"reasoning.text\",\"text\":\"Let \",\"format\":\"f\",\"index\":0}",
                "Let ")
            + detail("{\"type\":\"reasoning.text\",\"text\":\"me.\",\"index\":0}", "me.")
            + detail("{\"type\":\"reasoning.text\",\"signature\":\"s=\",\"index\":0}", "")
            + detail(secret, "")
            + half()
            + event("{\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}")
            + event("[DONE]");
    assertThat(log(streamed(stream)).events())
        .containsExactly(
            new ThinkingDelta("Let me."),
            new TextDelta("Half"),
            new Item(
                "{\"type\":\"reasoning.text\",\"text\":\"Let me.\",\"format\":\"f\",\"index\":0,"
                    + "\"signature\":\"s=\"}"),
            new Item(secret),
            new Finished(Stop.END, "stop"));
  }

  private static String detail(String detail, String reasoning) {
    return delta("{\"reasoning\":\"" + reasoning + "\",\"reasoning_details\":[" + detail + "]}");
  }

  @Test
  void saysWhatTheHostOfTheModelSays() throws ModelException {
    Answer answer =
        Answer.json(
            400,
            """
            {"error":{"message":"Provider returned error","code":400,"metadata":{\
            "provider_name":"Some","raw":"image 2 is broken"}},"user_id":"u"}""");
    assertThat(log(answer).failure())
        .hasMessage("openrouter answered 400: Provider returned error: image 2 is broken");
  }

  @Test
  void knowsAnErrorThatCameAsAGoodAnswer() throws ModelException {
    Answer answer = Answer.json(200, "{\"error\":{\"code\":402,\"message\":\"No credits\"}}");
    assertThat(log(answer).failure())
        .isNotNull()
        .satisfies(e -> assertThat(e.kind()).isEqualTo(Kind.AUTH))
        .hasMessage("openrouter: No credits");
  }

  @Test
  void listsModelsWithTheirWindows() throws ModelException {
    provider()
        .answer(
            Answer.json(
                200, "{\"data\":[{\"id\":\"a/b\",\"name\":\"A: B\",\"context_length\":4096}]}"));
    assertThat(connector().listModels(profile(), settings().build()))
        .containsExactly(new ListedModel("a/b", "A: B", 4096L));
  }
}
