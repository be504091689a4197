package dev.attache.documents.pdf;

import dev.attache.documents.markdown.DocumentDraft;
import dev.attache.documents.markdown.MarkdownWriter;
import dev.attache.documents.markdown.OutputFullException;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.convert.ConversionException;
import dev.attache.resource.convert.ConversionException.Reason;
import dev.attache.resource.convert.DocumentImage;
import dev.attache.resource.convert.PartSelector;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import org.apache.pdfbox.contentstream.operator.Operator;
import org.apache.pdfbox.cos.COSBase;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.graphics.form.PDFormXObject;
import org.apache.pdfbox.pdmodel.graphics.form.PDTransparencyGroup;
import org.apache.pdfbox.rendering.ImageType;
import org.apache.pdfbox.rendering.PDFRenderer;
import org.apache.pdfbox.rendering.PageDrawer;
import org.apache.pdfbox.rendering.PageDrawerParameters;

/**
 * Pages as pictures for models that see, each with its text for those that do not. A page is as
 * large as models look at it; of PNG and JPEG it is what is smaller. A page that takes too long is
 * left out.
 */
final class PageImages {

  /** So many are drawn at once. */
  static final int MOST_PAGES = 20;

  /** The longer side in pixels: more of them is what providers scale down. */
  private static final int LONG_SIDE = 1568;

  private static final float MOST_SCALE = 4;
  private static final float JPEG_QUALITY = 0.85f;
  private static final long MOST_BYTES = 24L << 20;

  /** So much of the time is there for all pages, and for one: in hundredths. */
  private static final int SHARE_OF_ALL = 75;

  private static final int SHARE_OF_PAGE = 30;

  private final PDDocument document;
  private final DocumentDraft draft;
  private final ProcessorTime spent = new ProcessorTime();
  private final long nanos;

  PageImages(PDDocument document, DocumentDraft draft) {
    this.document = document;
    this.draft = draft;
    this.nanos = draft.limits().time().toNanos();
  }

  /** Adds a picture of each page. */
  void draw(List<PdfPage> pages, Map<String, Integer> outline)
      throws ConversionException, InterruptedException {
    ImageIO.setUseCache(false);
    var markdown = new PdfMarkdown(pages, outline);
    var slow = new ArrayList<Integer>();
    var broken = new ArrayList<Integer>();
    long bytes = 0;
    int drawn = 0;
    for (PdfPage page : pages) {
      DocumentDraft.checkInterrupt();
      if (bytes > MOST_BYTES || spent.isOver(nanos / 100 * SHARE_OF_ALL)) {
        noteLeft(pages.subList(pages.indexOf(page), pages.size()), bytes > MOST_BYTES);
        break;
      }
      try {
        byte[] picture = picture(page);
        bytes += picture.length;
        draft.add(image(page, picture, markdown));
        noteUnknown(page);
        drawn++;
      } catch (TookTooLongException e) {
        slow.add(page.number());
      } catch (IOException | RuntimeException e) { // the next one may be whole
        broken.add(page.number());
      }
    }
    PageNumbers.note(slow, "takes too long to draw", "take too long to draw", draft);
    PageNumbers.note(broken, "cannot be drawn", "cannot be drawn", draft);
    if (drawn == 0) {
      boolean isSlow = broken.isEmpty() && !pages.isEmpty();
      throw new ConversionException(
          isSlow ? Reason.TIMED_OUT : Reason.BROKEN,
          isSlow ? "its pages take too long to draw" : "no page of it can be drawn");
    }
  }

  private void noteLeft(List<PdfPage> left, boolean isLarge) {
    List<Integer> numbers = left.stream().map(PdfPage::number).toList();
    String why = isLarge ? "the pictures get too large" : "drawing takes too long";
    PageNumbers.note(numbers, "is left out: " + why, "are left out: " + why, draft);
  }

  private void noteUnknown(PdfPage page) {
    var unknown = new TreeSet<String>();
    page.pictures().stream()
        .map(PdfPictures::unknownForm)
        .filter(form -> form != null)
        .forEach(unknown::add);
    if (!unknown.isEmpty()) {
      draft.note(
          "On page "
              + page.number()
              + " pictures are missing: "
              + String.join(" and ", unknown)
              + " cannot be read here.");
    }
  }

  private DocumentImage image(PdfPage page, byte[] picture, PdfMarkdown markdown) {
    var writer = new MarkdownWriter(draft.limits().characters());
    try {
      writer.mark("page " + page.number());
      markdown.write(page, writer);
    } catch (OutputFullException e) {
      // as much as there may be
    }
    return new DocumentImage(
        new PartSelector.PageImages(page.number(), page.number()).toString(),
        picture[0] == (byte) 0x89 ? "image/png" : "image/jpeg",
        ResourceContent.blob(picture),
        writer.isEmpty() ? "" : writer.markdown());
  }

  private byte[] picture(PdfPage page) throws IOException {
    PDRectangle box = document.getPage(page.number() - 1).getCropBox();
    float side = Math.max(1, Math.max(box.getWidth(), box.getHeight()));
    var renderer = new Renderer(document, nanos / 100 * SHARE_OF_PAGE);
    renderer.setSubsamplingAllowed(true);
    BufferedImage image =
        renderer.renderImage(
            page.number() - 1, Math.min(MOST_SCALE, LONG_SIDE / side), ImageType.RGB);
    byte[] png = png(image);
    byte[] jpeg = jpeg(image);
    return png.length <= jpeg.length ? png : jpeg;
  }

  private static byte[] png(BufferedImage image) throws IOException {
    var out = new ByteArrayOutputStream();
    ImageIO.write(image, "png", out);
    return out.toByteArray();
  }

  private static byte[] jpeg(BufferedImage image) throws IOException {
    var out = new ByteArrayOutputStream();
    ImageWriter writer = ImageIO.getImageWritersByFormatName("jpeg").next();
    try (var stream = ImageIO.createImageOutputStream(out)) {
      writer.setOutput(stream);
      ImageWriteParam parameters = writer.getDefaultWriteParam();
      parameters.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
      parameters.setCompressionQuality(JPEG_QUALITY);
      writer.write(null, new IIOImage(image, null, null), parameters);
    } finally {
      writer.dispose();
    }
    return out.toByteArray();
  }

  /** One that looks at the clock before each thing that it draws. */
  private static final class Renderer extends PDFRenderer {

    private final ProcessorTime spent = new ProcessorTime();
    private final long nanos;

    Renderer(PDDocument document, long nanos) {
      super(document);
      this.nanos = nanos;
    }

    @Override
    protected PageDrawer createPageDrawer(PageDrawerParameters parameters) throws IOException {
      var forms = new DrawnForms();
      return new PageDrawer(parameters) {
        @Override
        public void showForm(PDFormXObject form) throws IOException {
          forms.draw(form, super::showForm);
        }

        @Override
        public void showTransparencyGroup(PDTransparencyGroup form) throws IOException {
          forms.draw(form, super::showTransparencyGroup);
        }

        @Override
        protected void processOperator(Operator operator, List<COSBase> operands)
            throws IOException {
          if (spent.isOver(nanos)) {
            throw new TookTooLongException();
          }
          super.processOperator(operator, operands);
        }
      };
    }
  }

  /** The end of a page that takes longer than others may wait. */
  private static final class TookTooLongException extends RuntimeException {

    private static final long serialVersionUID = 1;

    TookTooLongException() {
      super(null, null, false, false);
    }
  }
}
