package dev.attache.documents.slides;

import dev.attache.documents.archive.OfficeFile;
import dev.attache.documents.markdown.DocumentDraft;
import dev.attache.documents.markdown.InlineText;
import dev.attache.documents.markdown.InlineText.Style;
import dev.attache.documents.markdown.MarkdownWriter;
import dev.attache.resource.convert.ConversionException;
import dev.attache.resource.convert.ConversionException.Reason;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.poi.EncryptedDocumentException;
import org.apache.poi.hslf.exceptions.OldPowerPointFormatException;
import org.apache.poi.hslf.usermodel.HSLFComment;
import org.apache.poi.hslf.usermodel.HSLFGroupShape;
import org.apache.poi.hslf.usermodel.HSLFNotes;
import org.apache.poi.hslf.usermodel.HSLFObjectShape;
import org.apache.poi.hslf.usermodel.HSLFPictureData;
import org.apache.poi.hslf.usermodel.HSLFPictureShape;
import org.apache.poi.hslf.usermodel.HSLFShape;
import org.apache.poi.hslf.usermodel.HSLFSlide;
import org.apache.poi.hslf.usermodel.HSLFSlideShow;
import org.apache.poi.hslf.usermodel.HSLFTable;
import org.apache.poi.hslf.usermodel.HSLFTableCell;
import org.apache.poi.hslf.usermodel.HSLFTextParagraph;
import org.apache.poi.hslf.usermodel.HSLFTextRun;
import org.apache.poi.hslf.usermodel.HSLFTextShape;
import org.apache.poi.poifs.filesystem.POIFSFileSystem;
import org.apache.poi.sl.usermodel.Placeholder;
import org.apache.poi.sl.usermodel.TextShape.TextPlaceholder;

/** A reader of presentations of PowerPoint before 2007. */
final class PptReader {

  private static final int MAX_DEPTH = 10;
  private static final Set<Placeholder> TITLES =
      EnumSet.of(Placeholder.TITLE, Placeholder.CENTERED_TITLE, Placeholder.VERTICAL_TEXT_TITLE);
  private static final Set<Placeholder> PASSED_OVER =
      EnumSet.of(Placeholder.SLIDE_NUMBER, Placeholder.DATETIME, Placeholder.SLIDE_IMAGE);

  private final HSLFSlideShow show;
  private final DocumentDraft draft;
  private final MarkdownWriter writer;

  private PptReader(HSLFSlideShow show, DocumentDraft draft) {
    this.show = show;
    this.draft = draft;
    this.writer = draft.writer();
  }

  static void read(POIFSFileSystem file, DocumentDraft draft)
      throws ConversionException, IOException, InterruptedException {
    try {
      new PptReader(new HSLFSlideShow(file.getRoot()), draft).read();
    } catch (EncryptedDocumentException e) {
      throw new ConversionException(Reason.ENCRYPTED, "it needs a password", e);
    } catch (OldPowerPointFormatException e) {
      throw new ConversionException(
          Reason.UNSUPPORTED, "presentations older than PowerPoint 97 are not read", e);
    }
    if (OfficeFile.hasMacros(file.getRoot())) {
      draft.note("It has macros, which were not run.");
    }
  }

  private void read() throws ConversionException, InterruptedException {
    List<HSLFSlide> slides = show.getSlides();
    SlideRange range = SlideRange.of(draft, slides.size());
    for (int number = range.first(); number <= range.last(); number++) {
      DocumentDraft.checkInterrupt();
      readSlide(slides.get(number - 1), number);
    }
  }

  private void readSlide(HSLFSlide slide, int number) {
    writer.mark("slide " + number + (slide.isHidden() ? ", hidden" : ""));
    readShapes(slide.getShapes(), 0);
    for (HSLFComment each : slide.getComments()) {
      String author = each.getAuthor();
      String by =
          author == null || author.isBlank()
              ? ""
              : " by " + new InlineText().add(author).markdown();
      writer.quote("Comment" + by + ": " + new InlineText().add(each.getText()).markdown());
    }
    HSLFNotes notes = slide.getNotes();
    if (notes != null) {
      readNotes(notes);
    }
  }

  private void readNotes(HSLFNotes notes) {
    List<String> texts = new ArrayList<>();
    for (HSLFShape each : notes.getShapes()) {
      if (each instanceof HSLFTextShape shape && !PASSED_OVER.contains(shape.getPlaceholder())) {
        for (HSLFTextParagraph paragraph : shape.getTextParagraphs()) {
          texts.add(text(paragraph).markdown());
        }
      }
    }
    if (texts.stream().anyMatch(each -> !each.isBlank())) {
      writer.mark("notes");
      texts.forEach(writer::paragraph);
    }
  }

  private void readShapes(List<HSLFShape> shapes, int depth) {
    for (HSLFShape each : shapes) {
      if (each instanceof HSLFTable table) {
        writer.table(rows(table));
      } else if (each instanceof HSLFGroupShape group && depth < MAX_DEPTH) {
        readShapes(group.getShapes(), depth + 1);
      } else if (each instanceof HSLFTextShape text) {
        readText(text);
      } else if (each instanceof HSLFObjectShape object) {
        String name = object.getFullName() == null ? object.getProgId() : object.getFullName();
        draft.attachment(name == null ? "" : name, "", -1);
      } else if (each instanceof HSLFPictureShape picture) {
        HSLFPictureData data = picture.getPictureData();
        if (data != null) {
          byte[] bytes = data.getData();
          String words =
              draft.image(
                  "", data.getContentType(), bytes.length, () -> new ByteArrayInputStream(bytes));
          writer.paragraph(new InlineText().raw(words).markdown());
        }
      }
    }
  }

  private void readText(HSLFTextShape shape) {
    Placeholder kind = shape.getPlaceholder();
    if (PASSED_OVER.contains(kind)) {
      return;
    }
    List<HSLFTextParagraph> paragraphs = shape.getTextParagraphs();
    int type = paragraphs.isEmpty() ? -1 : paragraphs.get(0).getRunType();
    if (TITLES.contains(kind)
        || type == TextPlaceholder.TITLE.nativeId
        || type == TextPlaceholder.CENTER_TITLE.nativeId) {
      var title = new InlineText();
      shape.getTextParagraphs().forEach(each -> title.addAll(text(each)).add(" "));
      writer.heading(2, title.plain());
      return;
    }
    for (HSLFTextParagraph each : shape.getTextParagraphs()) {
      InlineText text = text(each);
      if (each.isBullet() && !text.isBlank()) {
        writer.item(each.getIndentLevel(), "-", text.markdown());
      } else {
        writer.paragraph(text.markdown());
      }
    }
  }

  private static InlineText text(HSLFTextParagraph paragraph) {
    var text = new InlineText();
    for (HSLFTextRun run : paragraph.getTextRuns()) {
      Set<Style> looks = EnumSet.noneOf(Style.class);
      if (run.isBold()) {
        looks.add(Style.BOLD);
      }
      if (run.isItalic()) {
        looks.add(Style.ITALIC);
      }
      if (run.isStrikethrough()) {
        looks.add(Style.STRIKE);
      }
      String raw = run.getRawText();
      String address = run.getHyperlink() == null ? null : run.getHyperlink().getAddress();
      boolean isOutside = address != null && address.contains(":");
      text.add(raw == null ? "" : raw.replace('\r', '\n'), looks, isOutside ? address : null);
    }
    return text;
  }

  private static List<List<String>> rows(HSLFTable table) {
    List<List<String>> rows = new ArrayList<>();
    for (int i = 0; i < table.getNumberOfRows(); i++) {
      List<String> cells = new ArrayList<>();
      for (int j = 0; j < table.getNumberOfColumns(); j++) {
        HSLFTableCell cell = table.getCell(i, j);
        List<String> lines = new ArrayList<>();
        if (cell != null) {
          cell.getTextParagraphs().forEach(each -> lines.add(text(each).markdown()));
        }
        cells.add(String.join("\n", lines));
      }
      rows.add(cells);
    }
    return rows;
  }
}
