package dev.attache.models.gemini;

import static dev.attache.test.GeminiStream.event;
import static dev.attache.test.GeminiStream.parts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.model.ModelRequest;
import dev.attache.model.call.ListedModel;
import dev.attache.model.call.ModelConnector;
import dev.attache.model.call.ModelEvent;
import dev.attache.model.call.ModelEvent.CallReady;
import dev.attache.model.call.ModelEvent.CallStarted;
import dev.attache.model.call.ModelEvent.Finished;
import dev.attache.model.call.ModelEvent.Item;
import dev.attache.model.call.ModelEvent.Stop;
import dev.attache.model.call.ModelEvent.TextDelta;
import dev.attache.model.call.ModelEvent.ThinkingDelta;
import dev.attache.model.call.ModelEvent.Usage;
import dev.attache.model.call.ModelException;
import dev.attache.model.call.ModelException.Kind;
import dev.attache.test.CallLog;
import dev.attache.test.ConnectorContract;
import dev.attache.test.FakeProvider.Answer;
import dev.attache.test.GeminiStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("network")
class GeminiConnectorTest extends ConnectorContract {

  @Override
  protected ModelConnector connector() {
    return new GeminiConnector();
  }

  @Override
  protected String wire() {
    return "gemini";
  }

  @Override
  protected String keyHeader() {
    return "x-goog-api-key";
  }

  @Override
  protected String stream() {
    return GeminiStream.everything();
  }

  @Override
  protected List<ModelEvent> events() {
    return List.of(
        new ThinkingDelta("Höchstens 🦊."),
        new TextDelta("Grüße, 🦊 \"世界\"\n"),
        new Item("{\"text\":\"\",\"thoughtSignature\":\"VHM=\"}"),
        new Item(GeminiStream.CODE),
        new Item("{\"thoughtSignature\":\"RXM=\"}"),
        new CallStarted("c1", "look"),
        new CallReady("c1", "look", "{\"uri\": \"ü🦊\"}"),
        new CallStarted("c2", "list"),
        new CallReady("c2", "list", "{}"),
        new Usage(25, 100, 0, 89),
        new Finished(Stop.CALLS, "STOP"));
  }

  @Override
  protected String whole() {
    return GeminiStream.atOnce();
  }

  @Override
  protected String half() {
    return parts("{\"text\":\"Half\"}");
  }

  @Override
  protected String overloaded() {
    return GeminiStream.overloaded();
  }

  @Override
  protected String unknown() {
    return event("{\"news\":{}}") + event("{\"candidates\":[{\"index\":0}]}");
  }

  @Override
  protected String endless() {
    return "data: {\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"";
  }

  @Test
  void hasTheModelInTheUrl() throws ModelException {
    log(streamed(stream()));
    assertThat(provider().requests().get(0).line())
        .isEqualTo("POST /v1beta/models/m:streamGenerateContent?alt=sse HTTP/1.1");
  }

  @Test
  void asksElsewhereForAnAnswerAtOnce() throws ModelException {
    provider().answer(Answer.json(200, whole()));
    ModelRequest request = request().streamed(false);
    CallLog log = CallLog.of(connector().open(request, body(), settings().build()));
    assertThat(log.events()).isEqualTo(events());
    assertThat(provider().requests().get(0).line())
        .isEqualTo("POST /v1beta/models/m:generateContent HTTP/1.1");
  }

  @Test
  void failsWhereTheRequestIsBlocked() throws ModelException {
    String blocked = event("{\"promptFeedback\":{\"blockReason\":\"SAFETY\"}}");
    assertThat(log(streamed(blocked)).failure())
        .isNotNull()
        .satisfies(e -> assertThat(e.kind()).isEqualTo(Kind.REFUSED))
        .hasMessage("gemini: the request was blocked (SAFETY)");
  }

  @Test
  void namesTheCallsOfModelsThatDoNot() throws ModelException {
    String stream =
        parts(
                "{\"functionCall\":{\"name\":\"look\",\"args\":{}}},{\"functionCall\":{\"name\":\"look\"}}")
            + event("{\"candidates\":[{\"finishReason\":\"STOP\"}]}");
    List<String> ids =
        log(streamed(stream)).events().stream()
            .filter(CallReady.class::isInstance)
            .map(each -> ((CallReady) each).id())
            .toList();
    assertThat(ids).hasSize(2).doesNotHaveDuplicates().allMatch(each -> each.startsWith("call_"));
  }

  @Test
  void waitsAsLongAsTheErrorSays() throws ModelException {
    var pauses = new ArrayList<Duration>();
    provider()
        .answer(
            Answer.json(
                429,
                """
                {"error":{"code":429,"message":"Quota","status":"RESOURCE_EXHAUSTED","details":[\
                {"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"0.020s"}]}}"""));
    var settings =
        settings()
            .firstPause(Duration.ofMinutes(1))
            .retryListener((tried, pause, reason) -> pauses.add(pause))
            .build();
    assertThat(log(streamed(stream()), settings).failure()).isNull();
    assertThat(pauses).containsExactly(Duration.ofMillis(20));
  }

  @Test
  void knowsAKeyThatIsWrong() throws ModelException {
    Answer answer =
        Answer.json(
            400,
            """
            {"error":{"code":400,"message":"API key not valid.","status":"INVALID_ARGUMENT",\
            "details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo",\
            "reason":"API_KEY_INVALID"}]}}""");
    assertThat(log(answer).failure())
        .isNotNull()
        .satisfies(e -> assertThat(e.kind()).isEqualTo(Kind.AUTH));
  }

  @Test
  void knowsThatTheContextIsFull() throws ModelException {
    Answer answer =
        Answer.json(
            400,
            """
            {"error":{"code":400,"message":"The input token count (1200000) exceeds the maximum \
            number of tokens allowed (1048576).","status":"INVALID_ARGUMENT"}}""");
    assertThat(log(answer).failure())
        .isNotNull()
        .satisfies(e -> assertThat(e.kind()).isEqualTo(Kind.CONTEXT_FULL));
  }

  @Test
  void countsAWholeRequest() throws ModelException {
    provider().answer(Answer.json(200, "{\"totalTokens\":31}"));
    assertThat(connector().countTokens(request(), body("{\"contents\":[]}"), settings().build()))
        .hasValue(31);
    assertThat(provider().requests().get(0).line())
        .isEqualTo("POST /v1beta/models/m:countTokens HTTP/1.1");
    assertThat(provider().requests().get(0).body())
        .isEqualTo("{\"generateContentRequest\":{\"model\":\"models/m\",\"contents\":[]}}");
  }

  @Test
  void listsWhatAnswersPageByPage() throws ModelException {
    provider()
        .answer(
            Answer.json(
                200,
                """
                {"models":[{"name":"models/gemini-a","displayName":"A","inputTokenLimit":1048576,\
                "supportedGenerationMethods":["generateContent"]},{"name":"models/embed",\
                "supportedGenerationMethods":["embedContent"]}],"nextPageToken":"p"}"""),
            Answer.json(200, "{\"models\":[]}"));
    assertThat(connector().listModels(profile(), settings().build()))
        .containsExactly(new ListedModel("gemini-a", "A", 1_048_576L));
    assertThat(provider().requests())
        .extracting(each -> each.line())
        .containsExactly(
            "GET /v1beta/models?pageSize=1000 HTTP/1.1",
            "GET /v1beta/models?pageSize=1000&pageToken=p HTTP/1.1");
  }
}
