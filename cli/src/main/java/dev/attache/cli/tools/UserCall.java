package dev.attache.cli.tools;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.cli.options.Arguments;
import dev.attache.cli.options.Options;
import dev.attache.cli.run.Run;
import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.UsageException;
import dev.attache.core.tool.AnswerSource;
import dev.attache.core.tool.QuestionAnswer;
import dev.attache.core.tool.QuestionAnswer.By;
import dev.attache.core.tool.RetriedTool;
import dev.attache.core.tool.ToolCaller;
import dev.attache.core.tool.ToolOutcome;
import dev.attache.delivery.form.PromptText;
import dev.attache.mcp.Elicitation;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.tool.StructuredJson;
import dev.attache.resource.tool.Tool;
import dev.attache.resource.tool.ToolContext;
import dev.attache.resource.tool.ToolResponse;
import dev.attache.schemas.JsonSchemas;
import dev.attache.schemas.OutputCheck;
import dev.attache.support.text.SizeText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One call of a tool by the user, who answers what the tool asks, and what its server asks on the
 * way: with options, with what is configured, at a terminal, and last with the defaults.
 */
public final class UserCall {

  private static final int MOST_RETRIES = 10;

  private final GivenAnswers given = new GivenAnswers();
  private final JsonSchemas schemas = new JsonSchemas();
  private final List<AnswerSource> asked = new ArrayList<>();
  private @Nullable ElicitedAnswers elicited;
  private int retries;

  /** What is called, and with what. */
  public record Request(Tool tool, Map<String, Object> arguments, Duration timeout) {}

  /** Adds the options to a command. */
  public void addTo(Options options) {
    given.addTo(options);
    options.value("N", "Retry a read-only tool up to N times if the failure may pass.", "--retry");
  }

  /**
   * Reads the options.
   *
   * @param canAsk whether somebody at a terminal can answer
   */
  public UserCall read(Arguments arguments, Run run, boolean canAsk) throws UsageException {
    given.read(arguments);
    retries = retries(arguments.value("--retry"));
    if (canAsk) {
      asked.add(new TerminalAnswers(run.streams(), run.console(), schemas, "call"));
    }
    boolean acceptsDefaults = arguments.has("--accept-defaults");
    if (acceptsDefaults) {
      asked.add((question, before) -> GivenAnswers.ofDefault(question));
    }
    var sources = new ArrayList<AnswerSource>();
    sources.add(given);
    sources.addAll(asked);
    var all = new ElicitedAnswers.Sources(List.copyOf(sources), null);
    elicited = new ElicitedAnswers(server -> all, schemas, run.console(), canAsk, acceptsDefaults);
    return this;
  }

  private static int retries(@Nullable String written) throws UsageException {
    if (written == null) {
      return 0;
    }
    if (!written.matches("[0-9]{1,2}") || Integer.parseInt(written) > MOST_RETRIES) {
      throw new UsageException("--retry (" + written + ") must be 0 to " + MOST_RETRIES);
    }
    return Integer.parseInt(written);
  }

  /**
   * Returns what answers the forms of servers, and declines those that nobody answers. It is always
   * offered, because many servers hide tools from clients without it. Null before the options are
   * read.
   */
  public @Nullable Elicitation elicitation() {
    return elicited;
  }

  /**
   * Makes the call, and says what there is to say about its answer.
   *
   * @param name what the tool is called in what is said
   * @param configured the answers that the configuration has, by question
   */
  public ToolOutcome make(Request request, String name, Map<String, ?> configured, Run run)
      throws UsageException {
    Tool tool = request.tool();
    var sources = new ArrayList<AnswerSource>();
    sources.add(given);
    sources.add(
        (question, before) ->
            configured.containsKey(question.id())
                ? Optional.of(new QuestionAnswer(configured.get(question.id()), By.CONFIGURATION))
                : Optional.empty());
    sources.addAll(asked);
    try (ToolProgress progress = ToolProgress.of(run, name)) {
      var context =
          new ToolContext(
              tool.name(),
              request.arguments(),
              Map.of(),
              tool.options(),
              run.realWorkspace().toString(),
              progress);
      Tool shown = progress.watched(RetriedTool.of(tool, retries));
      ElicitedAnswers forms = elicited;
      if (forms != null) {
        forms.showing(progress);
      }
      ToolOutcome outcome =
          new ToolCaller(sources, schemas).call(shown, context, request.timeout());
      return forms == null ? outcome : outcome.alsoAsked(forms.asked());
    }
  }

  /** Checks an answer against what its tool has promised, and says what is wrong. */
  public OutputCheck check(Tool tool, ToolResponse response, String name, Console console) {
    OutputCheck check = OutputCheck.of(tool, response, schemas);
    if (check.remark() != null) {
      console.note(name + ": " + check.remark());
    }
    return check;
  }

  /**
   * Says that an answer has something for programs that is not in what models and people are given.
   *
   * @param remedy how it can be seen, after a comma or semicolon; empty if it cannot
   */
  public static void sayMore(String name, ToolResponse response, String remedy, Console console) {
    ResourceContent structured = response.structured();
    if (structured != null && StructuredJson.saysMore(response)) {
      console.note(
          name
              + ": also answered with "
              + SizeText.of(structured.size())
              + " of structured content that says more"
              + remedy);
    }
  }

  /** Says that a tool failed, and why. */
  public static void sayError(String name, ToolResponse response, Console console)
      throws IOException {
    var said = new ByteArrayOutputStream();
    PromptText.writeResponse(response, said);
    String more = response.error().isTransient() ? ", another try may succeed" : "";
    console.error(name + " failed" + more + (said.size() == 0 ? " without a reason" : ":"));
    said.toString(UTF_8).lines().forEach(console::error);
    String kind = String.valueOf(response.error().kind());
    switch (kind) {
      case "timeout" -> console.error("raise the time limit with --timeout");
      case "too-large" -> console.error("raise the limit with --max-bytes");
      default -> {
        // The reason says what to do, as far as anybody knows.
      }
    }
  }
}
