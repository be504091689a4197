package dev.attache.documents.pdf;

import dev.attache.documents.markdown.DocumentDraft;
import dev.attache.documents.markdown.DraftingConverter;
import dev.attache.resource.convert.ConversionException;
import dev.attache.resource.convert.ConversionException.Reason;
import dev.attache.resource.convert.ConversionSource;
import dev.attache.resource.convert.PartSelector;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.io.RandomAccessReadBuffer;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.encryption.InvalidPasswordException;

/**
 * A converter of PDF. The letters of a page have places and no order: lines, columns, tables and
 * paragraphs are found by where they stand, headings by their size and the outline.
 */
public final class PdfConverter extends DraftingConverter {

  /** Creates it; found by {@code ServiceLoader}. */
  public PdfConverter() {
    super("pdf", "3", Set.of("application/pdf"));
  }

  @Override
  protected void write(ConversionSource source, DocumentDraft draft)
      throws ConversionException, IOException, InterruptedException {
    if (!(draft.options().selector() instanceof PartSelector.PageImages)) {
      draft.requireSelector(PartSelector.Pages.class);
    }
    try (InputStream in = source.open();
        var bytes = new RandomAccessReadBuffer(in);
        PDDocument document = Loader.loadPDF(bytes)) {
      if (!document.getCurrentAccessPermission().canExtractContent()
          && !draft.options().ignoreRestrictions()) {
        throw new ConversionException(
            Reason.FORBIDDEN, "its author does not allow text to be taken out of it");
      }
      write(document, draft);
    } catch (InvalidPasswordException e) {
      throw new ConversionException(Reason.ENCRYPTED, "it needs a password", e);
    }
  }

  private static void write(PDDocument document, DocumentDraft draft)
      throws ConversionException, IOException, InterruptedException {
    if (!document.getCurrentAccessPermission().canExtractContent()) {
      draft.note("Its author does not allow text to be taken out; you have asked to ignore that.");
    }
    if (draft.options().selector() instanceof PartSelector.Image) {
      new PdfPictures(draft).find(document);
      return;
    }
    int count = document.getNumberOfPages();
    if (count > 0) {
      draft.part(
          count == 1 ? "page=1" : "page=1-" + count, count == 1 ? "1 page" : count + " pages");
    }
    int[] range = range(draft, count);
    List<PdfPage> pages = new ArrayList<>();
    List<Integer> broken = new ArrayList<>();
    for (int number = range[0]; number <= range[1]; number++) {
      DocumentDraft.checkInterrupt();
      try {
        pages.add(PdfPage.of(document, document.getPage(number - 1), number));
      } catch (IOException | RuntimeException e) { // the next one may be whole
        broken.add(number);
      }
    }
    var extras = new PdfExtras(document, draft);
    if (draft.options().selector() instanceof PartSelector.PageImages) {
      new PageImages(document, draft).draw(pages, extras.outline());
      PageNumbers.note(broken, "is damaged and left out", "are damaged and left out", draft);
      return;
    }
    write(pages, extras, document, draft);
    note(pages, broken, draft);
  }

  private static int[] range(DocumentDraft draft, int count) throws ConversionException {
    int first = 1;
    int last = count;
    int most = draft.limits().pages();
    if (draft.options().selector() instanceof PartSelector.Pages wanted) {
      first = wanted.first();
      last = wanted.last();
    } else if (draft.options().selector() instanceof PartSelector.PageImages wanted) {
      first = wanted.first();
      last = wanted.last();
      most = Math.min(most, PageImages.MOST_PAGES);
    }
    if (first > count && first > 1) {
      throw new ConversionException(
          Reason.NO_SUCH_PART, "it has " + (count == 1 ? "1 page" : count + " pages"));
    }
    last = Math.min(last, count);
    int limit = first + most - 1;
    if (last > limit) {
      draft.note(left(limit + 1, last, most));
      last = limit;
    }
    return new int[] {first, last};
  }

  private static String left(int first, int last, int limit) {
    boolean isOne = first == last;
    return (isOne ? "Page " + first + " is" : "Pages " + first + "-" + last + " are")
        + " left out; the limit is "
        + (limit == 1 ? "1 page." : limit + " pages.");
  }

  private static void write(
      List<PdfPage> pages, PdfExtras extras, PDDocument document, DocumentDraft draft)
      throws IOException {
    boolean hasText = pages.stream().anyMatch(page -> !page.isBlank());
    var markdown = new PdfMarkdown(RepeatedLines.without(pages, draft), extras.outline());
    var pictures = new PdfPictures(draft);
    Set<String> authors = new TreeSet<>();
    for (PdfPage page : markdown.pages()) {
      PDPage original = document.getPage(page.number() - 1);
      if (hasText && (pages.size() > 1 || page.number() > 1)) {
        draft.writer().mark("page " + page.number());
      }
      markdown.write(page, draft.writer());
      pictures.name(page.pictures());
      extras.writeAnnotations(original, authors);
    }
    extras.writeForm();
    extras.nameFiles();
    extras.noteScripts();
  }

  private static void note(List<PdfPage> pages, List<Integer> broken, DocumentDraft draft) {
    List<Integer> images = new ArrayList<>();
    List<Integer> blank = new ArrayList<>();
    List<Integer> unreadable = new ArrayList<>();
    List<Integer> cut = new ArrayList<>();
    for (PdfPage page : pages) {
      if (page.isBlank()) {
        (page.images() > 0 ? images : blank).add(page.number());
      } else if (page.isUnreadable()) {
        unreadable.add(page.number());
      }
      if (page.isCut()) {
        cut.add(page.number());
      }
    }
    PageNumbers.note(images, "is an image without text", "are images without text", draft);
    PageNumbers.note(blank, "has no text", "have no text", draft);
    PageNumbers.note(
        unreadable,
        "uses a font that does not say which letters it shows",
        "use fonts that do not say which letters they show",
        draft);
    PageNumbers.note(
        cut,
        "draws too many pieces, and was not read to its end",
        "draw too many pieces, and were not read to their ends",
        draft);
    PageNumbers.note(broken, "is damaged and left out", "are damaged and left out", draft);
  }
}
