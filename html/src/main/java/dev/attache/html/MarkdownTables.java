package dev.attache.html;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.jsoup.nodes.Element;

/** The tables among the blocks of a page. */
final class MarkdownTables {

  private final MarkdownBlocks blocks;
  private final Predicate<Element> leftOut;
  private final Fill fill = new Fill();

  MarkdownTables(MarkdownBlocks blocks, Predicate<Element> leftOut) {
    this.blocks = blocks;
    this.leftOut = leftOut;
  }

  void table(Element table) {
    blocks.boundary();
    var rows = Rows.of(table, leftOut);
    if (blocks.isInLine() || rows.isLayout()) {
      blocks.block(table);
      return;
    }
    rows.captions().forEach(blocks::block);
    Element target = blocks.block("table");
    rows.addTo(target, fill, blocks::cell);
    if (target.hasText() || target.selectFirst("code") != null) {
      blocks.addBuilt(target);
    }
  }

  /** The rows of a table of the page, in the order in which they are shown. */
  private static final class Rows {

    /** With more columns than that a table is not for reading. */
    private static final int MAX_COLUMNS = 500;

    private final Element table;
    private final List<Element> captions = new ArrayList<>();
    private final List<List<Element>> rows = new ArrayList<>();
    private boolean hasHead;

    private Rows(Element table) {
      this.table = table;
    }

    static Rows of(Element table, Predicate<Element> leftOut) {
      var rows = new Rows(table);
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
                  cell ->
                      cell.selectFirst("table, pre, h1, h2, h3, h4, h5, h6, blockquote") != null);
    }

    /** Adds the rows to a table for the converter: exactly one head row, and no spans. */
    void addTo(Element tree, Fill fill, BiConsumer<Element, Element> content) {
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
        Fill fill,
        BiConsumer<Element, Element> content) {
      String name = target.parent() != null && target.parent().nameIs("thead") ? "th" : "td";
      for (Element cell : row) {
        fillFromAbove(target, name, spans, fill);
        int columns = Fill.span(cell.attr("colspan"));
        int rows = Fill.span(cell.attr("rowspan"));
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
        Element target, String name, Map<Integer, Integer> spans, Fill fill) {
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

  /**
   * How many empty cells the spans of a page may still add: a page of a few bytes can ask for
   * millions.
   */
  private static final class Fill {

    private static final int MAX_SPAN = 500;

    private int left = 20_000;

    /** Takes one empty cell, if there is one left. */
    boolean take() {
      return left-- > 0;
    }

    /** How many columns or rows a cell asks for. */
    static int span(String value) {
      String digits = value.strip();
      return digits.matches("[1-9]\\d{0,5}") ? Math.min(MAX_SPAN, Integer.parseInt(digits)) : 1;
    }
  }
}
