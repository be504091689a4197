package dev.attache.cli.view;

import dev.attache.core.routing.ForeignText;
import dev.attache.jars.ResultRenderers;
import dev.attache.resource.tool.SemanticResult;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The view of a kind by somebody else, whose code may fail: then a line says so, and the next view
 * is tried.
 */
final class ForeignView implements DataView {

  /** More lines are not of a result that somebody wants to read. */
  private static final int MAX_LINES = 100_000;

  private final ResultRenderers.Registered renderer;
  private final Consumer<String> problems;

  ForeignView(ResultRenderers.Registered renderer, Consumer<String> problems) {
    this.renderer = renderer;
    this.problems = problems;
  }

  @Override
  public @Nullable List<ShownLine> lines(SemanticResult result, Pane pane) {
    try {
      return shown(renderer.renderer().render(result, pane.width()));
    } catch (RuntimeException | LinkageError | StackOverflowError e) { // a stranger's code
      problems.accept(
          renderer.name()
              + " of "
              + renderer.origin()
              + " cannot show "
              + result.kind()
              + ": "
              + ForeignText.of(e));
      return null;
    }
  }

  private static List<ShownLine> shown(@Nullable List<String> lines) {
    if (lines == null) {
      throw new IllegalStateException("it returned null");
    }
    var shown = new ArrayList<ShownLine>();
    for (String line : lines) { // a null among them is a stranger's mistake, and thrown as such
      shown.addAll(line.isEmpty() ? List.of(ShownLine.of("")) : ShownLine.all(line));
      if (shown.size() > MAX_LINES) {
        throw new IllegalStateException("it returned more than " + MAX_LINES + " lines");
      }
    }
    return shown;
  }
}
