package dev.attache.cli.view;

import dev.attache.cli.options.Arguments;
import dev.attache.cli.options.Options;
import dev.attache.cli.run.Run;
import dev.attache.cli.terminal.ResultOutput;
import dev.attache.delivery.form.PromptText;
import dev.attache.delivery.form.RequestJson;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.jars.ResultRenderers;
import dev.attache.resource.tool.SemanticResult;
import dev.attache.resource.tool.ToolResponse;
import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import java.util.function.Supplier;

/**
 * A printer of what a tool answered for people, of which nothing is recorded: a result that says
 * what it is as its view, and all else as models get it.
 */
public final class ShownPrint {

  private static final String SHOW = "--show";
  private static final String EXPAND = "--expand";

  private final Run run;
  private final ResultView view;

  /**
   * @param renderers what loads those by others, when there is a kind that nobody knows
   */
  public ShownPrint(Run run, Supplier<ResultRenderers> renderers) {
    this.run = run;
    this.view = ResultView.of(run, renderers, run.options().arguments().has(EXPAND));
  }

  /** Adds the options to a command. */
  public static void addTo(Options options, String description) {
    options.flag(description, SHOW).flag("With --show: show it whole, however long it is.", EXPAND);
  }

  /** Whether that is wanted. */
  public static boolean isWanted(Arguments arguments) {
    return arguments.has(SHOW);
  }

  /** Writes the answer of a tool: what is for people, or else what models are given. */
  public void write(ToolResponse response) throws IOException {
    write(PrintedResult.of(response), response);
  }

  /** Writes what a tool has printed. */
  public void write(PrintedResult printed, ToolResponse response) throws IOException {
    boolean isJson = run.options().isJson();
    boolean isRaw = isJson || run.options().arguments().has("--raw");
    SemanticResult result = printed.result();
    boolean isSafe = result != null && !isRaw;
    try (ResultOutput output =
        isSafe
            ? ResultOutput.colored(run.streams(), false)
            : ResultOutput.standard(run.streams(), false)) {
      Map<String, Object> json = printed.json();
      if (isSafe && result != null) {
        view.write(result, output.stream());
      } else if (json != null && isRaw) {
        writeJson(json, isJson, output);
      } else {
        writeResponse(response, isJson, output);
      }
      output.commit();
    }
  }

  private static void writeJson(Map<String, Object> json, boolean isOneLine, ResultOutput output)
      throws IOException {
    if (isOneLine) {
      PrintedResult.writeJson(json, output.stream());
    } else {
      PrintedResult.writeRaw(json, output.stream());
    }
  }

  private static void writeResponse(ToolResponse response, boolean isJson, ResultOutput output)
      throws IOException {
    var result = new ToolResult(Instant.EPOCH, 0, "", "tool", response);
    if (isJson) {
      RequestJson.writeResult(result, output.stream());
    } else {
      PromptText.writeResult(result, output.stream());
    }
  }
}
