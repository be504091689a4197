package dev.attache.cli.view;

import dev.attache.cli.view.Grid.Column;
import dev.attache.cli.view.Grid.Side;
import dev.attache.resource.tool.SemanticResult;
import dev.attache.support.json.LenientValues;
import dev.attache.support.text.SizeText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is in a directory: a row for each entry, with its type, size and time. */
final class FileListView implements DataView {

  @Override
  public @Nullable List<ShownLine> lines(SemanticResult result, Pane pane) {
    Map<String, Object> data = LenientValues.object(result.data());
    List<Map<String, Object>> entries = LenientValues.objects(data.get("entries"));
    if (entries == null) {
      return null;
    }
    var lines = new ArrayList<ShownLine>();
    lines.add(ShownLine.dim(head(data, entries.size())));
    if (!entries.isEmpty()) {
      lines.addAll(grid(entries).lines(pane));
    }
    if (Boolean.TRUE.equals(data.get("truncated"))) {
      lines.add(ShownLine.dim("… the tool left entries out"));
    }
    return lines;
  }

  private static String head(Map<String, Object> data, int count) {
    String path = LenientValues.text(data.get("path"));
    return (path == null ? "." : ShownLine.joined(path))
        + " ("
        + count
        + (count == 1 ? " entry)" : " entries)");
  }

  private static Grid grid(List<Map<String, Object>> entries) {
    var grid =
        new Grid(
            List.of(
                new Column("NAME", Side.LEFT),
                new Column("TYPE", Side.LEFT),
                new Column("SIZE", Side.RIGHT),
                new Column("MODIFIED", Side.LEFT)));
    for (Map<String, Object> entry : entries) {
      grid.add(
          List.of(
              said(entry.get("name"), "?"),
              said(entry.get("type"), ""),
              entry.get("size") instanceof Number size ? SizeText.of(size.longValue()) : "",
              said(entry.get("modified"), "")));
    }
    return grid;
  }

  private static String said(@Nullable Object value, String otherwise) {
    return value == null ? otherwise : ValueText.inLine(value);
  }
}
