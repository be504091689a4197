package dev.attache.cli.turns;

import dev.attache.cli.run.ResolverSession;
import dev.attache.cli.run.Run;
import dev.attache.cli.terminal.ResultOutput;
import dev.attache.cli.view.PrintedResult;
import dev.attache.cli.view.ResultView;
import dev.attache.delivery.form.PromptText;
import dev.attache.delivery.form.RequestJson;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.resource.tool.SemanticResult;
import dev.attache.resource.tool.ToolResponse;
import java.io.IOException;
import java.time.Instant;
import java.util.Map;

/**
 * A printer of what a tool answered for people, of which nothing is recorded: a result that says
 * what it is as its view, and all else as models get it.
 */
final class ShownPrint {

  private final Run run;
  private final ResultView view;

  ShownPrint(Run run, ResolverSession resolving, boolean isExpanded) {
    this.run = run;
    this.view = ResultView.of(run, resolving::renderers, isExpanded);
  }

  void write(PrintedResult printed, ToolResponse response) throws IOException {
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
