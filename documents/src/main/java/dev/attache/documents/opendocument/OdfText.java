package dev.attache.documents.opendocument;

import dev.attache.documents.archive.XmlCursor;
import dev.attache.documents.archive.ZipArchive;
import dev.attache.documents.markdown.DocumentDraft;
import dev.attache.documents.markdown.FlowBlocks;
import dev.attache.documents.markdown.InlineText;
import dev.attache.documents.markdown.InlineText.Style;
import dev.attache.documents.markdown.ListNumbers;
import dev.attache.documents.markdown.UnpackedTooLargeException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The text of a document: paragraphs, headings, lists and tables, and what stands in them. */
final class OdfText {

  private static final int MAX_REPEATED = 64;

  private final XmlCursor xml;
  private final ZipArchive archive;
  private final DocumentDraft draft;
  private final OdfStyles styles;
  private final ListNumbers numbers = new ListNumbers();
  private final List<String> notes = new ArrayList<>();
  private int paragraphs;
  private int lists;
  private boolean isChanged;

  OdfText(XmlCursor xml, ZipArchive archive, OdfStyles styles, DocumentDraft draft) {
    this.xml = xml;
    this.archive = archive;
    this.styles = styles;
    this.draft = draft;
  }

  boolean isChanged() {
    return isChanged;
  }

  /** Writes the notes that the text refers to. */
  void writeNotes() {
    for (int i = 0; i < notes.size(); i++) {
      String text = notes.get(i).replace("\n", "\n    ");
      draft.writer().paragraph("[^" + (i + 1) + "]: " + text);
    }
    notes.clear();
  }

  /** Reads all blocks in the element that the cursor is at. */
  void readBlocks(FlowBlocks into) throws IOException, InterruptedException {
    int level = xml.depth();
    while (xml.nextNode(level)) {
      if (!xml.isAtText()) {
        readBlock(into);
      }
    }
  }

  void readBlock(FlowBlocks into) throws IOException, InterruptedException {
    switch (xml.name()) {
      case "p", "h" -> readParagraph(into);
      case "list" -> readList(into, 0, "");
      case "table" -> readTable(into);
      case "image" -> {
        var picture = new InlineText();
        addImage(picture, "");
        into.paragraph(picture);
      }
      case "object", "object-ole" -> {
        var formula = new InlineText();
        addObject(formula);
        into.paragraph(formula);
      }
      case "tracked-changes" -> {
        isChanged = true;
        xml.allText();
      }
      case "forms",
          "sequence-decls",
          "settings",
          "notes",
          "binary-data",
          "event-listeners",
          "title",
          "desc" ->
          xml.allText();
      default -> {} // what stands around blocks
    }
  }

  private void readParagraph(FlowBlocks into) throws IOException, InterruptedException {
    boolean isHeading = xml.name().equals("h");
    String style = xml.attribute("style-name");
    int outline = xml.number("outline-level", 1);
    var asides = new FlowBlocks.Cell();
    List<String> comments = new ArrayList<>();
    InlineText text = readInline(styles.paragraphLooks(style), asides, comments);
    if (isHeading) {
      into.heading(outline, text);
    } else if (styles.isTitle(style)) {
      into.heading(1, text);
    } else if (styles.isSubtitle(style)) {
      into.heading(2, text);
    } else if (styles.isCode(style)) {
      into.code(text.text());
    } else {
      into.paragraph(text);
    }
    writeAsides(asides, comments, into);
  }

  private static void writeAsides(FlowBlocks.Cell asides, List<String> comments, FlowBlocks into) {
    if (!asides.text().isBlank()) {
      into.paragraph(new InlineText().raw(asides.text()));
    }
    comments.forEach(into::comment);
  }

  private InlineText readInline(Set<Style> looks, FlowBlocks asides, List<String> comments)
      throws IOException, InterruptedException {
    if (++paragraphs % 100 == 0) {
      DocumentDraft.checkInterrupt();
    }
    var text = new InlineText();
    readInto(text, looks, "", asides, comments);
    return text;
  }

  private void readInto(
      InlineText text, Set<Style> looks, String link, FlowBlocks asides, List<String> comments)
      throws IOException, InterruptedException {
    int level = xml.depth();
    while (xml.nextNode(level)) {
      if (xml.isAtText()) {
        text.add(xml.text().replaceAll("\\s+", " "), looks, link.isEmpty() ? null : link);
        continue;
      }
      switch (xml.name()) {
        case "span" ->
            readInto(text, both(looks, xml.attribute("style-name")), link, asides, comments);
        case "a" -> readInto(text, looks, address(xml.attribute("href"), link), asides, comments);
        case "tab" -> text.add(" ", looks, null);
        case "line-break" -> text.add("\n", looks, null);
        case "s" -> text.add(" ".repeat(Math.min(xml.number("c", 1), 40)), looks, null);
        case "note" -> readNote(text);
        case "annotation" -> comments.add(readComment());
        case "frame" -> readFrame(text, asides);
        case "custom-shape", "text-box" -> readBlocks(asides);
        case "ruby-text", "annotation-end", "binary-data", "tracked-changes" -> xml.allText();
        case "p", "h", "list", "table" -> readBlock(asides);
        default -> {} // fields and marks, whose text counts
      }
    }
  }

  private Set<Style> both(Set<Style> looks, String span) {
    Set<Style> all = EnumSet.noneOf(Style.class);
    all.addAll(looks);
    all.addAll(styles.looks(span));
    return all;
  }

  private static String address(String href, String otherwise) {
    return href.isEmpty() || href.startsWith("#") ? otherwise : href;
  }

  private void readNote(InlineText text) throws IOException, InterruptedException {
    var note = new FlowBlocks.Cell();
    int at = notes.size();
    notes.add("");
    text.raw("[^" + (at + 1) + "]");
    int level = xml.depth();
    while (xml.nextIn(level)) {
      if (xml.name().equals("note-body")) {
        readBlocks(note);
      }
    }
    notes.set(at, note.text());
  }

  /** The words of a comment that the cursor is at. */
  String readComment() throws IOException, InterruptedException {
    String author = "";
    var words = new FlowBlocks.Cell();
    int level = xml.depth();
    while (xml.nextIn(level)) {
      switch (xml.name()) {
        case "creator" -> author = xml.allText().strip();
        case "p", "list", "h" -> readBlock(words);
        default -> {}
      }
    }
    String by = author.isEmpty() ? "" : " by " + new InlineText().add(author).markdown();
    return "Comment" + by + ": " + words.text();
  }

  private void readFrame(InlineText text, FlowBlocks asides)
      throws IOException, InterruptedException {
    String description = xml.attribute("draw", "name");
    boolean isShown = false;
    int level = xml.depth();
    while (xml.nextIn(level)) {
      switch (xml.name()) {
        case "image" -> {
          if (!isShown) {
            addImage(text, description);
            isShown = true; // others are the same in another form
          }
        }
        case "text-box" -> readBlocks(asides);
        case "table" -> readTable(asides);
        case "object", "object-ole" -> {
          addObject(text);
          isShown = true;
        }
        default -> {}
      }
    }
  }

  /** Reads what a frame holds as blocks. */
  void readFrameBlocks(FlowBlocks into) throws IOException, InterruptedException {
    var text = new InlineText();
    readFrame(text, into);
    if (!text.isBlank()) {
      into.paragraph(text);
    }
  }

  private void addImage(InlineText text, String description) {
    String href = href();
    if (href.contains(":")) {
      draft.note("Pictures elsewhere are not shown.");
    } else if (archive.has(href)) {
      text.raw(draft.image(description, type(href), archive.size(href), () -> archive.read(href)));
    }
  }

  /** The part of the archive that this element refers to, or an address elsewhere. */
  private String href() {
    return xml.attribute("href").replaceFirst("^\\./", "");
  }

  private static String type(String name) {
    String end = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    return switch (end) {
      case "png", "gif", "bmp", "tiff", "webp", "emf", "wmf" -> "image/" + end;
      case "jpg", "jpeg" -> "image/jpeg";
      case "svg" -> "image/svg+xml";
      default -> "";
    };
  }

  /** Adds the formula that an object is, or names the object. */
  private void addObject(InlineText text) throws IOException {
    String formula = formula(href() + "/content.xml");
    if (formula.isEmpty()) {
      nameObject();
    } else {
      text.add(formula);
    }
  }

  private String formula(String part) throws IOException {
    try (InputStream in = archive.read(part)) {
      return in == null ? "" : MathText.of(XmlCursor.of(in));
    } catch (UnpackedTooLargeException e) {
      throw e;
    } catch (IOException e) { // a damaged object is named
      return "";
    }
  }

  void nameObject() {
    String href = href();
    if (!href.isEmpty() && !href.contains(":")) {
      draft.attachment(href, "", archive.size(href));
    }
  }

  private void readList(FlowBlocks into, int depth, String outerStyle)
      throws IOException, InterruptedException {
    String own = xml.attribute("style-name");
    String style = own.isEmpty() ? outerStyle : own;
    String counter =
        depth == 0 && !xml.attribute("continue-numbering").equals("true")
            ? "list " + ++lists
            : "list " + lists;
    int level = xml.depth();
    while (xml.nextIn(level)) {
      boolean isHeader = xml.name().equals("list-header");
      if (isHeader || xml.name().equals("list-item")) {
        readItem(into, depth, style, counter, isHeader);
      }
    }
  }

  private void readItem(FlowBlocks into, int depth, String style, String counter, boolean isHeader)
      throws IOException, InterruptedException {
    Map<Integer, ListNumbers.Level> levels = styles.list(style);
    boolean isFirst = !isHeader;
    int level = xml.depth();
    while (xml.nextIn(level)) {
      if (xml.name().equals("list")) {
        readList(into, Math.min(depth + 1, 8), style);
      } else if (isFirst && xml.name().equals("p")) {
        var asides = new FlowBlocks.Cell();
        List<String> comments = new ArrayList<>();
        InlineText text =
            readInline(styles.paragraphLooks(xml.attribute("style-name")), asides, comments);
        if (!text.isBlank()) {
          String marker = numbers.next(counter, levels, depth);
          into.item(depth, marker.isEmpty() ? "-" : marker, text);
          isFirst = false;
        }
        writeAsides(asides, comments, into);
      } else {
        readBlock(into);
      }
    }
  }

  private void readTable(FlowBlocks into) throws IOException, InterruptedException {
    List<List<String>> rows = new ArrayList<>();
    int level = xml.depth();
    while (xml.nextNode(level)) {
      if (!xml.isAtText() && xml.name().equals("table-row")) {
        rows.add(readRow());
      } else if (!xml.isAtText() && xml.name().equals("shapes")) {
        readBlocks(into);
      }
    }
    into.table(rows);
  }

  private List<String> readRow() throws IOException, InterruptedException {
    List<String> cells = new ArrayList<>();
    int level = xml.depth();
    while (xml.nextIn(level)) {
      if (xml.name().equals("table-cell") || xml.name().equals("covered-table-cell")) {
        int repeated = Math.min(xml.number("number-columns-repeated", 1), MAX_REPEATED);
        var cell = new FlowBlocks.Cell();
        readBlocks(cell);
        for (int i = 0; i < repeated; i++) {
          cells.add(cell.text());
        }
      }
    }
    return cells;
  }
}
