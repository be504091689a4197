package dev.attache.cli.view;

import dev.attache.cli.view.Grid.Column;
import dev.attache.cli.view.Grid.Side;
import dev.attache.resource.tool.SemanticResult;
import dev.attache.support.json.LenientValues;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Rows of data under columns, which are those that the data names, or all keys in the order in
 * which they first come.
 */
final class TableView implements DataView {

  /** What has more columns is no table that anybody could read. */
  private static final int MAX_COLUMNS = 50;

  @Override
  public @Nullable List<ShownLine> lines(SemanticResult result, Pane pane) {
    Object rows = result.data() instanceof Map<?, ?> data ? data.get("rows") : result.data();
    List<Map<String, Object>> objects = objects(rows);
    Object columns = LenientValues.object(result.data()).get("columns");
    Map<String, Column> named = objects == null ? Map.of() : columns(columns, objects);
    if (objects == null || named.isEmpty() || named.size() > MAX_COLUMNS) {
      return null;
    }
    var grid = new Grid(List.copyOf(named.values()));
    for (Map<String, Object> row : objects) {
      var cells = new ArrayList<String>();
      for (String key : named.keySet()) {
        cells.add(row.get(key) == null ? "" : ValueText.inLine(row.get(key)));
      }
      grid.add(cells);
    }
    List<ShownLine> lines = grid.lines(pane);
    if (objects.isEmpty()) {
      lines.add(ShownLine.dim("(no rows)"));
    }
    return lines;
  }

  /** Whether a value is an array of objects in which nothing is nested. */
  static boolean isFlat(@Nullable Object value) {
    List<Map<String, Object>> rows = objects(value);
    return rows != null
        && !rows.isEmpty()
        && rows.stream()
            .noneMatch(
                row ->
                    row.isEmpty()
                        || row.values().stream()
                            .anyMatch(each -> each instanceof Map || each instanceof List));
  }

  /** The objects of an array that has nothing else; null if it is none. */
  private static @Nullable List<Map<String, Object>> objects(@Nullable Object value) {
    return value instanceof List<?> list && list.stream().allMatch(Map.class::isInstance)
        ? LenientValues.objects(list)
        : null;
  }

  private static Map<String, Column> columns(
      @Nullable Object said, List<Map<String, Object>> rows) {
    var columns = new LinkedHashMap<String, Column>();
    if (said instanceof List<?> list) {
      for (Object each : list) {
        addSaid(columns, each, rows);
      }
      return columns;
    }
    for (Map<String, Object> row : rows) {
      if (columns.size() > MAX_COLUMNS) {
        return columns;
      }
      for (String key : row.keySet()) {
        columns.computeIfAbsent(key, name -> new Column(name, side(name, rows)));
      }
    }
    return columns;
  }

  private static void addSaid(
      Map<String, Column> columns, @Nullable Object said, List<Map<String, Object>> rows) {
    Map<String, Object> column = LenientValues.object(said);
    String key = said instanceof String name ? name : LenientValues.text(column.get("key"));
    if (key != null) {
      String label = LenientValues.text(column.get("label"));
      columns.put(key, new Column(label == null ? key : label, side(column, key, rows)));
    }
  }

  private static Side side(Map<String, Object> column, String key, List<Map<String, Object>> rows) {
    for (Side side : Side.values()) {
      if (side.name().equalsIgnoreCase(LenientValues.text(column.get("align")))) {
        return side;
      }
    }
    String type = LenientValues.text(column.get("type"));
    return type == null ? side(key, rows) : type.equals("number") ? Side.RIGHT : Side.LEFT;
  }

  /** Numbers stand on the right. */
  private static Side side(String key, List<Map<String, Object>> rows) {
    boolean isNumber = false;
    for (Map<String, Object> row : rows) {
      Object value = row.get(key);
      if (value != null && !(value instanceof Number)) {
        return Side.LEFT;
      }
      isNumber |= value != null;
    }
    return isNumber ? Side.RIGHT : Side.LEFT;
  }
}
