package dev.attache.resource.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.resource.Annotations;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.Text;
import dev.attache.resource.tool.ContentBlock.MediaBlock;
import dev.attache.resource.tool.ContentBlock.QuestionBlock;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutcomeJsonTest {

  private static final String SUCCESS = "{\"type\":\"success\",\"content\":\"done!\"}";
  private static final String ERROR =
      "{\"type\":\"error\",\"message\":\"no\",\"trace\":[\"a\"],\"transient\":true}";

  private final List<String> notes = new ArrayList<>();

  private Optional<ToolResponse> unwrapped(String text) {
    return unwrapped(ToolResponse.of(TextBlock.of(text)));
  }

  private Optional<ToolResponse> unwrapped(ToolResponse response) {
    return OutcomeJson.unwrap(response, notes::add);
  }

  private static String asking(String fields) {
    return "{\"type\":\"needs_input\",\"question\":{\"id\":\"q\",\"text\":\"Go?\"," + fields + "}}";
  }

  private InputRequest question(String fields) {
    return unwrapped(asking(fields)).orElseThrow().questions().get(0);
  }

  @Test
  void readsASuccess() {
    assertThat(unwrapped(SUCCESS)).contains(ToolResponse.of(TextBlock.of("done!")));
    assertThat(unwrapped(" \n" + SUCCESS + "\n")).isPresent();
    assertThat(unwrapped("{\"type\":\"success\",\"content\":\"\"}"))
        .contains(ToolResponse.of(TextBlock.of("")));
  }

  @Test
  void readsAnErrorWhateverTheMark() {
    ToolResponse error = unwrapped(ERROR).orElseThrow();
    assertThat(error.isError()).isTrue();
    assertThat(error.content()).containsExactly(TextBlock.of("no"));
    assertThat(error.error()).isEqualTo(new ToolError(true, List.of("a"), null));
    assertThat(unwrapped(ToolResponse.of(TextBlock.of(ERROR)).failed())).contains(error);
  }

  @Test
  void readsAQuestionOfEachTypeOfAnswer() {
    assertThat(question("\"answer_type\":\"Boolean\",\"default\":true"))
        .isEqualTo(InputRequest.of("q", "Go?", AnswerType.BOOLEAN.schema()).withDefault(true));
    assertThat(question("\"answer_type\":\"Text\",\"default\":null"))
        .isEqualTo(InputRequest.of("q", "Go?", AnswerType.TEXT.schema()));
    assertThat(question("\"answer_type\":{\"Select\":{\"options\":[\"a\",\"b\"]}}"))
        .isEqualTo(InputRequest.of("q", "Go?", AnswerType.select(List.of("a", "b")).schema()));
  }

  @Test
  void saysWhatComesBeforeAQuestion() {
    ToolResponse response =
        unwrapped(asking("\"pre_amble\":\"Look:\\nthis\",\"answer_type\":\"Text\"")).orElseThrow();
    assertThat(response.content().get(0)).isEqualTo(TextBlock.of("Look:\nthis"));
    assertThat(response.content().get(1)).isInstanceOf(QuestionBlock.class);
    assertThat(unwrapped(asking("\"pre_amble\":null,\"answer_type\":\"Text\"")).orElseThrow())
        .satisfies(each -> assertThat(each.content()).hasSize(1));
  }

  @Test
  void asksThoughTheAnswerIsMarkedAsFailed() {
    ToolResponse failed =
        ToolResponse.of(TextBlock.of(asking("\"answer_type\":\"Text\""))).failed();
    assertThat(unwrapped(failed).orElseThrow().isError()).isFalse();
  }

  @Test
  void takesTheMarkBeforeASuccess() {
    assertThat(unwrapped(ToolResponse.of(TextBlock.of(SUCCESS)).failed())).isEmpty();
    assertThat(notes)
        .containsExactly(
            "the answer says success, but is marked as an error; treated as an error, text as"
                + " sent");
  }

  @Test
  void keepsWhatStandsBesideTheText() {
    var annotations = new Annotations(Set.of(), 1.0, null);
    var response =
        new ToolResponse(
            List.of(new TextBlock(Text.of(ERROR), null, annotations)), false, Map.of("x", 1));
    ToolResponse read = unwrapped(response).orElseThrow();
    assertThat(read.meta())
        .containsEntry("x", 1)
        .containsEntry(ToolResponse.ERROR, Map.of("transient", true, "trace", List.of("a")));
    assertThat(((TextBlock) read.content().get(0)).annotations()).isEqualTo(annotations);
  }

  @Test
  void keepsHalvesOfCharactersOutOfTexts() {
    assertThat(unwrapped("{\"type\":\"success\",\"content\":\"a\\ud800\"}"))
        .contains(ToolResponse.of(TextBlock.of("a\ufffd")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "done!",
        "",
        "[]",
        "{}",
        "{\"type\":\"success\"",
        "{\"type\":\"success\"}",
        "{\"type\":\"success\",\"content\":7}",
        "{\"type\":\"success\",\"content\":null}",
        "{\"type\":\"success\",\"content\":[\"a\"]}",
        "{\"type\":\"success\",\"content\":\"a\",\"more\":1}",
        "{\"type\":\"success\",\"type\":\"success\",\"content\":\"a\"}",
        "{\"type\":\"success\",\"content\":\"a\"} and more",
        "{\"type\":\"Success\",\"content\":\"a\"}",
        "{\"type\":\"question\",\"content\":\"a\"}",
        "{\"type\":[\"success\"],\"content\":\"a\"}",
        "{\"type\":\"text\",\"text\":\"a\"}",
        "{\"content\":[{\"type\":\"text\",\"text\":\"a\"}]}",
        "{\"type\":\"error\",\"message\":\"a\"}",
        "{\"type\":\"error\",\"message\":\"a\",\"trace\":[]}",
        "{\"type\":\"error\",\"message\":\"a\",\"trace\":[1],\"transient\":true}",
        "{\"type\":\"error\",\"message\":\"a\",\"trace\":{},\"transient\":true}",
        "{\"type\":\"error\",\"message\":\"a\",\"trace\":[],\"transient\":\"true\"}",
        "{\"type\":\"error\",\"message\":1,\"trace\":[],\"transient\":true}",
        "{\"type\":\"error\",\"message\":\"a\",\"trace\":[],\"transient\":true,\"code\":1}",
        "{\"type\":\"needs_input\",\"question\":\"a\"}",
        "{\"type\":\"needs_input\",\"question\":{}}",
        "{\"type\":\"needs_input\"}",
      })
  void leavesOtherTextsAsTheyAre(String text) {
    assertThat(unwrapped(text)).isEmpty();
    assertThat(OutcomeJson.isOutcome(text)).isFalse();
    assertThat(unwrapped(ToolResponse.of(TextBlock.of(text)).failed())).isEmpty();
    assertThat(notes).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"answer_type\":\"boolean\"",
        "\"answer_type\":\"Number\"",
        "\"answer_type\":null",
        "\"answer_type\":[]",
        "\"answer_type\":{\"Select\":{\"options\":[]}}",
        "\"answer_type\":{\"Select\":{\"options\":[1]}}",
        "\"answer_type\":{\"Select\":{}}",
        "\"answer_type\":{\"Select\":{\"options\":[\"a\"]},\"Text\":{}}",
        "\"answer_type\":\"Text\",\"pre_amble\":7",
        "\"answer_type\":\"Text\",\"more\":7",
        "\"more\":7",
      })
  void leavesOtherQuestionsAsTheyAre(String fields) {
    assertThat(unwrapped(asking(fields))).isEmpty();
    assertThat(notes).isEmpty();
  }

  @Test
  void leavesQuestionsAsTheyAreThatHaveNoId() {
    String asking = asking("\"answer_type\":\"Text\"");
    assertThat(unwrapped(asking.replace("\"q\"", "\" \""))).isEmpty();
    assertThat(unwrapped(asking.replace("\"q\"", "\"" + "x".repeat(101) + "\""))).isEmpty();
    assertThat(unwrapped(asking.replace("\"Go?\"", "\"Go\\non?\"")).orElseThrow().questions())
        .extracting(InputRequest::text)
        .containsExactly("Go on?");
  }

  @Test
  void leavesAnswersAsTheyAreThatHaveMoreThanOneText() {
    TextBlock success = TextBlock.of(SUCCESS);
    assertThat(unwrapped(ToolResponse.of(success, success))).isEmpty();
    assertThat(unwrapped(ToolResponse.of())).isEmpty();
    var image =
        new MediaBlock(
            MediaBlock.Kind.IMAGE, ResourceContent.blob(new byte[1]), null, null, Map.of());
    assertThat(unwrapped(ToolResponse.of(success, image))).isEmpty();
    assertThat(unwrapped(ToolResponse.of(image))).isEmpty();
    assertThat(
            unwrapped(
                new ToolResponse(List.of(success), false, Map.of(), ResourceContent.text("{}"))))
        .isEmpty();
  }

  @Test
  void leavesWhatIsTooDeepAsItIs() {
    String deep = "[".repeat(100_000);
    assertThat(unwrapped("{\"type\":\"success\",\"content\":" + deep)).isEmpty();
    assertThat(unwrapped("{\"type\":\"success\",\"content\":\"" + deep + "\"}")).isPresent();
  }
}
