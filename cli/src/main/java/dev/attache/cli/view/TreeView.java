package dev.attache.cli.view;

import dev.attache.resource.tool.SemanticResult;
import dev.attache.support.text.OneLine;
import dev.attache.support.text.Sanitizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Nested data as a tree with a line for each value. */
final class TreeView implements DataView {

  /** What is nested deeper is shown as JSON: nobody follows so many lines, which may be long. */
  private static final int MAX_DEPTH = 20;

  private static final String MORE = "├─ ";
  private static final String LAST = "└─ ";

  @Override
  public List<ShownLine> lines(SemanticResult result, Pane pane) {
    var lines = new ArrayList<String>();
    Object data = result.data();
    if (isNested(data)) {
      addChildren(lines, "", data, 1);
    } else {
      lines.addAll(data instanceof String text ? ShownLine.split(text) : List.of(text(data)));
    }
    var shown = new ArrayList<ShownLine>();
    for (String line : lines) {
      String safe = Sanitizer.sanitize(line); // its width is that of escapes
      shown.add(ShownLine.of(pane.isCut() ? OneLine.fit(safe, pane.width()) : safe));
    }
    return shown;
  }

  /** Whether it has something below it. */
  private static boolean isNested(@Nullable Object value) {
    return (value instanceof Map<?, ?> map && !map.isEmpty())
        || (value instanceof List<?> list && !list.isEmpty());
  }

  private static void addChildren(
      List<String> lines, String indent, @Nullable Object value, int depth) {
    if (value instanceof Map<?, ?> map) {
      int left = map.size();
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        String key = ShownLine.joined(String.valueOf(entry.getKey()));
        add(lines, indent + (--left == 0 ? LAST : MORE), key, entry.getValue(), depth);
      }
    } else if (value instanceof List<?> list) {
      int left = list.size();
      for (Object each : list) {
        add(lines, indent + (--left == 0 ? LAST : MORE), "", each, depth);
      }
    }
  }

  /**
   * @param begin what stands before it, of which the lines below it have the same without the fork
   */
  private static void add(
      List<String> lines, String begin, String key, @Nullable Object value, int depth) {
    String below =
        begin.substring(0, begin.length() - MORE.length()) + (begin.endsWith(LAST) ? "   " : "│  ");
    if (isNested(value) && depth < MAX_DEPTH) {
      lines.add(begin + (key.isEmpty() ? "-" : key));
      addChildren(lines, below, value, depth + 1);
      return;
    }
    String label = key.isEmpty() ? begin : begin + key + ": ";
    List<String> texts =
        value instanceof String text ? ShownLine.split(text) : List.of(text(value));
    if (texts.size() > 1) { // the lines of a text stand below its key
      lines.add(key.isEmpty() ? begin + "-" : begin + key + ":");
      texts.forEach(line -> lines.add(below + line));
    } else {
      lines.add((label + (texts.isEmpty() ? "\"\"" : texts.get(0))).stripTrailing());
    }
  }

  private static String text(@Nullable Object value) {
    return ValueText.inLine(value);
  }
}
