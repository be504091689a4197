package dev.attache.resource.testkit.tool;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.attache.core.tool.AnswerSource;
import dev.attache.core.tool.QuestionAnswer;
import dev.attache.core.tool.ToolCaller;
import dev.attache.core.tool.ToolOutcome;
import dev.attache.resource.ResourceException;
import dev.attache.resource.Text;
import dev.attache.resource.testkit.trial.Trial;
import dev.attache.resource.tool.ContentBlock;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import dev.attache.resource.tool.Tool;
import dev.attache.resource.tool.ToolContext;
import dev.attache.resource.tool.ToolObserver;
import dev.attache.resource.tool.ToolResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The contract that every tool has to keep to, as tests: extend it, fill the hooks, and run it with
 * JUnit. A tool that is written in Java needs {@link #tool()} and {@link #arguments()}.
 *
 * <pre>{@code
 * class CountToolTest extends ToolContract {
 *   protected Tool tool() {
 *     return new CountTool();
 *   }
 *
 *   protected Map<String, Object> arguments() {
 *     return Map.of("text", "one two");
 *   }
 * }
 * }</pre>
 *
 * <p>What makes tools of something else, such as programs or servers, fills the other hooks, too:
 * it is then put through answers that are malformed, endless, cut off or missing. A test whose hook
 * gives nothing is aborted, with the name of the hook. Its rules are those of {@link Tool} and of
 * RFD 058.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
public abstract class ToolContract {

  private static final Duration SHORT = Duration.ofSeconds(1);
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final int THREADS = 4;
  private static final int MANY = 100_000;
  private static final int DEEP = 10_000;
  private static final int MOST_CALLS = 20;

  private final List<String> notes = new CopyOnWriteArrayList<>();

  /** Made anew for each test. */
  protected ToolContract() {}

  /**
   * {@return the tool, which answers {@link #arguments()}}
   *
   * @throws Exception if it cannot be made, which fails the test
   */
  protected abstract Tool tool() throws Exception;

  /** {@return the arguments of a call that goes well} */
  protected Map<String, Object> arguments() {
    return Map.of();
  }

  /** {@return the answers to what it asks in such a call, by the ids of the questions} */
  protected Map<String, Object> answers() {
    return Map.of();
  }

  /**
   * {@return a tool of the same making whose program prints these bytes, or whose server sends them
   * as its result; null if its answers are made by its own code}
   *
   * @param answer all that it prints, or the body of its result; may be no JSON
   * @throws Exception if it cannot be made, which fails the test
   */
  protected @Nullable Tool answering(byte[] answer) throws Exception {
    return null;
  }

  /**
   * {@return a tool of the same making that never answers; null if there is no such thing}
   *
   * @throws Exception if it cannot be made, which fails the test
   */
  protected @Nullable Tool silent() throws Exception {
    return null;
  }

  /**
   * {@return a tool of the same making that ends in the middle of its answer; null if none can}
   *
   * @throws Exception if it cannot be made, which fails the test
   */
  protected @Nullable Tool dying() throws Exception {
    return null;
  }

  /**
   * {@return a tool of the same making whose answer has no end; null if none can be so}
   *
   * @throws Exception if it cannot be made, which fails the test
   */
  protected @Nullable Tool flooding() throws Exception {
    return null;
  }

  /** {@return how long something may take that takes no time} */
  protected Duration patience() {
    return Duration.ofSeconds(20);
  }

  @Test
  void hasANameThatEveryProviderTakes() throws Exception {
    assertThat(tool().name())
        .as("name() matches Tool.NAME: 1 to 64 letters, digits, _ and -")
        .matches(Tool.NAME);
  }

  @Test
  void describesItselfInPlainText() throws Exception {
    assertThat(tool().description().codePoints())
        .as("description() is text for people and models, without control characters")
        .noneMatch(c -> Character.isISOControl(c) && c != '\n' && c != '\t');
  }

  @Test
  void takesAnObject() throws Exception {
    assertThat(tool().inputSchema().get("type"))
        .as("inputSchema() is the JSON Schema of an object, as all arguments are one")
        .isEqualTo("object");
  }

  @Test
  void saysWhereItIsFrom() throws Exception {
    assertThat(tool().source())
        .as("source() is builtin, local, or mcp: with the server's name")
        .matches("builtin|local|mcp:.+");
  }

  @Test
  void saysTheSameOfItselfAtEveryCall() throws Exception {
    Tool tool = tool();
    assertThat(List.of(tool.name(), tool.description(), tool.inputSchema(), tool.annotations()))
        .as("what a tool says of itself does not change: requests for models have it")
        .isEqualTo(
            List.of(tool.name(), tool.description(), tool.inputSchema(), tool.annotations()));
  }

  @Test
  void answersACall() throws Exception {
    ToolOutcome outcome = called(tool());
    assertThat(outcome.response().isError())
        .as("a call with arguments() and answers() goes well, but: %s", outcome.response())
        .isFalse();
    assertThat(outcome.response().given())
        .as("a tool says something, if only that it is done")
        .isNotEmpty();
  }

  @Test
  void answersSeveralCallsAtOnce() throws Exception {
    Tool tool = tool();
    var trials = new ArrayList<Trial<ToolOutcome>>();
    for (int i = 0; i < THREADS; i++) {
      trials.add(Trial.start(() -> called(tool)));
    }
    for (Trial<ToolOutcome> trial : trials) {
      assertThat(trial.result().response().isError())
          .as("several calls may run at once: keep no state in fields")
          .isFalse();
    }
  }

  @Test
  void failsWhenItsTimeIsUp() throws Exception {
    Tool silent = given(silent(), "silent()");
    Trial<String> trial = Trial.start(() -> failure(silent, SHORT));
    assertThat(trial.endsWithin(SHORT.plus(patience())))
        .as("call() ends when its time is up")
        .isTrue();
    assertThat(trial.result())
        .as("an answer that never came is a ResourceException, or an error that says so")
        .isNotEmpty();
  }

  @Test
  void endsWhenItsThreadIsInterrupted() throws Exception {
    Tool silent = given(silent(), "silent()");
    Trial<String> trial = Trial.start(() -> failure(silent, LONG));
    trial.awaitUnderWay(patience());
    trial.interrupt();
    assertThat(trial.endsWithin(patience()))
        .as("call() ends when its thread is interrupted, and with it what it has started")
        .isTrue();
  }

  @Test
  void isAFailureIfItEndsInTheMiddle() throws Exception {
    assertThat(failure(given(dying(), "dying()"), LONG))
        .as("half an answer is none: throw a ResourceException, or give an error that says why")
        .isNotEmpty();
  }

  @Test
  void boundsAnAnswerWithoutEnd() throws Exception {
    Tool flooding = given(flooding(), "flooding()");
    Trial<String> trial = Trial.start(() -> failure(flooding, Duration.ofSeconds(2)));
    assertThat(trial.endsWithin(LONG))
        .as("an answer without end costs neither all memory nor more than its time")
        .isTrue();
  }

  @Test
  void keepsWhatIsSoundBesideWhatIsNot() throws Exception {
    ToolResponse response =
        answer(
            """
            {"content": [{"type": "question", "question": {"id": "x"}}, 17,
             {"type": "resource"}, {"type": "text", "text": "sound"}]}""");
    assertThat(texts(response))
        .as("one malformed block hides no other: read answers with ToolResponseJson")
        .contains("sound");
    assertThat(notes).as("what is left out is said to ToolObserver.note").isNotEmpty();
  }

  @Test
  void keepsBlocksThatNobodyKnows() throws Exception {
    ToolResponse response = answer("{\"content\": [{\"type\": \"hologram\", \"depth\": 1}]}");
    assertThat(response.content())
        .as("a block of an unknown type is kept: read answers with ToolResponseJson")
        .extracting(ContentBlock::type)
        .containsExactly("hologram");
  }

  @Test
  void endsWithAnAnswerOfManyBlocks() throws Exception {
    String block = "{\"type\": \"text\", \"text\": \"x\"},";
    ends("{\"content\": [" + block.repeat(MANY) + "{\"type\": \"text\", \"text\": \"y\"}]}");
  }

  @Test
  void endsWithAnAnswerThatIsNestedDeeply() throws Exception {
    ends("{\"content\": " + "[".repeat(DEEP) + "]".repeat(DEEP) + "}");
  }

  @Test
  void givesTextThatCanBeSentOn() throws Exception {
    ToolResponse response =
        answer("{\"content\": [{\"type\": \"text\", \"text\": \"half \\ud83d a pair\"}]}");
    for (String text : texts(response)) {
      assertThat(UTF_8.newEncoder().canEncode(text))
          .as("half of a pair of surrogates is replaced: read answers with ToolResponseJson")
          .isTrue();
    }
  }

  @Test
  void isNotAskedForEver() throws Exception {
    Tool asking =
        given(
            answering(
                """
                {"content": [{"type": "question", "question": {"id": "again", "text": "Again?",
                 "schema": {"type": "integer"}}}]}"""
                    .replace("\n", "")
                    .getBytes(UTF_8)),
            "answering(byte[])");
    var asked = new ArrayList<Integer>();
    AnswerSource counting =
        (question, before) -> {
          asked.add(asked.size());
          return Optional.of(new QuestionAnswer(asked.size(), QuestionAnswer.By.USER));
        };
    ToolOutcome outcome =
        new ToolCaller(List.of(counting), (schema, value) -> List.of())
            .call(asking, context(asking), LONG);
    assertThat(outcome.response().isError())
        .as("whoever asks for ever is given up: questions are QuestionBlocks of the answer")
        .isTrue();
    assertThat(outcome.calls()).isLessThanOrEqualTo(MOST_CALLS);
  }

  private static <T> T given(@Nullable T offered, String hook) {
    return offered == null ? abort("override " + hook + " to test this rule") : offered;
  }

  private ToolOutcome called(Tool tool) {
    AnswerSource given =
        (question, before) ->
            Optional.ofNullable(answers().get(question.id()))
                .map(value -> new QuestionAnswer(value, QuestionAnswer.By.OPTION));
    return new ToolCaller(List.of(given), (schema, value) -> List.of())
        .call(tool, context(tool), LONG);
  }

  private ToolContext context(Tool tool) {
    ToolObserver observer =
        new ToolObserver() {
          @Override
          public void note(String line) {
            notes.add(line);
          }
        };
    return new ToolContext(tool.name(), arguments(), Map.of(), tool.options(), "/", observer);
  }

  private ToolResponse answer(String json) throws Exception {
    byte[] bytes = json.replace("\n", "").getBytes(UTF_8);
    Tool tool = given(answering(bytes), "answering(byte[])");
    return tool.call(context(tool), LONG);
  }

  private void ends(String json) throws Exception {
    Tool tool = given(answering(json.getBytes(UTF_8)), "answering(byte[])");
    Trial<String> trial = Trial.start(() -> failure(tool, LONG));
    assertThat(trial.endsWithin(LONG.plus(patience())))
        .as("an answer that nobody means well with is read in bounded time")
        .isTrue();
    String unused =
        trial.result(); // whether it is taken is the reader's business, but not an Error
  }

  /** What a call fails with; empty if it goes well. */
  private String failure(Tool tool, Duration timeout) {
    try {
      ToolResponse response = tool.call(context(tool), timeout);
      return response.isError() ? "an error: " + response : "";
    } catch (ResourceException e) {
      return e.kind() + ": " + e.message();
    }
  }

  private static List<String> texts(ToolResponse response) {
    var texts = new ArrayList<String>();
    for (ContentBlock block : response.content()) {
      if (block instanceof TextBlock each && each.text() instanceof Text text) {
        texts.add(text.value());
      }
    }
    return texts;
  }
}
