package dev.attache.resource.tool;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The wishes of a tool for how its result is shown, each of which may be ignored. Immutable.
 *
 * @param preferredView the form it likes best; null for none
 * @param language the language of code, as fences of Markdown have it; null if unknown
 * @param isCollapsed whether the summary is enough until somebody wants more
 * @param maxHeight how many lines are enough; null for all
 * @param priority its place among several results: the higher, the earlier; null counts as 0
 */
public record DisplayHints(
    @Nullable View preferredView,
    @Nullable String language,
    boolean isCollapsed,
    @Nullable Integer maxHeight,
    @Nullable Double priority) {

  /** No wishes. */
  public static final DisplayHints NONE = new DisplayHints(null, null, false, null, null);

  /** A form in which any data can be shown, more or less. */
  public enum View {
    /** Plain text, as it is. */
    TEXT,
    /** Text with the marks of Markdown, rendered where that can be done. */
    MARKDOWN,
    /** Source code, in colours where its language is known. */
    CODE,
    /** A unified diff. */
    DIFF,
    /** Rows and columns. */
    TABLE,
    /** Values within values, indented. */
    TREE,
    /** A picture. */
    IMAGE,
    /** The data as JSON. */
    RAW,
    /** Nothing beyond the summary. */
    HIDDEN;

    /** The name that it has in JSON. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Checks the two numbers.
   *
   * @param preferredView the form it likes best; null for none
   * @param language the language of code, as fences of Markdown have it; null if unknown
   * @param isCollapsed whether the summary is enough until somebody wants more
   * @param maxHeight how many lines are enough; null for all
   * @param priority its place among several results: the higher, the earlier; null counts as 0
   * @throws IllegalArgumentException if {@code maxHeight} is not positive, or {@code priority} not
   *     finite
   */
  public DisplayHints {
    if (maxHeight != null && maxHeight < 1) {
      throw new IllegalArgumentException("maxHeight (" + maxHeight + ") must be above 0");
    }
    if (priority != null && !Double.isFinite(priority)) {
      throw new IllegalArgumentException("priority (" + priority + ") must be a finite number");
    }
  }

  /** {@return its place among several results; 0 unless the tool says} */
  public double rank() {
    return priority == null ? 0 : priority;
  }

  Map<String, Object> toMap() {
    var map = new LinkedHashMap<String, Object>();
    SemanticResult.put(map, "preferredView", preferredView == null ? null : preferredView + "");
    SemanticResult.put(map, "language", language);
    SemanticResult.put(map, "collapsed", isCollapsed ? true : null);
    SemanticResult.put(map, "maxHeight", maxHeight);
    SemanticResult.put(map, "priority", priority);
    return map;
  }
}
