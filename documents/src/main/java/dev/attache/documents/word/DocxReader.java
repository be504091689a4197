package dev.attache.documents.word;

import dev.attache.documents.archive.ContainedFiles;
import dev.attache.documents.archive.OfficePackage;
import dev.attache.documents.archive.OfficePackage.Relation;
import dev.attache.documents.archive.XmlCursor;
import dev.attache.documents.drawing.ChartTable;
import dev.attache.documents.drawing.DrawingText;
import dev.attache.documents.markdown.DocumentDraft;
import dev.attache.documents.markdown.FlowBlocks;
import dev.attache.documents.markdown.InlineText;
import dev.attache.documents.markdown.ListNumbers;
import dev.attache.documents.markdown.MarkdownWriter;
import dev.attache.resource.convert.ConversionException;
import dev.attache.resource.convert.ConversionException.Reason;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** A reader of text documents of Word from 2007 on: the main part, then notes, heads and feet. */
final class DocxReader {

  private final OfficePackage document;
  private final DocumentDraft draft;
  private final MarkdownWriter writer;
  private final DocxStyles styles;
  private final ListNumbers numbers = new ListNumbers();
  private final String main;
  private final Map<String, String> comments = new HashMap<>();
  private final Map<String, String> footnotes = new LinkedHashMap<>();
  private final Set<String> changers = new TreeSet<>();
  private boolean isChanged;

  private DocxReader(OfficePackage document, String main, DocumentDraft draft) throws IOException {
    this.document = document;
    this.main = main;
    this.draft = draft;
    this.writer = draft.writer();
    this.styles = DocxStyles.of(document, main);
  }

  static void read(OfficePackage document, DocumentDraft draft)
      throws ConversionException, IOException, InterruptedException {
    String main = document.main();
    if (main == null) {
      throw new ConversionException(Reason.BROKEN, "it has no text part");
    }
    new DocxReader(document, main, draft).read();
  }

  private void read() throws IOException, InterruptedException {
    readComments();
    var blocks = FlowBlocks.of(writer);
    readPart(main, blocks);
    for (String kind : List.of("footnotes", "endnotes")) {
      readNotes(kind);
    }
    readHeads();
    readCharts();
    nameFiles();
    if (isChanged) {
      draft.note(
          "Tracked changes"
              + (changers.isEmpty() ? "" : " by " + String.join(", ", changers))
              + " are shown as accepted; deleted text is left out.");
    }
  }

  private void readPart(String part, FlowBlocks blocks) throws IOException, InterruptedException {
    try (XmlCursor xml = document.open(part)) {
      if (xml != null && xml.nextIn(0)) {
        new Story(xml, document.relations(part)).readBlocks(blocks);
      }
    } finally {
      if (blocks instanceof FlowBlocks.Document whole) {
        whole.end();
      }
    }
  }

  private void readComments() throws IOException, InterruptedException {
    for (String part : document.related(main, "comments")) {
      try (XmlCursor xml = document.open(part)) {
        Map<String, Relation> relations = document.relations(part);
        while (xml != null && xml.nextNode(0)) {
          if (!xml.isAtText() && xml.name().equals("comment")) {
            String id = xml.attribute("id");
            String author = xml.attribute("author");
            var cell = new FlowBlocks.Cell();
            new Story(xml, relations).readBlocks(cell);
            String by =
                author.isBlank()
                    ? ""
                    : " by " + new InlineText().add(DocumentDraft.shortened(author)).markdown();
            comments.put(id, "Comment" + by + ": " + cell.text());
          }
        }
      }
    }
  }

  private void readNotes(String kind) throws IOException, InterruptedException {
    for (String part : document.related(main, kind)) {
      try (XmlCursor xml = document.open(part)) {
        Map<String, Relation> relations = document.relations(part);
        while (xml != null && xml.nextNode(0)) {
          if (!xml.isAtText() && (xml.name().equals("footnote") || xml.name().equals("endnote"))) {
            String label = footnotes.get(xml.name() + xml.attribute("id"));
            var cell = new FlowBlocks.Cell();
            new Story(xml, relations).readBlocks(cell);
            if (label != null && !cell.text().isBlank()) {
              writer.paragraph("[^" + label + "]: " + cell.text().replace("\n", "\n    "));
            }
          }
        }
      }
    }
  }

  /** Heads and feet that differ, once each. */
  private void readHeads() throws IOException, InterruptedException {
    Set<String> seen = new LinkedHashSet<>();
    for (String kind : List.of("header", "footer")) {
      for (String part : document.related(main, kind)) {
        var cell = new FlowBlocks.Cell();
        readPart(part, cell);
        if (!cell.text().isBlank() && seen.add(kind + cell.text())) {
          writer.mark("page " + kind);
          writer.paragraph(cell.text());
        }
      }
    }
  }

  private void readCharts() throws IOException {
    for (String part : document.related(main, "chart")) {
      ChartTable.write(document, part, writer);
    }
    for (String part : document.related(main, "diagramData")) {
      DrawingText.writeDiagram(document, part, writer);
    }
  }

  private void nameFiles() throws IOException, InterruptedException {
    for (Relation each : document.relations(main).values()) {
      boolean isFile = each.type().equals("package") || each.type().equals("oleObject");
      if (isFile && !each.isExternal()) {
        ContainedFiles.name(document, each.target(), draft);
      } else if (each.type().equals("aFChunk") && !each.isExternal()) {
        String type = document.type(each.target());
        String name = each.target().substring(each.target().lastIndexOf('/') + 1);
        draft.attachment(name, type, document.archive().size(each.target()));
      } else if (each.type().equals("subDocument")) {
        draft.note("It includes other documents, which were not read.");
      } else if (each.isExternal() && each.type().equals("attachedTemplate")) {
        draft.note("It refers to a template elsewhere, which was not read.");
      } else if (each.isExternal() && !each.type().equals("hyperlink")) {
        draft.note("It refers to files elsewhere, which were not read.");
      }
    }
  }

  /** One part with text in it, which refers to others by names of its own. */
  private final class Story {

    private final XmlCursor xml;
    private final Map<String, Relation> relations;
    private final DocxFields fields = new DocxFields();
    private int blocks;

    Story(XmlCursor xml, Map<String, Relation> relations) {
      this.xml = xml;
      this.relations = relations;
    }

    /** Reads all blocks in the element that the cursor is at. */
    void readBlocks(FlowBlocks into) throws IOException, InterruptedException {
      int level = xml.depth();
      while (xml.nextNode(level)) {
        if (!xml.isAtText()) {
          switch (xml.name()) {
            case "p" -> readParagraph(into);
            case "tbl" -> readTable(into);
            case "del", "moveFrom" -> skipDeleted();
            case "Fallback", "sectPr", "sdtPr" -> skip();
            default -> {} // what stands around paragraphs
          }
        }
      }
    }

    private void skip() throws IOException {
      int level = xml.depth();
      while (xml.nextIn(level)) {
        // passed over
      }
    }

    private void skipDeleted() throws IOException {
      noteChange();
      skip();
    }

    private void noteChange() {
      isChanged = true;
      String author = xml.attribute("author");
      if (!author.isBlank() && changers.size() < 10) {
        changers.add(DocumentDraft.shortened(author));
      }
    }

    private void readTable(FlowBlocks into) throws IOException, InterruptedException {
      List<List<String>> rows = new ArrayList<>();
      int level = xml.depth();
      while (xml.nextNode(level)) {
        if (!xml.isAtText() && xml.name().equals("tr")) {
          rows.add(readRow());
        }
      }
      into.table(rows);
    }

    private List<String> readRow() throws IOException, InterruptedException {
      List<String> cells = new ArrayList<>();
      int level = xml.depth();
      while (xml.nextNode(level)) {
        if (!xml.isAtText() && xml.name().equals("gridBefore")) {
          addEmpty(cells, xml.number("val", 0));
        } else if (!xml.isAtText() && xml.name().equals("tc")) {
          readCell(cells);
        }
      }
      return cells;
    }

    private void readCell(List<String> cells) throws IOException, InterruptedException {
      var cell = new FlowBlocks.Cell();
      int span = 1;
      int level = xml.depth();
      while (xml.nextNode(level)) {
        if (!xml.isAtText()) {
          switch (xml.name()) {
            case "gridSpan" -> span = xml.number("val", 1);
            case "p" -> readParagraph(cell);
            case "tbl" -> readTable(cell);
            case "del", "moveFrom" -> skipDeleted();
            case "Fallback" -> skip();
            default -> {}
          }
        }
      }
      cells.add(cell.text());
      addEmpty(cells, Math.min(span, 64) - 1);
    }

    private static void addEmpty(List<String> cells, int count) {
      for (int i = 0; i < Math.min(count, 64); i++) {
        cells.add("");
      }
    }

    private void readParagraph(FlowBlocks into) throws IOException, InterruptedException {
      if (++blocks % 100 == 0) {
        DocumentDraft.checkInterrupt();
      }
      var paragraph = new DocxParagraph();
      int level = xml.depth();
      while (xml.nextNode(level)) {
        if (!xml.isAtText()) {
          readInline(paragraph);
        }
      }
      write(paragraph, into);
    }

    private void readInline(DocxParagraph paragraph) throws IOException, InterruptedException {
      switch (xml.name()) {
        case "pPr" -> paragraph.readProperties(xml);
        case "r" -> readRun(paragraph);
        case "hyperlink" -> paragraph.link(address(xml.attribute("id")), xml.depth());
        case "fldSimple" -> paragraph.link(DocxFields.address(xml.attribute("instr")), xml.depth());
        case "del", "moveFrom" -> skipDeleted();
        case "ins", "moveTo" -> noteChange();
        case "t" -> paragraph.add(xml.allText(), xml.depth() + 1, fields.link()); // of formulas
        case "Fallback", "sdtPr", "rPr" -> skip();
        case "p" -> readParagraph(paragraph.asides()); // in a frame within the text
        case "tbl" -> readTable(paragraph.asides());
        default -> {}
      }
    }

    private String address(String id) {
      Relation relation = relations.get(id);
      return relation != null && relation.isExternal() ? relation.target() : "";
    }

    private void readRun(DocxParagraph paragraph) throws IOException, InterruptedException {
      paragraph.startRun();
      int level = xml.depth();
      while (xml.nextNode(level)) {
        if (xml.isAtText()) {
          continue;
        }
        switch (xml.name()) {
          case "rPr" -> paragraph.readLooks(xml);
          case "t" -> addText(paragraph, xml.allText(), level);
          case "tab", "ptab" -> addText(paragraph, " ", level);
          case "br", "cr" -> addText(paragraph, "\n", level);
          case "noBreakHyphen" -> addText(paragraph, "-", level);
          case "sym" -> addText(paragraph, symbol(xml.attribute("char")), level);
          case "instrText" -> fields.instruct(xml.allText());
          case "fldChar" -> addField(paragraph, level);
          case "delText", "delInstrText" -> xml.allText();
          case "footnoteReference", "endnoteReference" -> addNote(paragraph);
          case "commentReference" -> paragraph.comment(comments.get(xml.attribute("id")));
          case "docPr" -> paragraph.describe(xml.attribute("descr"));
          case "blip", "imagedata" -> addImage(paragraph);
          case "Fallback", "rt" -> skip();
          case "txbxContent" -> readBlocks(paragraph.asides());
          case "textpath" -> addText(paragraph, xml.attribute("string"), level); // drawn letters
          default -> {}
        }
      }
    }

    private void addText(DocxParagraph paragraph, String text, int level) {
      if (!fields.isInstruction()) {
        paragraph.add(text, level, fields.link());
      }
    }

    private void addField(DocxParagraph paragraph, int level) {
      addText(paragraph, fields.mark(xml.attribute("fldCharType")), level);
    }

    private void addNote(DocxParagraph paragraph) {
      String kind = xml.name().equals("footnoteReference") ? "footnote" : "endnote";
      String key = kind + xml.attribute("id");
      footnotes.putIfAbsent(key, String.valueOf(footnotes.size() + 1));
      paragraph.raw("[^" + footnotes.get(key) + "]");
    }

    private void addImage(DocxParagraph paragraph) {
      String embedded = xml.attribute("embed");
      Relation image = relations.get(embedded.isEmpty() ? xml.attribute("r", "id") : embedded);
      if (image != null && !image.isExternal()) {
        String type = document.type(image.target());
        paragraph.raw(
            draft.image(
                paragraph.description(),
                type,
                document.archive().size(image.target()),
                () -> document.archive().read(image.target())));
      } else if (xml.hasAttribute("link") || image != null) {
        draft.note("Pictures elsewhere are not shown.");
      }
    }

    /** Signs of Wingdings and other fonts of pictures. */
    private static String symbol(String code) {
      try {
        int sign = Integer.parseInt(code, 16);
        return switch (sign) {
          case 0xf0b7, 0xf0a7, 0xf0d8, 0xf076 -> "•";
          case 0xf0fc, 0xf050, 0xf052 -> "✓";
          case 0xf0e0, 0xf0e8 -> "→";
          case 0xf0fe -> "☒";
          case 0xf0a8, 0xf06f -> "☐";
          case 0xf04a -> "☺";
          default -> sign >= 0xe000 && sign < 0xf900 ? "" : Character.toString(sign);
        };
      } catch (IllegalArgumentException e) {
        return "";
      }
    }

    private void write(DocxParagraph paragraph, FlowBlocks into) {
      String style = paragraph.style();
      String list = paragraph.list() == null ? styles.list(style) : paragraph.list();
      int depth = paragraph.list() == null ? styles.depth(style) : paragraph.depth();
      boolean isItem =
          !list.isEmpty()
              && !list.equals("0")
              && styles.hasList(list)
              && !paragraph.text().isBlank();
      String marker = isItem ? numbers.next(styles.counter(list), styles.levels(list), depth) : "";
      int outline = paragraph.outline();
      int level = outline >= 0 && outline < 9 ? outline + 1 : styles.heading(style);
      if (level > 0) {
        boolean isNumbered = !marker.isEmpty() && !marker.equals("-");
        var title = new InlineText();
        if (isNumbered) {
          title.add(marker + " ");
        }
        into.heading(level, title.addAll(paragraph.text()));
      } else if (isItem && !marker.isEmpty()) {
        into.item(depth, marker, paragraph.text());
      } else if (styles.isCode(style)) {
        into.code(paragraph.plain());
      } else {
        into.paragraph(paragraph.text());
      }
      paragraph.writeAsides(into);
    }
  }
}
