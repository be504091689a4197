package dev.attache.core.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceJson;
import dev.attache.resource.tool.AnswerType;
import dev.attache.resource.tool.ContentBlock;
import dev.attache.resource.tool.ContentBlock.QuestionBlock;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import dev.attache.resource.tool.InputRequest;
import dev.attache.resource.tool.Tool;
import dev.attache.resource.tool.ToolContext;
import dev.attache.resource.tool.ToolObserver;
import dev.attache.resource.tool.ToolResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ToolCallerTest {

  private static final Duration LONG = Duration.ofMinutes(1);

  /** Knows one keyword, which is enough to tell right from wrong. */
  private static final SchemaRule RULE =
      (schema, value) ->
          "boolean".equals(schema.get("type")) && !(value instanceof Boolean)
              ? List.of("must be true or false")
              : List.of();

  private final List<Map<String, Object>> calls = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();

  /** What a tool answers. */
  @FunctionalInterface
  private interface Behaviour {
    ToolResponse answer(Map<String, Object> answers) throws ResourceException;
  }

  private Tool tool(Behaviour behaviour) {
    return new Tool() {
      @Override
      public String name() {
        return "t";
      }

      @Override
      public String description() {
        return "";
      }

      @Override
      public Map<String, Object> inputSchema() {
        return Map.of();
      }

      @Override
      public String source() {
        return LOCAL;
      }

      @Override
      public ToolResponse call(ToolContext context, Duration timeout) throws ResourceException {
        calls.add(context.answers());
        return behaviour.answer(context.answers());
      }
    };
  }

  private ToolOutcome call(Behaviour behaviour, AnswerSource... sources) {
    var observer =
        new ToolObserver() {
          @Override
          public void note(String line) {
            notes.add(line);
          }
        };
    var context = new ToolContext("t", Map.of(), Map.of(), Map.of(), null, observer);
    return new ToolCaller(List.of(sources), RULE).call(tool(behaviour), context, LONG);
  }

  private static InputRequest question(String id) {
    return InputRequest.of(id, id + "?", AnswerType.BOOLEAN.schema());
  }

  private static AnswerSource always(@Nullable Object value) {
    return (question, before) -> Optional.of(new QuestionAnswer(value, QuestionAnswer.By.USER));
  }

  private static String text(ToolResponse response) throws Exception {
    var block = (TextBlock) response.content().get(0);
    return new String(block.text().open().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
  }

  @Test
  void callsAgainWithAllAnswersUntilNothingIsAsked() throws Exception {
    ToolOutcome outcome =
        call(
            answers ->
                answers.size() == 2
                    ? ToolResponse.of(TextBlock.of("done"))
                    : ToolResponse.of(QuestionBlock.of(question("q" + answers.size()))),
            always(true));
    assertThat(text(outcome.response())).isEqualTo("done");
    assertThat(calls).containsExactly(Map.of(), Map.of("q0", true), Map.of("q0", true, "q1", true));
    assertThat(outcome.asked())
        .extracting(each -> each.question().id())
        .containsExactly("q0", "q1");
    assertThat(outcome.calls()).isEqualTo(3);
  }

  @Test
  void asksTheSourcesInTheirOrderWithWhatIsSaidBeforeAndAfter() {
    var before = new ArrayList<List<ContentBlock>>();
    var after = new ArrayList<List<ContentBlock>>();
    var second =
        new AnswerSource() {
          @Override
          public Optional<QuestionAnswer> answer(InputRequest question, List<ContentBlock> blocks) {
            before.add(blocks);
            return Optional.of(new QuestionAnswer(true, QuestionAnswer.By.DEFAULT));
          }

          @Override
          public void after(List<ContentBlock> rest) {
            after.add(rest);
          }
        };
    AnswerSource first =
        (question, blocks) ->
            question.id().equals("a")
                ? Optional.of(new QuestionAnswer(false, QuestionAnswer.By.OPTION))
                : Optional.empty();
    ToolOutcome outcome =
        call(
            answers ->
                answers.isEmpty()
                    ? ToolResponse.of(
                        TextBlock.of("1"),
                        QuestionBlock.of(question("a")),
                        TextBlock.of("2"),
                        QuestionBlock.of(question("b")),
                        TextBlock.of("3"))
                    : ToolResponse.of(TextBlock.of("done")),
            first,
            second);
    assertThat(outcome.asked())
        .extracting(each -> each.answer().by())
        .containsExactly(QuestionAnswer.By.OPTION, QuestionAnswer.By.DEFAULT);
    assertThat(before).containsExactly(List.of(TextBlock.of("2")));
    assertThat(after).containsExactly(List.of(TextBlock.of("3")));
  }

  @Test
  void endsWithTheSameQuestionAndTheSameAnswer() throws Exception {
    ToolOutcome outcome =
        call(answers -> ToolResponse.of(QuestionBlock.of(question("q"))), always(true));
    assertThat(text(outcome.response())).isEqualTo("t asks the same again");
    assertThat(outcome.response().isError()).isTrue();
    assertThat(outcome.response().error().kind()).isEqualTo("asks-too-much");
    assertThat(calls).hasSize(2);
  }

  @Test
  void endsAfterTwentyCallsAndAfterAHundredQuestions() throws Exception {
    ToolOutcome outcome =
        call(
            answers -> ToolResponse.of(QuestionBlock.of(question("q" + answers.size()))),
            always(true));
    assertThat(text(outcome.response())).isEqualTo("t still asks after it was called 20 times");
    calls.clear();
    ToolOutcome many =
        call(
            answers -> {
              var blocks = new ArrayList<ContentBlock>();
              for (int i = 0; i < 60; i++) {
                blocks.add(QuestionBlock.of(question("q" + (answers.size() + i))));
              }
              return ToolResponse.of(blocks.toArray(ContentBlock[]::new));
            },
            always(true));
    assertThat(text(many.response())).isEqualTo("t has asked 100 questions, the limit");
    assertThat(many.asked()).hasSize(100);
  }

  @Test
  void neverSendsAWrongAnswer() throws Exception {
    ToolOutcome outcome =
        call(answers -> ToolResponse.of(QuestionBlock.of(question("q"))), always("yes"));
    assertThat(text(outcome.response())).isEqualTo("the answer to q must be true or false");
    assertThat(outcome.response().error().kind()).isEqualTo("wrong-answer");
    assertThat(calls).hasSize(1);
  }

  @Test
  void namesAllThatIsAskedWhereNobodyAnswers() throws Exception {
    ToolOutcome outcome =
        call(
            answers ->
                ToolResponse.of(
                    QuestionBlock.of(question("a").withDefault(true)),
                    QuestionBlock.of(question("b"))));
    assertThat(text(outcome.response()))
        .isEqualTo(
            """
            t needs input, and cannot ask without a terminal:
            a: a? (schema {"type":"boolean"}, default true); answer it with --answer a=JSON
            b: b? (schema {"type":"boolean"}); answer it with --answer b=JSON""");
    assertThat(outcome.response().error().kind()).isEqualTo("needs-input");
    assertThat(String.valueOf(outcome.response().meta().get(ToolResponse.ERROR)))
        .as("the same in each run, as histories and requests need it")
        .isEqualTo("{kind=needs-input, transient=false}");
  }

  @Test
  void namesTheSettingThatAnswersWhereAModelCalls() throws Exception {
    ToolOutcome outcome =
        new ToolCaller(List.of(), RULE)
            .forModel()
            .call(
                tool(answers -> ToolResponse.of(QuestionBlock.of(question("a")))),
                new ToolContext("t", Map.of(), Map.of(), Map.of(), null, ToolObserver.NOBODY),
                LONG);
    assertThat(text(outcome.response()))
        .isEqualTo(
            "t needs input, and cannot ask without a terminal: a: a?; set its answer in"
                + " [tools.t.questions.a] (schema {\"type\":\"boolean\"})");
  }

  @Test
  void offersNoDefaultThatTheSchemaDoesNotAllow() {
    var defaults = new ArrayList<Boolean>();
    call(
        answers ->
            answers.isEmpty()
                ? ToolResponse.of(QuestionBlock.of(question("q").withDefault("maybe")))
                : ToolResponse.of(),
        (question, before) -> {
          defaults.add(question.hasDefault());
          return Optional.of(new QuestionAnswer(true, QuestionAnswer.By.USER));
        });
    assertThat(defaults).containsExactly(false);
    assertThat(notes)
        .containsExactly("the default of the question q is ignored: it must be true or false");
  }

  @Test
  void namesNoDefaultThatTheSchemaDoesNotAllowWhereNobodyAnswers() throws Exception {
    ToolOutcome outcome =
        call(
            answers ->
                ToolResponse.of(
                    QuestionBlock.of(question("a").withDefault("maybe")),
                    QuestionBlock.of(question("b").withDefault(7))));
    assertThat(text(outcome.response()))
        .isEqualTo(
            """
            t needs input, and cannot ask without a terminal:
            a: a? (schema {"type":"boolean"}); answer it with --answer a=JSON
            b: b? (schema {"type":"boolean"}); answer it with --answer b=JSON""");
    assertThat(notes)
        .as("each is said once, also of a question that was not reached")
        .containsExactly(
            "the default of the question a is ignored: it must be true or false",
            "the default of the question b is ignored: it must be true or false");
  }

  @Test
  void saysOnceThatADefaultIsIgnoredHoweverOftenItIsAsked() {
    call(
        answers ->
            answers.size() < 3
                ? ToolResponse.of(
                    QuestionBlock.of(question("q").withDefault("maybe")),
                    QuestionBlock.of(question("q" + answers.size())))
                : ToolResponse.of(),
        always(true));
    assertThat(calls).hasSize(3);
    assertThat(notes).hasSize(1);
  }

  @Test
  void answersWithWhatKeptTheToolFromAnswering() throws Exception {
    ToolOutcome outcome =
        call(
            answers -> {
              throw ResourceException.of(
                      ResourceException.Kind.TIMEOUT, "tool:t", "took longer than 1 s")
                  .asTransient();
            });
    assertThat(text(outcome.response())).isEqualTo("t: took longer than 1 s");
    assertThat(outcome.response().error().kind()).isEqualTo("timeout");
    assertThat(outcome.response().error().isTransient()).isTrue();
  }

  @Test
  void asksNothingOfAToolThatFailed() {
    ToolOutcome outcome =
        call(answers -> ToolResponse.of(QuestionBlock.of(question("q"))).failed(), always(true));
    assertThat(outcome.response().isError()).isTrue();
    assertThat(calls).hasSize(1);
  }

  @Test
  void refusesTwoToolsOfOneName() {
    Tool tool = tool(answers -> ToolResponse.of());
    assertThatThrownBy(() -> ToolRegistry.of(List.of(tool, tool)))
        .hasMessage("tool (t) is defined twice: by local and by local");
    assertThat(ToolRegistry.of(List.of(tool)).find("t")).containsSame(tool);
  }

  @Test
  void givesToolsTheSameContextInEveryRun() {
    var context =
        new ToolContext(
            "t",
            Map.of("a", List.of(1, "\u2028")),
            Map.of("q", true),
            Map.of(),
            "/w",
            ToolObserver.NOBODY);
    assertThat(context.json())
        .isEqualTo(
            "{\"tool\":{\"name\":\"t\",\"arguments\":{\"a\":[1,\"\\u2028\"]},"
                + "\"answers\":{\"q\":true},\"options\":{}},"
                + "\"context\":{\"action\":\"run\",\"root\":\"/w\"}}");
    assertThat(context.rootless().json()).endsWith("\"context\":{\"action\":\"run\"}}");
  }

  /** Knows the types of properties. */
  private static final SchemaRule TYPES =
      (schema, value) ->
          map(value).entrySet().stream()
              .filter(each -> !isOf(schema.get(each.getKey()), each.getValue()))
              .map(each -> "/" + each.getKey() + " must be " + schema.get(each.getKey()))
              .toList();

  private static Map<?, ?> map(@Nullable Object value) {
    return value instanceof Map<?, ?> map ? map : Map.of();
  }

  private static boolean isOf(@Nullable Object type, @Nullable Object value) {
    return switch (String.valueOf(type)) {
      case "object" -> value instanceof Map;
      case "array" -> value instanceof List;
      case "string" -> value instanceof String;
      default -> true;
    };
  }

  /**
   * Returns the arguments of a call to a tool with an object, a list and a text, or their fault.
   */
  private static String calledWith(Map<String, Object> arguments) throws Exception {
    var tool =
        new Tool() {
          @Override
          public String name() {
            return "t";
          }

          @Override
          public String description() {
            return "";
          }

          @Override
          public Map<String, Object> inputSchema() {
            return Map.of("filter", "object", "tags", "array", "note", "string");
          }

          @Override
          public String source() {
            return LOCAL;
          }

          @Override
          public ToolResponse call(ToolContext context, Duration timeout) {
            return ToolResponse.of(TextBlock.of(ResourceJson.text(context.arguments())));
          }
        };
    var caller = new ToolCaller(List.of(), TYPES);
    ToolResponse called = caller.call(tool, ToolContext.of("t", arguments), LONG).response();
    assertThat(caller.argumentProblem(tool, arguments) == null).isEqualTo(!called.isError());
    return text(called);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "filter | {'a':1.50}  | {'filter':{'a':1.50}}",
        "tags   | ['x']       | {'tags':['x']}",
        "note   | {'a':1}     | {'note':'{\\'a\\':1}'}",
        "other  | [1]         | {'other':'[1]'}",
        "filter | ['x']       | the arguments of t do not fit: /filter must be object",
        "filter | {'a'        | the arguments of t do not fit: /filter must be object",
        "tags   | x           | the arguments of t do not fit: /tags must be array",
      })
  void takesTheTextOfAnObjectOrAListForItWhereTheSchemaHasNoText(
      String name, String text, String expected) throws Exception {
    assertThat(calledWith(Map.of(name, text.replace('\'', '"'))))
        .isEqualTo(expected.replace('\'', '"'));
  }

  @Test
  void setsRightWhatItCanAndSaysWhatIsLeft() throws Exception {
    var arguments = new LinkedHashMap<String, Object>();
    arguments.put("note", "{}");
    arguments.put("filter", "{}");
    arguments.put("tags", 7);
    assertThat(calledWith(arguments))
        .isEqualTo("the arguments of t do not fit: /tags must be array");
    arguments.put("tags", " [ ] ");
    assertThat(calledWith(arguments)).isEqualTo("{\"note\":\"{}\",\"filter\":{},\"tags\":[]}");
  }
}
