package dev.attache.documents.word;

import dev.attache.documents.archive.ContainedFiles;
import dev.attache.documents.archive.OfficeFile;
import dev.attache.documents.markdown.DocumentDraft;
import dev.attache.documents.markdown.FlowBlocks;
import dev.attache.documents.markdown.InlineText;
import dev.attache.documents.markdown.InlineText.Style;
import dev.attache.documents.markdown.ListNumbers;
import dev.attache.resource.convert.ConversionException;
import dev.attache.resource.convert.ConversionException.Reason;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.poi.EncryptedDocumentException;
import org.apache.poi.hwpf.HWPFDocument;
import org.apache.poi.hwpf.OldWordFileFormatException;
import org.apache.poi.hwpf.extractor.Word6Extractor;
import org.apache.poi.hwpf.model.PicturesTable;
import org.apache.poi.hwpf.model.StyleDescription;
import org.apache.poi.hwpf.usermodel.CharacterRun;
import org.apache.poi.hwpf.usermodel.HWPFList;
import org.apache.poi.hwpf.usermodel.Paragraph;
import org.apache.poi.hwpf.usermodel.Picture;
import org.apache.poi.hwpf.usermodel.Range;
import org.apache.poi.hwpf.usermodel.Table;
import org.apache.poi.hwpf.usermodel.TableCell;
import org.apache.poi.hwpf.usermodel.TableRow;
import org.apache.poi.poifs.filesystem.DirectoryNode;
import org.apache.poi.poifs.filesystem.Entry;
import org.apache.poi.poifs.filesystem.POIFSFileSystem;
import org.jspecify.annotations.Nullable;

/** A reader of text documents of Word before 2007. */
final class DocReader {

  private static final char FIELD_BEGIN = 0x13;
  private static final char FIELD_MIDDLE = 0x14;
  private static final char FIELD_END = 0x15;

  private final HWPFDocument document;
  private final DocumentDraft draft;
  private final PicturesTable pictures;
  private final ListNumbers numbers = new ListNumbers();
  private DocxFields fields = new DocxFields();
  private boolean isMain = true;
  private int notes;
  private int paragraphs;
  private boolean isChanged;

  private DocReader(HWPFDocument document, DocumentDraft draft) {
    this.document = document;
    this.draft = draft;
    this.pictures = document.getPicturesTable();
  }

  static void read(POIFSFileSystem file, DocumentDraft draft)
      throws ConversionException, IOException, InterruptedException {
    if (file.getRoot().hasEntryCaseInsensitive("\u0009DRMContent")) {
      throw new ConversionException(Reason.ENCRYPTED, "it is protected by rights management");
    }
    if (!file.getRoot().hasEntryCaseInsensitive("WordDocument")) {
      throw new ConversionException(Reason.BROKEN, "it is not a document of Word");
    }
    try {
      new DocReader(new HWPFDocument(file.getRoot()), draft).read();
    } catch (EncryptedDocumentException e) {
      throw new ConversionException(Reason.ENCRYPTED, "it needs a password", e);
    } catch (OldWordFileFormatException e) {
      readOld(file, draft);
    }
    if (OfficeFile.hasMacros(file.getRoot())) {
      draft.note("It has macros, which were not run.");
    }
    nameFiles(file.getRoot(), draft);
  }

  /** Word 6 and 95: text without much else. */
  private static void readOld(POIFSFileSystem file, DocumentDraft draft) throws IOException {
    try (var old = new Word6Extractor(file.getRoot())) {
      for (String each : old.getText().split("[\r\n]+", -1)) {
        var text = new InlineText();
        var fields = new DocxFields();
        addText(each, text, fields, Set.of());
        draft.writer().paragraph(text.markdown());
      }
    }
  }

  private static void nameFiles(DirectoryNode root, DocumentDraft draft) throws IOException {
    if (root.hasEntryCaseInsensitive("ObjectPool")
        && root.getEntryCaseInsensitive("ObjectPool") instanceof DirectoryNode pool) {
      for (Entry each : pool) {
        if (each instanceof DirectoryNode object) {
          ContainedFiles.name(object, object.getName(), -1, draft);
        }
      }
    }
  }

  private void read() throws InterruptedException {
    var blocks = (FlowBlocks.Document) FlowBlocks.of(draft.writer());
    readRange(document.getRange(), blocks, 0);
    blocks.end();
    isMain = false;
    readNotes();
    readAsides(document.getMainTextboxRange(), "text box");
    readAsides(document.getHeaderStoryRange(), "page header and footer");
    readComments();
    if (isChanged) {
      draft.note("Tracked changes are shown as accepted; deleted text is left out.");
    }
  }

  private void readNotes() throws InterruptedException {
    int count = 0;
    for (Range range : List.of(document.getFootnoteRange(), document.getEndnoteRange())) {
      for (String each : parts(range, '\u0002')) {
        draft.writer().paragraph("[^" + ++count + "]: " + each.replace("\n", "\n    "));
      }
    }
  }

  /** The texts of notes or comments, each of which begins with a sign. */
  private List<String> parts(Range range, char sign) {
    List<String> parts = new ArrayList<>();
    var part = new FlowBlocks.Cell();
    fields = new DocxFields();
    for (int i = 0;
        range.getEndOffset() - range.getStartOffset() > 1 && i < range.numParagraphs();
        i++) {
      Paragraph paragraph = range.getParagraph(i);
      if (paragraph.text().indexOf(sign) >= 0 && !part.text().isBlank()) {
        parts.add(part.text());
        part = new FlowBlocks.Cell();
      }
      readParagraph(paragraph, part);
    }
    if (!part.text().isBlank()) {
      parts.add(part.text());
    }
    return parts;
  }

  private void readAsides(@Nullable Range range, String kind) throws InterruptedException {
    String text = range == null ? "" : cellText(range);
    if (!text.isBlank()) {
      draft.writer().mark(kind);
      draft.writer().paragraph(text);
    }
  }

  private void readComments() {
    for (String each : parts(document.getCommentsRange(), '\u0005')) {
      draft.writer().quote("Comment: " + each);
    }
  }

  private String cellText(Range range) throws InterruptedException {
    var cell = new FlowBlocks.Cell();
    fields = new DocxFields();
    readRange(range, cell, 0);
    return cell.text();
  }

  private void readRange(Range range, FlowBlocks into, int level) throws InterruptedException {
    int count = range.numParagraphs();
    for (int i = 0; i < count; i++) {
      if (++paragraphs % 100 == 0) {
        DocumentDraft.checkInterrupt();
      }
      Paragraph paragraph = range.getParagraph(i);
      if (paragraph.isInTable() && paragraph.getTableLevel() > level && level < 5) {
        Table table = table(range, paragraph);
        if (table != null && table.numParagraphs() > 0) {
          readTable(table, into, level + 1);
          i += table.numParagraphs() - 1;
          continue;
        }
      }
      readParagraph(paragraph, into);
    }
  }

  private static @Nullable Table table(Range range, Paragraph first) {
    try {
      return range.getTable(first);
    } catch (IllegalArgumentException e) {
      return null; // not the first one of a table
    }
  }

  private void readTable(Table table, FlowBlocks into, int level) throws InterruptedException {
    List<List<String>> rows = new ArrayList<>();
    for (int i = 0; i < table.numRows(); i++) {
      TableRow row = table.getRow(i);
      List<String> cells = new ArrayList<>();
      for (int j = 0; j < row.numCells(); j++) {
        TableCell cell = row.getCell(j);
        var text = new FlowBlocks.Cell();
        readRange(cell, text, level);
        cells.add(text.text());
      }
      rows.add(cells);
    }
    into.table(rows);
  }

  private void readParagraph(Paragraph paragraph, FlowBlocks into) {
    var text = new InlineText();
    for (int i = 0; i < paragraph.numCharacterRuns(); i++) {
      CharacterRun run = paragraph.getCharacterRun(i);
      if (run.isMarkedDeleted()) {
        isChanged = true;
      } else if (!run.isVanished()) {
        isChanged |= run.isMarkedInserted();
        readRun(run, text);
      }
    }
    int heading = heading(paragraph);
    String marker = paragraph.isInList() && !text.isBlank() ? marker(paragraph) : "";
    if (heading > 0) {
      boolean isNumbered = !marker.isEmpty() && !marker.equals("-");
      into.heading(heading, new InlineText().add(isNumbered ? marker + " " : "").addAll(text));
    } else if (!marker.isEmpty()) {
      into.item(paragraph.getIlvl(), marker, text);
    } else {
      into.paragraph(text);
    }
  }

  private int heading(Paragraph paragraph) {
    int index = paragraph.getStyleIndex();
    StyleDescription style =
        index < document.getStyleSheet().numStyles()
            ? document.getStyleSheet().getStyleDescription(index)
            : null;
    String name =
        style == null || style.getName() == null ? "" : style.getName().toLowerCase(Locale.ROOT);
    if (name.matches("heading [1-9].*")) {
      return name.charAt(8) - '0';
    }
    if (name.equals("title")) {
      return 1;
    }
    if (name.equals("subtitle")) {
      return 2;
    }
    return paragraph.getLvl() < 9 ? paragraph.getLvl() + 1 : 0;
  }

  private String marker(Paragraph paragraph) {
    HWPFList list = paragraph.getList();
    if (list == null) {
      return "-";
    }
    Map<Integer, ListNumbers.Level> levels = new HashMap<>();
    for (char i = 0; i < 9; i++) {
      try {
        levels.put((int) i, level(list, i));
      } catch (RuntimeException e) { // lists that are broken have no such level
        break;
      }
    }
    return numbers.next(String.valueOf(list.getLsid()), levels, paragraph.getIlvl());
  }

  private static ListNumbers.Level level(HWPFList list, char level) {
    int format = list.getNumberFormat(level);
    String name =
        switch (format) {
          case 0 -> "decimal";
          case 1 -> "upperRoman";
          case 2 -> "lowerRoman";
          case 3 -> "upperLetter";
          case 4 -> "lowerLetter";
          case 22 -> "decimalZero";
          case 23 -> "bullet";
          case 255 -> "none";
          default -> "decimal";
        };
    var text = new StringBuilder();
    for (char c : list.getNumberText(level).toCharArray()) {
      text.append(c < 9 ? "%" + (c + 1) : String.valueOf(c)); // small ones stand for numbers
    }
    return new ListNumbers.Level(name, text.toString(), list.getStartAt(level));
  }

  private void readRun(CharacterRun run, InlineText text) {
    if (pictures.hasPicture(run)) {
      Picture picture = pictures.extractPicture(run, false);
      if (picture != null) {
        text.raw(
            draft.image(
                "",
                picture.getMimeType(),
                picture.getSize(),
                () -> new ByteArrayInputStream(picture.getContent())));
      }
      return;
    }
    String raw = run.text();
    if (isMain && raw.indexOf('\u0002') >= 0) {
      text.raw("[^" + ++notes + "]");
    }
    Set<Style> looks = EnumSet.noneOf(Style.class);
    if (run.isBold()) {
      looks.add(Style.BOLD);
    }
    if (run.isItalic()) {
      looks.add(Style.ITALIC);
    }
    if (run.isStrikeThrough() || run.isDoubleStrikeThrough()) {
      looks.add(Style.STRIKE);
    }
    addText(raw, text, fields, looks);
  }

  /** Adds a text in which signs begin and end fields. */
  private static void addText(String raw, InlineText text, DocxFields fields, Set<Style> looks) {
    var part = new StringBuilder();
    for (int i = 0; i <= raw.length(); i++) {
      char c = i == raw.length() ? FIELD_END : raw.charAt(i);
      if (c == FIELD_BEGIN || c == FIELD_MIDDLE || c == FIELD_END) {
        addPart(part.toString(), text, fields, looks);
        part.setLength(0);
        if (i < raw.length()) {
          String type = c == FIELD_BEGIN ? "begin" : c == FIELD_MIDDLE ? "separate" : "end";
          addPart(fields.mark(type), text, fields, looks);
        }
      } else if (c == 0x1e) {
        part.append('-');
      } else if (c != 0x1f && c != '\r' && c != 7) {
        part.append(c);
      }
    }
  }

  private static void addPart(String part, InlineText text, DocxFields fields, Set<Style> looks) {
    if (fields.isInstruction()) {
      fields.instruct(part);
    } else if (!part.isEmpty()) {
      text.add(part, looks, fields.link().isEmpty() ? null : fields.link());
    }
  }
}
