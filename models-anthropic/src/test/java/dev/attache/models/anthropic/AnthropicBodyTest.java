package dev.attache.models.anthropic;

import static dev.attache.models.anthropic.Samples.body;
import static dev.attache.models.anthropic.Samples.object;
import static dev.attache.models.anthropic.Samples.request;
import static dev.attache.models.anthropic.Samples.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.model.ModelProvider;
import dev.attache.model.ModelRequest;
import dev.attache.model.RenderedMessage;
import dev.attache.model.RequestBody;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnthropicBodyTest {

  private static final RenderedMessage HELLO = user(Samples.text("Hello"));
  private static final String START = "{\"model\":\"claude-opus-5-5\",\"max_tokens\":";
  private static final String END =
      "\"messages\":[{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"Hello\""
          + Samples.MARK
          + "}]}]}";
  private static final String ANSWER =
      "{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\"}},\"required\":[\"n\"],"
          + "\"additionalProperties\":false}";

  @Test
  void isFoundByTheServiceLoader() {
    assertThat(ServiceLoader.load(ModelProvider.class))
        .extracting(ModelProvider::name)
        .contains("anthropic");
  }

  @Test
  void hasTheModelTheLimitAndTheMessages() {
    assertThat(body(request(HELLO))).isEqualTo(START + "32000," + END);
  }

  @Test
  void hasTheLimitOfTheRequestRatherThanThatOfTheProfile() {
    ModelRequest request = with(null, 77, Map.of());
    assertThat(body(request)).isEqualTo(START + "77," + END);
  }

  @Test
  void saysThatTheAnswerIsStreamed() {
    assertThat(body(request(HELLO).streamed(true)))
        .isEqualTo(START + "32000,\"stream\":true," + END);
  }

  @Test
  void hasTheInstructionsAsOneBlockWithAMark() {
    assertThat(body(request(HELLO).system("Be brief.")))
        .isEqualTo(
            START
                + "32000,\"system\":[{\"type\":\"text\",\"text\":\"Be brief.\""
                + Samples.MARK
                + "}],"
                + END);
  }

  @Test
  void leavesBlankInstructionsOut() {
    assertThat(body(request(HELLO).system(" \n"))).isEqualTo(START + "32000," + END);
  }

  @Test
  void hasASchemaOfTheAnswerAsTheApiHasIt() {
    assertThat(body(request(HELLO).outputSchema(object(ANSWER))))
        .isEqualTo(
            START
                + "32000,\"output_config\":{\"format\":{\"type\":\"json_schema\",\"schema\":"
                + ANSWER
                + "}},"
                + END);
  }

  @Test
  void hasASchemaInWordsThatTheApiCannotHoldTheModelTo() {
    Map<String, Object> schema = object("{\"type\":\"integer\",\"minimum\":1}");
    assertThat(body(request(HELLO).system("Be brief.").outputSchema(schema)))
        .isEqualTo(
            START
                + "32000,\"system\":[{\"type\":\"text\",\"text\":\"Be brief.\"},"
                + "{\"type\":\"text\",\"text\":\"Answer with a JSON value that matches this JSON"
                + " Schema, and with nothing else:"
                + " {\\\"type\\\":\\\"integer\\\",\\\"minimum\\\":1}\""
                + Samples.MARK
                + "}],"
                + END);
  }

  @Test
  void hasASchemaInWordsForAModelThatKnowsNoOther() {
    String model = "claude-opus-4-1-20250805";
    ModelRequest request =
        ModelRequest.of(Samples.profile(model), model, List.of(HELLO)).outputSchema(object(ANSWER));
    assertThat(body(request)).contains("matches this JSON Schema").doesNotContain("output_config");
  }

  @Test
  void writesExtraFieldsBeforeTheMessages() {
    var extra = new LinkedHashMap<String, @Nullable Object>();
    extra.put("temperature", 0);
    extra.put("metadata", Map.of("user_id", "u"));
    extra.put("container", null);
    assertThat(body(with(null, null, extra)))
        .isEqualTo(
            START
                + "32000,\"temperature\":0,\"metadata\":{\"user_id\":\"u\"},\"container\":null,"
                + END);
  }

  @Test
  void writesAnExtraFieldInPlaceOfItsOwn() {
    assertThat(body(with(null, null, Map.of("max_tokens", 5)))).isEqualTo(START + "5," + END);
  }

  @Test
  void writesAnExtraEffortBesideTheSchemaOfTheAnswer() {
    Map<String, Object> extra = Map.of("output_config", Map.of("effort", "high"));
    assertThat(body(with(object(ANSWER), null, extra)))
        .isEqualTo(
            START
                + "32000,\"output_config\":{\"format\":{\"type\":\"json_schema\",\"schema\":"
                + ANSWER
                + "},\"effort\":\"high\"},"
                + END);
  }

  @ParameterizedTest
  @ValueSource(strings = {"messages", "system", "tools"})
  void refusesAnExtraFieldThatItWritesLater(String name) {
    ModelRequest request = with(null, null, Map.of(name, List.of()));
    assertThatThrownBy(() -> Samples.rendered(request))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("extra (" + name + ") is written from the conversation and cannot be given");
  }

  @Test
  void writesAnExtraFieldInsideTheFormatOfTheAnswer() {
    Map<String, Object> extra = Map.of("output_config", Map.of("format", Map.of("name", "n")));
    assertThat(body(with(object(ANSWER), null, extra)))
        .isEqualTo(
            START
                + "32000,\"output_config\":{\"format\":{\"type\":\"json_schema\",\"schema\":"
                + ANSWER
                + ",\"name\":\"n\"}},"
                + END);
  }

  @Test
  void isTheSameEachTimeItIsWritten() {
    RequestBody body = Samples.rendered(request(HELLO));
    assertThat(Samples.text(body)).isEqualTo(Samples.text(body));
  }

  @Test
  void hasTheSameBytesUnderBothVersionsOfTheApi() {
    ModelRequest newer =
        ModelRequest.of(
            Samples.profile(Map.of("version", "2026-10-21")), Samples.MODEL, List.of(HELLO));
    assertThat(newer.profile().version()).isEqualTo("2026-10-21");
    assertThat(body(newer)).isEqualTo(body(request(HELLO)));
  }

  private static ModelRequest with(
      @Nullable Map<String, Object> schema,
      @Nullable Integer max,
      Map<String, ? extends @Nullable Object> extra) {
    var fields = new LinkedHashMap<String, Object>(extra);
    return new ModelRequest(
        Samples.profile(),
        Samples.MODEL,
        null,
        List.of(),
        List.of(HELLO),
        schema,
        max,
        false,
        fields);
  }
}
