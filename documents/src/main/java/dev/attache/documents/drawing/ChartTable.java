package dev.attache.documents.drawing;

import dev.attache.documents.archive.OfficePackage;
import dev.attache.documents.archive.XmlCursor;
import dev.attache.documents.markdown.InlineText;
import dev.attache.documents.markdown.MarkdownEscape;
import dev.attache.documents.markdown.MarkdownWriter;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The numbers that a chart shows, as a table: a row for each category, a column for each series.
 */
public final class ChartTable {

  private static final int MAX_ROWS = 1_000;
  private static final int MAX_SERIES = 50;

  private record Series(
      String name, Map<Integer, String> categories, Map<Integer, String> values) {}

  private final List<Series> series = new ArrayList<>();
  private String title = "";

  private ChartTable() {}

  /** Writes the chart that a part is. */
  public static void write(OfficePackage document, String part, MarkdownWriter writer)
      throws IOException {
    try (XmlCursor xml = document.open(part)) {
      if (xml == null) {
        return;
      }
      var chart = new ChartTable();
      chart.read(xml);
      chart.write(writer);
    }
  }

  private void read(XmlCursor xml) throws IOException {
    while (xml.nextNode(0)) {
      if (xml.isAtText()) {
        continue;
      }
      if (xml.name().equals("title") && title.isEmpty() && series.isEmpty()) {
        title = text(xml);
      } else if (xml.name().equals("ser") && series.size() < MAX_SERIES) {
        series.add(series(xml));
      }
    }
  }

  private static Series series(XmlCursor xml) throws IOException {
    String name = "";
    Map<Integer, String> categories = new TreeMap<>();
    Map<Integer, String> values = new TreeMap<>();
    int level = xml.depth();
    while (xml.nextIn(level)) {
      switch (xml.name()) {
        case "tx" -> name = String.join(" ", points(xml).values());
        case "cat", "xVal" -> categories = points(xml);
        case "val", "yVal" -> values = points(xml);
        default -> {}
      }
    }
    return new Series(name, categories, values);
  }

  private static Map<Integer, String> points(XmlCursor xml) throws IOException {
    Map<Integer, String> points = new TreeMap<>();
    int level = xml.depth();
    int index = 0;
    while (xml.nextNode(level)) {
      if (xml.isAtText()) {
        continue;
      }
      if (xml.name().equals("pt")) {
        index = xml.number("idx", index);
      } else if (xml.name().equals("v") && points.size() < MAX_ROWS) {
        points.merge(index, xml.allText(), (a, b) -> b + " " + a); // levels, the outer one last
      }
    }
    return points;
  }

  private static String text(XmlCursor xml) throws IOException {
    var text = new InlineText();
    for (DrawingText.Paragraph each : DrawingText.paragraphs(xml, Map.of())) {
      text.addAll(each.text()).add(" ");
    }
    return text.plain();
  }

  private void write(MarkdownWriter writer) {
    writer.mark("chart" + (title.isBlank() ? "" : ": " + title));
    List<List<String>> rows = new ArrayList<>();
    List<String> head = new ArrayList<>(List.of(""));
    Map<Integer, List<String>> table = new TreeMap<>();
    for (int i = 0; i < series.size(); i++) {
      Series each = series.get(i);
      head.add(each.name().isBlank() ? "Series " + (i + 1) : MarkdownEscape.text(each.name()));
      int column = i + 1;
      each.categories().forEach((at, text) -> row(table, at).set(0, MarkdownEscape.text(text)));
      each.values().forEach((at, text) -> row(table, at).set(column, number(text)));
    }
    if (!table.isEmpty()) {
      rows.add(head);
      rows.addAll(table.values());
      writer.table(rows);
    }
  }

  /** A number without the digits that only binary fractions have. */
  private static String number(String text) {
    try {
      return new BigDecimal(text.strip())
          .round(new MathContext(15))
          .stripTrailingZeros()
          .toPlainString();
    } catch (NumberFormatException e) {
      return MarkdownEscape.text(text);
    }
  }

  private List<String> row(Map<Integer, List<String>> table, int at) {
    return table.computeIfAbsent(
        at,
        key -> {
          List<String> row = new ArrayList<>();
          for (int i = 0; i <= series.size(); i++) {
            row.add("");
          }
          return row;
        });
  }
}
