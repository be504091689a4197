package dev.attache.handlers.http.markdown;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.jsoup.nodes.Element;

/** The rows of a table of the page, in the order in which they are shown. */
final class TableRows {

  /** With more columns than that a table is not for reading. */
  private static final int MAX_COLUMNS = 500;

  private final Element table;
  private final List<Element> captions = new ArrayList<>();
  private final List<List<Element>> rows = new ArrayList<>();
  private boolean hasHead;

  private TableRows(Element table) {
    this.table = table;
  }

  static TableRows of(Element table, Predicate<Element> leftOut) {
    var rows = new TableRows(table);
    for (String section : List.of("thead", "", "tfoot")) {
      for (Element part : table.children()) {
        if (!leftOut.test(part)) {
          rows.addPart(part, section, leftOut);
        }
      }
    }
    return rows;
  }

  private void addPart(Element part, String section, Predicate<Element> leftOut) {
    String name = part.normalName();
    boolean isSection = name.equals("thead") || name.equals("tfoot");
    if (!(isSection ? name : "").equals(section)) {
      return;
    }
    if (name.equals("caption")) {
      captions.add(part);
    } else if (name.equals("tr")) {
      addRow(part, leftOut);
    } else {
      for (Element row : part.children()) {
        if (row.nameIs("tr") && !leftOut.test(row)) {
          hasHead |= rows.isEmpty() && name.equals("thead");
          addRow(row, leftOut);
        }
      }
    }
  }

  private void addRow(Element row, Predicate<Element> leftOut) {
    List<Element> cells =
        row.children().stream()
            .filter(
                cell ->
                    (cell.nameIs("td") || cell.nameIs("th"))
                        && !leftOut.test(cell)
                        && !CodeText.isNumbers(cell))
            .toList();
    if (!cells.isEmpty()) {
      hasHead |= rows.isEmpty() && cells.stream().allMatch(cell -> cell.nameIs("th"));
      rows.add(cells);
    }
  }

  List<Element> captions() {
    return captions;
  }

  /** Whether the table only places things on the page, or holds what no cell of Markdown can. */
  boolean isLayout() {
    return table.attr("role").matches("presentation|none")
        || rows.stream().allMatch(row -> row.size() < 2)
        || rows.stream().anyMatch(row -> row.size() > MAX_COLUMNS)
        || rows.stream()
            .flatMap(List::stream)
            .anyMatch(
                cell -> cell.selectFirst("table, pre, h1, h2, h3, h4, h5, h6, blockquote") != null);
  }

  /** Adds the rows to a table for the converter: exactly one head row, and no spans. */
  void addTo(Element tree, TableFill fill, BiConsumer<Element, Element> content) {
    Element head = tree.appendElement("thead");
    Element body = tree.appendElement("tbody");
    Map<Integer, Integer> spans = new HashMap<>();
    int width = 0;
    boolean isHead = hasHead;
    for (List<Element> row : rows) {
      Element target = (isHead ? head : body).appendElement("tr");
      addCells(row, target, spans, fill, content);
      if (target.children().stream().allMatch(cell -> cell.childNodeSize() == 0)) {
        target.remove();
        continue;
      }
      width = Math.max(width, target.childNodeSize());
      isHead = false;
    }
    if (!hasHead) {
      Element empty = head.appendElement("tr");
      for (int i = 0; i < width; i++) {
        empty.appendElement("th");
      }
    }
  }

  private static void addCells(
      List<Element> row,
      Element target,
      Map<Integer, Integer> spans,
      TableFill fill,
      BiConsumer<Element, Element> content) {
    String name = target.parent() != null && target.parent().nameIs("thead") ? "th" : "td";
    for (Element cell : row) {
      fillFromAbove(target, name, spans, fill);
      int columns = TableFill.span(cell.attr("colspan"));
      int rows = TableFill.span(cell.attr("rowspan"));
      Element added = target.appendElement(name);
      align(cell, added);
      content.accept(cell, added);
      for (int i = 0; i < columns; i++) {
        int column = target.childNodeSize() - 1;
        if (rows > 1) {
          spans.put(column, rows - 1);
        }
        if (i + 1 == columns || !fill.take()) {
          break;
        }
        target.appendElement(name);
      }
    }
    fillFromAbove(target, name, spans, fill);
  }

  /** Leaves a cell empty in each column into which a cell of an earlier row reaches. */
  private static void fillFromAbove(
      Element target, String name, Map<Integer, Integer> spans, TableFill fill) {
    Integer rows = spans.get(target.childNodeSize());
    while (rows != null && fill.take()) {
      int column = target.childNodeSize();
      if (rows == 1) {
        spans.remove(column);
      } else {
        spans.put(column, rows - 1);
      }
      target.appendElement(name);
      rows = spans.get(target.childNodeSize());
    }
  }

  private static void align(Element cell, Element target) {
    String style = cell.attr("style").replace(" ", "");
    for (String side : List.of("left", "center", "right")) {
      if (cell.attr("align").equalsIgnoreCase(side) || style.contains("text-align:" + side)) {
        target.attr("align", side);
        return;
      }
    }
  }
}
