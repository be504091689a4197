package dev.attache.cli.view;

import dev.attache.cli.view.ShownLine.Tone;
import dev.attache.resource.tool.SemanticResult;
import dev.attache.support.json.LenientValues;
import dev.attache.support.text.LineDiff;
import dev.attache.support.text.UnifiedDiff;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A change as a unified diff: of the hunks that the tool gives, or else of the texts before and
 * after; and a text that is a diff already.
 */
final class DiffView implements DataView {

  private static final String NOWHERE = "/dev/null";

  @Override
  public @Nullable List<ShownLine> lines(SemanticResult result, Pane pane) {
    Map<String, Object> data = LenientValues.object(result.data());
    List<String> changes = changes(data);
    if (changes == null) {
      String text = ValueText.content(result.data());
      return text == null ? null : toned(ShownLine.split(text));
    }
    var lines = new ArrayList<ShownLine>();
    if (result.summary() == null) {
      lines.add(ShownLine.of(counts(changes)));
    }
    String path = data.get("path") instanceof String text ? ShownLine.joined(text) : "the file";
    boolean isNew = Boolean.TRUE.equals(data.get("isNew"));
    lines.add(ShownLine.dim("--- " + (isNew ? NOWHERE : path)));
    lines.add(ShownLine.dim("+++ " + path));
    lines.addAll(toned(changes));
    return lines;
  }

  /** The hunks with their headings; null if the data has no change. */
  private static @Nullable List<String> changes(Map<String, Object> data) {
    List<String> given = Hunks.given(data.get("hunks"));
    if (given != null) {
      return given;
    }
    boolean isNew = Boolean.TRUE.equals(data.get("isNew"));
    if (data.get("modified") instanceof String after
        && (isNew || data.get("original") instanceof String)) {
      String before = data.get("original") instanceof String text ? text : "";
      return UnifiedDiff.of(LineDiff.of(isNew ? "" : before, after));
    }
    return null;
  }

  private static String counts(List<String> changes) {
    long added = changes.stream().filter(line -> line.startsWith("+")).count();
    long removed = changes.stream().filter(line -> line.startsWith("-")).count();
    if (added + removed == 0) {
      return "no change";
    }
    return "+" + added + " -" + removed + (added + removed == 1 ? " line" : " lines");
  }

  private static List<ShownLine> toned(List<String> lines) {
    var toned = new ArrayList<ShownLine>();
    for (String line : lines) {
      toned.add(new ShownLine(line, tone(line)));
    }
    return toned;
  }

  private static Tone tone(String line) {
    if (line.startsWith("@@") || line.startsWith("+++ ") || line.startsWith("--- ")) {
      return Tone.DIM;
    }
    return line.startsWith("+") ? Tone.ADDED : line.startsWith("-") ? Tone.REMOVED : Tone.PLAIN;
  }

  /** The hunks that tools give. */
  private static final class Hunks {

    private Hunks() {}

    /**
     * The hunks that a tool gives, each a text, or an object with {@code lines} and their place;
     * null if there are none, or others.
     */
    static @Nullable List<String> given(@Nullable Object hunks) {
      if (!(hunks instanceof List<?> list) || list.isEmpty()) {
        return null;
      }
      var lines = new ArrayList<String>();
      for (Object each : list) {
        if (each instanceof String text) {
          lines.addAll(ShownLine.split(text));
        } else if (each instanceof Map<?, ?> hunk && hunk.get("lines") instanceof List<?> texts) {
          addPlace(lines, hunk);
          LenientValues.texts(texts).forEach(text -> lines.add(ShownLine.joined(text)));
        } else {
          return null;
        }
      }
      return lines;
    }

    private static void addPlace(List<String> lines, Map<?, ?> hunk) {
      if (hunk.get("oldStart") instanceof Number old
          && hunk.get("newStart") instanceof Number now) {
        lines.add(
            UnifiedDiff.place(
                old.longValue(),
                count(hunk.get("oldLines"), hunk, '+'),
                now.longValue(),
                count(hunk.get("newLines"), hunk, '-')));
      }
    }

    /** The number of lines that the tool says, or that of all lines but those with a mark. */
    private static long count(@Nullable Object said, Map<?, ?> hunk, char other) {
      if (said instanceof Number number) {
        return number.longValue();
      }
      return LenientValues.texts(hunk.get("lines")).stream()
          .filter(line -> line.isEmpty() || (line.charAt(0) != other && line.charAt(0) != '\\'))
          .count();
    }
  }
}
