package dev.attache.documents.sheets;

import dev.attache.documents.archive.ContainedFiles;
import dev.attache.documents.archive.OfficePackage;
import dev.attache.documents.archive.OfficePackage.Relation;
import dev.attache.documents.archive.XmlCursor;
import dev.attache.documents.drawing.ChartTable;
import dev.attache.documents.drawing.DrawingText;
import dev.attache.documents.markdown.DocumentDraft;
import dev.attache.documents.markdown.InlineText;
import dev.attache.resource.convert.CellRange;
import dev.attache.resource.convert.ConversionException;
import dev.attache.resource.convert.ConversionException.Reason;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A reader of workbooks of Excel from 2007 on, row by row: none of them is in memory whole. */
final class XlsxReader {

  private static final long MAX_SHARED = 64L << 20;

  private record Sheet(String name, String relation, boolean isHidden) {}

  private final OfficePackage document;
  private final DocumentDraft draft;
  private @Nullable SharedTexts shared; // when the workbook is known

  XlsxReader(OfficePackage document, DocumentDraft draft) {
    this.document = document;
    this.draft = draft;
  }

  void read() throws ConversionException, IOException, InterruptedException {
    String workbook = document.main();
    if (workbook == null) {
      throw new ConversionException(Reason.BROKEN, "it has no workbook part");
    }
    if (workbook.endsWith(".bin")) {
      throw new ConversionException(Reason.UNSUPPORTED, "binary workbooks (XLSB) are not read");
    }
    Map<String, Relation> relations = document.relations(workbook);
    XlsxStyles styles = XlsxStyles.of(document, workbook);
    List<Sheet> sheets = sheets(workbook, styles);
    try (var texts = new SharedTexts(document.related(workbook, "sharedStrings"))) {
      shared = texts;
      for (Sheet sheet : sheets) {
        Relation relation = relations.get(sheet.relation());
        SheetTable table = SheetTable.begin(draft, sheet.name(), sheet.isHidden());
        if (table != null && relation != null) {
          readSheet(relation.target(), table, styles);
        }
      }
    }
    if (relations.values().stream().anyMatch(each -> each.type().equals("connections"))) {
      draft.note("It takes data from elsewhere, which was not fetched.");
    }
    if (relations.values().stream().anyMatch(each -> each.type().equals("externalLink"))) {
      draft.note("It refers to other workbooks, which were not read.");
    }
  }

  private List<Sheet> sheets(String workbook, XlsxStyles styles) throws IOException {
    List<Sheet> sheets = new ArrayList<>();
    try (XmlCursor xml = document.open(workbook)) {
      while (xml != null && xml.nextNode(0)) {
        if (xml.isAtText()) {
          continue;
        }
        if (xml.name().equals("workbookPr") && isTrue(xml.attribute("date1904"))) {
          styles.countFrom1904();
        } else if (xml.name().equals("sheet")) {
          boolean isHidden = xml.attribute("state").toLowerCase(Locale.ROOT).contains("hidden");
          sheets.add(new Sheet(xml.attribute("name"), xml.attribute("id"), isHidden));
        }
      }
    }
    return sheets;
  }

  /** The texts that cells have by their numbers, read as far as one of them is asked for. */
  private final class SharedTexts implements Closeable {

    private final Iterator<String> parts;
    private final List<String> texts = new ArrayList<>();
    private @Nullable XmlCursor xml;
    private long length;

    SharedTexts(List<String> parts) {
      this.parts = parts.iterator();
    }

    String get(int index) throws IOException {
      while (texts.size() <= index && length < MAX_SHARED && (xml != null || parts.hasNext())) {
        readOn();
      }
      return index < 0 || index >= texts.size() ? "" : texts.get(index);
    }

    private void readOn() throws IOException {
      XmlCursor its = xml == null ? document.open(parts.next()) : xml;
      xml = its;
      if (its == null) {
        return; // there is no such part
      }
      if (!its.nextNode(0)) {
        close();
      } else if (!its.isAtText() && its.name().equals("si")) {
        String text = richText(its);
        length += text.length() + 16L;
        texts.add(text);
      }
    }

    @Override
    public void close() throws IOException {
      if (xml != null) {
        xml.close();
        xml = null;
      }
    }
  }

  /** The text of runs, without how it is pronounced. */
  private static String richText(XmlCursor xml) throws IOException {
    var text = new StringBuilder();
    int level = xml.depth();
    while (xml.nextNode(level)) {
      if (xml.isAtText()) {
        continue;
      }
      if (xml.name().equals("t")) {
        text.append(xml.allText());
      } else if (xml.name().equals("rPh")) {
        xml.allText();
      }
    }
    return text.toString();
  }

  private void readSheet(String part, SheetTable table, XlsxStyles styles)
      throws IOException, InterruptedException {
    Map<String, Relation> relations = document.relations(part);
    Set<String> heads = new LinkedHashSet<>();
    try (XmlCursor xml = open(part, table.range())) {
      int row = -1;
      while (xml != null && xml.nextNode(0)) {
        if (xml.isAtText()) {
          continue;
        }
        switch (xml.name()) {
          case "row" -> {
            row = xml.number("r", row + 2) - 1;
            if (row % 200 == 0) {
              DocumentDraft.checkInterrupt();
            }
            if (isTrue(xml.attribute("hidden"))) {
              table.hideRows(row, row);
            }
            readRow(xml, row, table, styles);
          }
          case "col" -> {
            if (isTrue(xml.attribute("hidden"))) {
              table.hideColumns(xml.number("min", 1) - 1, xml.number("max", 1) - 1);
            }
          }
          case "hyperlink" -> link(xml, table, relations);
          case "oddHeader", "evenHeader", "firstHeader", "oddFooter", "evenFooter", "firstFooter" ->
              heads.add(head(xml.allText()));
          default -> {}
        }
      }
    } finally {
      readComments(relations, table);
      table.write();
    }
    for (String head : heads) {
      if (!head.isBlank() && !head.equals("Page")) {
        draft.writer().mark("page header or footer");
        draft.writer().paragraph(new InlineText().add(head).markdown());
      }
    }
    readDrawings(relations);
    nameFiles(relations);
  }

  private @Nullable XmlCursor open(String part, @Nullable CellRange range) throws IOException {
    InputStream in = range == null ? null : document.archive().read(part);
    return range == null || in == null
        ? document.open(part)
        : XmlCursor.of(new WantedRows(in, range));
  }

  private static boolean isTrue(String value) {
    return value.equals("1") || value.equals("true");
  }

  private void readRow(XmlCursor xml, int row, SheetTable table, XlsxStyles styles)
      throws IOException {
    int column = -1;
    int level = xml.depth();
    while (xml.nextIn(level)) {
      if (xml.name().equals("c")) {
        CellRange place = CellRange.parse(xml.attribute("r")).orElse(null);
        column = place == null ? column + 1 : place.firstColumn();
        if (!table.wants(row, column)) {
          continue;
        }
        String type = xml.attribute("t");
        int style = xml.number("s", 0);
        table.add(row, column, readCell(xml, type, style, styles), null);
      }
    }
  }

  private String readCell(XmlCursor xml, String type, int style, XlsxStyles styles)
      throws IOException {
    String value = "";
    String formula = "";
    int level = xml.depth();
    while (xml.nextIn(level)) {
      switch (xml.name()) {
        case "v" -> value = xml.allText();
        case "f" -> formula = xml.allText();
        case "is" -> value = richText(xml);
        default -> {}
      }
    }
    if (draft.options().formulas() && !formula.isBlank()) {
      return "=" + formula;
    }
    return switch (type) {
      case "s" -> sharedText(value);
      case "b" -> value.strip().equals("1") ? "TRUE" : "FALSE";
      case "str", "inlineStr", "e", "d" -> value;
      default -> value.isBlank() ? "" : styles.shown(value, style);
    };
  }

  private String sharedText(String index) throws IOException {
    try {
      return shared == null ? "" : shared.get(Integer.parseInt(index.strip()));
    } catch (NumberFormatException e) {
      return "";
    }
  }

  private static void link(XmlCursor xml, SheetTable table, Map<String, Relation> relations) {
    Relation relation = relations.get(xml.attribute("id"));
    if (relation != null && relation.isExternal()) {
      CellRange.parse(xml.attribute("ref")).ifPresent(cell -> table.link(cell, relation.target()));
    }
  }

  /** The text of a head without the codes that say where it stands and how it looks. */
  static String head(String coded) {
    return coded
        .replaceAll("&\"[^\"]*\"|&K[0-9A-Fa-f]{6}|&K\\d\\d[+-]\\d{3}|&\\d{1,3}", "")
        .replaceAll("&[LCR]", " ")
        .replaceAll("&[A-Za-z]", "")
        .replace("&&", "&")
        .strip();
  }

  private void readComments(Map<String, Relation> relations, SheetTable table) throws IOException {
    for (Relation each : relations.values()) {
      if (each.type().equals("comments") && !each.isExternal()) {
        try (XmlCursor xml = document.open(each.target())) {
          readComments(xml, table);
        }
      }
    }
  }

  private static void readComments(@Nullable XmlCursor xml, SheetTable table) throws IOException {
    List<String> authors = new ArrayList<>();
    while (xml != null && xml.nextNode(0)) {
      if (xml.isAtText()) {
        continue;
      }
      if (xml.name().equals("author")) {
        authors.add(xml.allText());
      } else if (xml.name().equals("comment")) {
        int author = xml.number("authorId", -1);
        String cell = xml.attribute("ref");
        String name = author >= 0 && author < authors.size() ? authors.get(author) : "";
        table.comment(cell, name, richText(xml));
      }
    }
  }

  private void readDrawings(Map<String, Relation> relations) throws IOException {
    for (Relation each : relations.values()) {
      if (each.type().equals("drawing") && !each.isExternal()) {
        readDrawing(each.target());
      }
    }
  }

  private void readDrawing(String part) throws IOException {
    Map<String, Relation> relations = document.relations(part);
    Map<String, String> links = new HashMap<>();
    relations.forEach(
        (id, relation) -> links.put(id, relation.isExternal() ? relation.target() : ""));
    try (XmlCursor xml = document.open(part)) {
      String description = "";
      while (xml != null && xml.nextNode(0)) {
        if (xml.isAtText()) {
          continue;
        }
        switch (xml.name()) {
          case "cNvPr" -> description = xml.attribute("descr");
          case "txBody" -> {
            for (DrawingText.Paragraph each : DrawingText.paragraphs(xml, links)) {
              draft.writer().paragraph(each.text().markdown());
            }
          }
          case "blip" -> image(relations.get(xml.attribute("embed")), description);
          case "chart" -> chart(relations.get(xml.attribute("id")));
          default -> {}
        }
      }
    }
    for (Relation each : relations.values()) {
      if (each.type().equals("diagramData") && !each.isExternal()) {
        DrawingText.writeDiagram(document, each.target(), draft.writer());
      }
    }
  }

  private void chart(@Nullable Relation chart) throws IOException {
    if (chart != null && !chart.isExternal()) {
      ChartTable.write(document, chart.target(), draft.writer());
    }
  }

  private void image(@Nullable Relation image, String description) {
    if (image != null && !image.isExternal()) {
      String type = document.type(image.target());
      long size = document.archive().size(image.target());
      String words =
          draft.image(description, type, size, () -> document.archive().read(image.target()));
      draft.writer().paragraph(new InlineText().raw(words).markdown());
    }
  }

  private void nameFiles(Map<String, Relation> relations) throws IOException {
    for (Relation each : relations.values()) {
      boolean isFile = each.type().equals("package") || each.type().equals("oleObject");
      if (isFile && !each.isExternal()) {
        ContainedFiles.name(document, each.target(), draft);
      }
    }
  }
}
