package dev.attache.documents.opendocument;

import dev.attache.documents.archive.XmlCursor;
import dev.attache.documents.markdown.DocumentDraft;
import dev.attache.documents.markdown.FlowBlocks;
import dev.attache.documents.slides.SlideRange;
import dev.attache.resource.convert.ConversionException;
import dev.attache.resource.convert.PartSelector;
import java.io.IOException;

/** The slides of a presentation. */
final class OdfSlides {

  private final XmlCursor xml;
  private final OdfText text;
  private final OdfStyles styles;
  private final DocumentDraft draft;
  private int number;

  OdfSlides(XmlCursor xml, OdfText text, OdfStyles styles, DocumentDraft draft) {
    this.xml = xml;
    this.text = text;
    this.styles = styles;
    this.draft = draft;
  }

  /** Reads all slides in the element that the cursor is at. */
  void read() throws ConversionException, IOException, InterruptedException {
    int first = 1;
    int last = Integer.MAX_VALUE;
    if (draft.options().selector() instanceof PartSelector.Slides wanted) {
      first = wanted.first();
      last = wanted.last();
    }
    int level = xml.depth();
    int left = 0;
    while (xml.nextIn(level)) {
      if (!xml.name().equals("page")) {
        continue;
      }
      number++;
      if (number < first || number > last) {
        continue;
      }
      if (number - first >= draft.limits().pages()) {
        left++;
        continue;
      }
      readSlide(styles.isHidden(xml.attribute("style-name")));
    }
    if (left > 0) {
      draft.note(left + " more slides are left out; the limit is " + draft.limits().pages() + ".");
    }
    SlideRange.of(draft, number);
  }

  private void readSlide(boolean isHidden) throws IOException, InterruptedException {
    draft.writer().mark("slide " + number + (isHidden ? ", hidden" : ""));
    var blocks = (FlowBlocks.Document) FlowBlocks.of(draft.writer());
    int level = xml.depth();
    while (xml.nextNode(level)) {
      if (xml.isAtText()) {
        continue;
      }
      switch (xml.name()) {
        case "frame" -> readFrame(blocks);
        case "notes" -> readNotes();
        case "annotation" -> blocks.comment(text.readComment());
        default -> text.readBlock(blocks);
      }
    }
    blocks.end();
  }

  private void readFrame(FlowBlocks into) throws IOException, InterruptedException {
    if (!xml.attribute("class").equals("title")) {
      text.readFrameBlocks(into);
      return;
    }
    var title = new FlowBlocks.Cell();
    text.readBlocks(title);
    draft.writer().heading(2, title.text());
  }

  private void readNotes() throws IOException, InterruptedException {
    var notes = new FlowBlocks.Cell();
    int level = xml.depth();
    while (xml.nextNode(level)) {
      if (!xml.isAtText() && xml.name().equals("text-box")) {
        text.readBlocks(notes);
      }
    }
    if (!notes.text().isBlank()) {
      draft.writer().mark("notes");
      draft.writer().paragraph(notes.text());
    }
  }
}
