package dev.attache.documents.opendocument;

import dev.attache.documents.archive.XmlCursor;
import dev.attache.documents.archive.ZipArchive;
import dev.attache.documents.markdown.DocumentDraft;
import dev.attache.documents.markdown.DraftingConverter;
import dev.attache.documents.markdown.FlowBlocks;
import dev.attache.documents.sheets.SheetConverter;
import dev.attache.resource.convert.ConversionException;
import dev.attache.resource.convert.ConversionException.Reason;
import dev.attache.resource.convert.ConversionSource;
import dev.attache.resource.convert.PartSelector;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Pattern;

/** A converter of OpenDocument: texts, workbooks and presentations of LibreOffice and others. */
public final class OpenDocumentConverter extends DraftingConverter {

  private static final String OPEN = "application/vnd.oasis.opendocument.";

  /** What LibreOffice has in the heads of sheets until somebody writes another. */
  private static final Pattern STANDARD =
      Pattern.compile("\\?\\?\\?(?s:.*)|Page \\d+(?: / \\d+)?|<[^<>]*>|[\\d\\s]+");

  /** Creates it; found by {@code ServiceLoader}. */
  public OpenDocumentConverter() {
    super(
        "opendocument",
        "3",
        Set.of(
            OPEN + "text",
            OPEN + "text-template",
            OPEN + "spreadsheet",
            OPEN + "spreadsheet-template",
            OPEN + "presentation",
            OPEN + "presentation-template",
            "application/vnd.sun.xml.writer"));
  }

  @Override
  protected void write(ConversionSource source, DocumentDraft draft)
      throws ConversionException, IOException, InterruptedException {
    try (ZipArchive archive = ZipArchive.open(source, draft.limits().bytes())) {
      if (isEncrypted(archive)) {
        throw new ConversionException(Reason.ENCRYPTED, "it needs a password");
      }
      var styles = new OdfStyles();
      read(archive, styles, draft);
      if (archive.names().stream().anyMatch(OpenDocumentConverter::isMacro)) {
        draft.note("It has macros, which were not run.");
      }
      if (archive.has("META-INF/documentsignatures.xml")) {
        draft.note("It is signed; the signature is not checked.");
      }
    }
    SheetConverter.requireSheet(draft);
  }

  private static boolean isMacro(String name) {
    return (name.startsWith("Basic/") || name.startsWith("Scripts/"))
        && !name.endsWith("-lc.xml")
        && !name.endsWith("/")
        && !name.endsWith("-lb.xml");
  }

  private static boolean isEncrypted(ZipArchive archive) throws IOException {
    try (InputStream in = archive.read("META-INF/manifest.xml")) {
      if (in == null) {
        return false;
      }
      XmlCursor xml = XmlCursor.of(new BufferedInputStream(in));
      while (xml.nextNode(0)) {
        if (!xml.isAtText() && xml.name().equals("encryption-data")) {
          return true;
        }
      }
    } catch (IOException e) {
      return false; // the text itself will tell
    }
    return false;
  }

  private static void read(ZipArchive archive, OdfStyles styles, DocumentDraft draft)
      throws ConversionException, IOException, InterruptedException {
    Set<String> heads = new LinkedHashSet<>();
    try (InputStream in = archive.read("styles.xml")) {
      if (in != null) {
        readStyles(XmlCursor.of(in), archive, styles, heads, draft);
      }
    }
    try (InputStream in = archive.read("content.xml")) {
      if (in == null) {
        throw new ConversionException(Reason.BROKEN, "it has no content");
      }
      readContent(XmlCursor.of(in), archive, styles, draft);
    }
    for (String head : heads) {
      draft.writer().mark("page header or footer");
      draft.writer().paragraph(head);
    }
  }

  private static void readStyles(
      XmlCursor xml, ZipArchive archive, OdfStyles styles, Set<String> heads, DocumentDraft draft)
      throws IOException, InterruptedException {
    var text = new OdfText(xml, archive, styles, draft);
    while (xml.nextNode(0)) {
      if (xml.isAtText()) {
        continue;
      }
      switch (xml.name()) {
        case "style" -> styles.readStyle(xml);
        case "list-style" -> styles.readList(xml);
        case "header", "footer", "header-left", "footer-left", "header-first", "footer-first" -> {
          var head = new FlowBlocks.Cell();
          text.readBlocks(head);
          if (!head.text().isBlank() && !STANDARD.matcher(head.text()).matches()) {
            heads.add(head.text());
          }
        }
        default -> {}
      }
    }
  }

  private static void readContent(
      XmlCursor xml, ZipArchive archive, OdfStyles styles, DocumentDraft draft)
      throws ConversionException, IOException, InterruptedException {
    var text = new OdfText(xml, archive, styles, draft);
    while (xml.nextNode(0)) {
      if (xml.isAtText()) {
        continue;
      }
      switch (xml.name()) {
        case "style" -> styles.readStyle(xml);
        case "list-style" -> styles.readList(xml);
        case "text" -> {
          draft.requireSelector(null);
          var blocks = (FlowBlocks.Document) FlowBlocks.of(draft.writer());
          text.readBlocks(blocks);
          blocks.end();
        }
        case "spreadsheet" -> {
          draft.requireSelector(PartSelector.Sheet.class);
          new OdfSheets(xml, text, styles, draft).read();
        }
        case "presentation" -> {
          draft.requireSelector(PartSelector.Slides.class);
          new OdfSlides(xml, text, styles, draft).read();
        }
        default -> {}
      }
    }
    text.writeNotes();
    if (text.isChanged()) {
      draft.note("Tracked changes are shown as accepted; deleted text is left out.");
    }
  }
}
