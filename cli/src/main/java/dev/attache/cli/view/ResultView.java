package dev.attache.cli.view;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.cli.run.Run;
import dev.attache.jars.ResultRenderers;
import dev.attache.resource.tool.SemanticResult;
import dev.attache.support.text.OneLine;
import dev.attache.support.text.SizeText;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A printer of results for people. Nothing that it prints can do more to a terminal than be read;
 * on one, long results are cut where their tools ask for it. Renderers by others are loaded when
 * there is a kind that nobody knows. Not thread-safe.
 */
public final class ResultView {

  /** Larger results are shown as their summary. */
  static final long MAX_SIZE = 1 << 20;

  /** So many characters of a summary are enough. */
  private static final int LONG_SUMMARY = 1000;

  private static final String EXPAND = " (--expand)";

  private final Pane pane;
  private final Supplier<ResultRenderers> source;
  private final Consumer<String> problems;
  private @Nullable ResultRenderers renderers;

  ResultView(Pane pane, Supplier<ResultRenderers> source, Consumer<String> problems) {
    this.pane = pane;
    this.source = source;
    this.problems = problems;
  }

  /**
   * Returns a printer for one run.
   *
   * @param renderers what loads those by others, when there is a kind that nobody knows
   * @param isExpanded whether results are shown whole, whatever their tools ask for
   */
  public static ResultView of(Run run, Supplier<ResultRenderers> renderers, boolean isExpanded) {
    return new ResultView(Pane.of(run.streams(), isExpanded), renderers, run.console()::error);
  }

  /** Writes a result; nothing of a hidden one. */
  public void write(SemanticResult result, OutputStream out) throws IOException {
    for (ShownLine line : lines(result)) {
      out.write((line.shown(pane.isColored()) + "\n").getBytes(UTF_8));
    }
  }

  /** Returns whether results that came side by side are shown by their priority. */
  boolean isOrdered() {
    return pane.isTerminal();
  }

  private List<ShownLine> lines(SemanticResult result) {
    if (result.isHidden()) {
      return List.of();
    }
    long size = ValueText.size(result.data());
    if (size > MAX_SIZE) {
      return tooLarge(result, size);
    }
    var lines = summary(result);
    List<ShownLine> data = data(result);
    if (!pane.isCut() || data.isEmpty()) {
      lines.addAll(data);
    } else if (result.display().isCollapsed()) {
      lines.addAll(lines.isEmpty() ? List.of(ShownLine.of(result.kind())) : List.of());
      lines.add(left(data.size(), ""));
    } else {
      addLimited(lines, data, result.display().maxHeight());
    }
    return lines;
  }

  private static void addLimited(
      List<ShownLine> lines, List<ShownLine> data, @Nullable Integer limit) {
    if (limit == null || data.size() <= limit) {
      lines.addAll(data);
    } else {
      lines.addAll(data.subList(0, limit));
      lines.add(left(data.size() - limit, "more "));
    }
  }

  private static ShownLine left(int count, String more) {
    return ShownLine.dim("… " + count + " " + more + (count == 1 ? "line" : "lines") + EXPAND);
  }

  private List<ShownLine> tooLarge(SemanticResult result, long size) {
    List<ShownLine> lines = summary(result);
    lines.add(
        ShownLine.dim(
            "[" + result.kind() + ", " + SizeText.of(size) + " of JSON; --raw shows it]"));
    return lines;
  }

  /** The first line of the summary, or all of it if that is wanted. */
  private List<ShownLine> summary(SemanticResult result) {
    var lines = new ArrayList<ShownLine>();
    String summary = result.summary();
    if (summary != null) {
      List<ShownLine> all = ShownLine.all(summary.strip());
      int rest = all.size() - 1;
      String first = OneLine.cut(all.get(0).text(), LONG_SUMMARY);
      if (pane.isExpanded()) {
        lines.addAll(all);
      } else if (rest == 0) {
        lines.add(ShownLine.of(first));
      } else {
        String folded = " … " + rest + (rest == 1 ? " more line" : " more lines") + EXPAND;
        lines.add(ShownLine.of(first + folded));
      }
    }
    return lines;
  }

  private List<ShownLine> data(SemanticResult result) {
    if (result.data() == null && result.summary() != null) {
      return List.of();
    }
    for (DataView view : ViewOrder.of(result, others(result.kind()))) {
      List<ShownLine> lines = view.lines(result, pane);
      if (lines != null) {
        return lines;
      }
    }
    throw new AssertionError(result.kind()); // the last view can show everything
  }

  private @Nullable DataView others(String kind) {
    if (SemanticResult.KNOWN_KINDS.contains(kind)) {
      return null;
    }
    if (renderers == null) {
      renderers = source.get();
      renderers.problems().forEach(each -> problems.accept(each + "; " + each.fix()));
    }
    ResultRenderers.Registered found = renderers.find(kind);
    return found == null ? null : new ForeignView(found, problems);
  }
}
