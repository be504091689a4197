package dev.attache.cli.view;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.cli.options.Arguments;
import dev.attache.cli.options.Options;
import dev.attache.cli.run.Run;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.jars.ResultRenderers;
import dev.attache.resource.tool.DisplayHints;
import dev.attache.resource.tool.SemanticResult;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The results for people in a history: a view of each that says what it is. */
public final class HistoryResults {

  private static final String RESULTS = "--results";
  private static final String EXPAND = "--expand";

  private final ResultView view;
  private final boolean isRaw;

  HistoryResults(ResultView view, boolean isRaw) {
    this.view = view;
    this.isRaw = isRaw;
  }

  /**
   * Returns those of one run.
   *
   * @param indent how many characters stand before each line
   */
  public static HistoryResults of(Run run, Supplier<ResultRenderers> renderers, int indent) {
    Arguments arguments = run.options().arguments();
    Pane pane = Pane.of(run.streams(), arguments.has(EXPAND)).plain(indent);
    return new HistoryResults(
        new ResultView(pane, renderers, run.console()::error), arguments.has("--raw"));
  }

  /** Adds the options to a command. */
  public static void addTo(Options options) {
    options
        .flag("Also show results of tools that are for people; --raw shows their JSON.", RESULTS)
        .flag("With --results: show them whole, however long they are.", EXPAND);
  }

  /** Whether they are wanted. */
  public static boolean isWanted(Arguments arguments) {
    return arguments.has(RESULTS);
  }

  /** Returns the result for people that an answer has; null if it has none. */
  public @Nullable SemanticResult of(ToolResult answer) {
    return PrintedResult.of(answer.response()).result();
  }

  /** Returns the lines of the view; none if there is no result, or if it is hidden. */
  public List<String> lines(ToolResult answer) throws IOException {
    SemanticResult result = of(answer);
    if (result == null) {
      return List.of();
    }
    var out = new ByteArrayOutputStream();
    if (isRaw) {
      PrintedResult.writeRaw(result.toMap(), out);
    } else {
      view.write(result, out);
    }
    return out.toString(UTF_8).lines().toList();
  }

  /** Returns the answers of calls that were made side by side in the order to show them in. */
  public List<ToolResult> inOrder(List<ToolResult> answers) {
    var ordered = new ArrayList<>(answers);
    if (view.isOrdered()) {
      ordered.sort(Comparator.comparingDouble(each -> -rank(each))); // which is stable
    }
    return ordered;
  }

  private double rank(ToolResult answer) {
    SemanticResult result = of(answer);
    return (result == null ? DisplayHints.NONE : result.display()).rank();
  }
}
