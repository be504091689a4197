package dev.attache.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.documents.pdf.PdfConverter;
import dev.attache.documents.word.WordConverter;
import dev.attache.resource.convert.ContentConverter;
import dev.attache.resource.convert.Conversion;
import dev.attache.resource.convert.ConversionException;
import dev.attache.resource.convert.ConversionException.Reason;
import dev.attache.resource.convert.ConversionOptions;
import dev.attache.resource.convert.DocumentImage;
import dev.attache.resource.convert.PartSelector;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.Random;
import javax.imageio.ImageIO;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts;
import org.apache.pdfbox.pdmodel.graphics.image.JPEGFactory;
import org.apache.pdfbox.pdmodel.graphics.image.LosslessFactory;
import org.apache.pdfbox.pdmodel.graphics.image.PDImageXObject;
import org.apache.poi.common.usermodel.PictureType;
import org.apache.poi.util.Units;
import org.apache.poi.xwpf.usermodel.XWPFDocument;
import org.junit.jupiter.api.Test;

/** Pictures inside of documents, and those that are made of pages. */
class PicturesTest {

  @Test
  void areNamedInTheOrderInWhichThePagesOfAPdfDrawThemAndEachOnce() throws Exception {
    Conversion made = converted(pdf(3), ConversionOptions.DEFAULT);
    assertThat(made.markdown())
        .isEqualTo(
            """
            [page 1]

            Page 1.

            [image 1: image/png, 40 × 30, not shown]

            [image 2: image/jpeg, 300 × 200, %s bytes, not shown]

            [page 2]

            Page 2.

            [page 3]

            Page 3.
            """
                .formatted(
                    String.format(Locale.ROOT, "%,d", image(pdf(3), "image=2").content().size())));
    assertThat(made.parts())
        .extracting(part -> part.selector())
        .containsExactly("page=1-3", "image=1", "image=2");
    assertThat(made.images()).isEmpty();
  }

  @Test
  void areTakenOutOfAPdf() throws Exception {
    DocumentImage first = image(pdf(1), "image=1");
    assertThat(first.mimeType()).isEqualTo("image/png");
    assertThat(first.selector()).isEqualTo("image=1");
    assertThat(first.markdown()).isEmpty();
    BufferedImage shown = ImageIO.read(first.content().open());
    assertThat(shown.getWidth()).isEqualTo(40);
    assertThat(new Color(shown.getRGB(20, 15))).isEqualTo(Color.RED);
    DocumentImage second = image(pdf(1), "image=2");
    assertThat(second.mimeType()).isEqualTo("image/jpeg");
    assertThat(ImageIO.read(second.content().open()).getWidth()).isEqualTo(300);
  }

  @Test
  void areTheSameWheneverTheyAreTakenOut() throws Exception {
    byte[] document = pdf(1);
    for (String each : new String[] {"image=1", "image=2", "page-image=1"}) {
      assertThat(image(document, each).content()).isEqualTo(image(document, each).content());
    }
  }

  @Test
  void areCountedForWhoAsksForOneThatIsNotThere() throws Exception {
    assertFails(pdf(1), "image=3", Reason.NO_SUCH_PART, "it has 2 pictures");
    assertFails(pdf(1), "page-image=2", Reason.NO_SUCH_PART, "it has 1 page");
    var word = new WordConverter();
    assertThatThrownBy(() -> word.convert(docx("none.png", false), options("image=1")))
        .hasMessage("it has no pictures");
    assertThatThrownBy(() -> word.convert(docx("none.png", true), options("image=2")))
        .hasMessage("it has 1 picture");
    assertThatThrownBy(() -> word.convert(docx("none.png", true), options("page-image=1")))
        .hasMessage("only pages of PDF can be shown as pictures");
  }

  @Test
  void haveTheTypeThatTheirBytesSay() throws Exception {
    Conversion made = new WordConverter().convert(docx("lie.jpeg", true), options("image=1"));
    assertThat(made.markdown()).isEmpty();
    assertThat(made.images()).hasSize(1);
    DocumentImage image = made.images().get(0);
    assertThat(image.mimeType()).isEqualTo("image/png");
    assertThat(image.content().toByteArray()).isEqualTo(png(square(Color.BLUE, 20, 20)));
  }

  @Test
  void showPagesWithTheTextOfEach() throws Exception {
    Conversion made = converted(pdf(3), options("page-image=2-9"));
    assertThat(made.images())
        .extracting(DocumentImage::selector)
        .containsExactly("page-image=2", "page-image=3");
    assertThat(made.images())
        .extracting(DocumentImage::markdown)
        .containsExactly("[page 2]\n\nPage 2.\n", "[page 3]\n\nPage 3.\n");
    BufferedImage page = ImageIO.read(made.images().get(0).content().open());
    assertThat(page.getHeight()).isEqualTo(1568);
    assertThat(page.getWidth()).isEqualTo(1211);
    assertThat(isBlank(page)).isFalse();
  }

  @Test
  void areOfPagesNoMoreThanTwentyAtOnce() throws Exception {
    Conversion made = converted(pdf(23), options("page-image=1-23"));
    assertThat(made.images()).hasSize(20);
    assertThat(made.notes()).containsExactly("Pages 21-23 are left out; the limit is 20 pages.");
  }

  @Test
  void arePngOrJpegWhicheverIsSmaller() throws Exception {
    assertThat(image(pdf(1, false), "page-image=1").mimeType()).isEqualTo("image/png");
    assertThat(image(pdf(1), "page-image=1").mimeType()).isEqualTo("image/jpeg");
  }

  @Test
  void areNotMadeOfPagesThatTakeTooLong() throws Exception {
    ConversionOptions hurried =
        options("page-image=1")
            .withLimits(ConversionOptions.DEFAULT.limits().withTime(Duration.ofMillis(1)));
    assertThatThrownBy(() -> converted(fullPage(), hurried))
        .isInstanceOf(ConversionException.class)
        .hasMessage("its pages take too long to draw");
  }

  private static void assertFails(byte[] document, String selector, Reason reason, String message) {
    assertThatThrownBy(() -> image(document, selector))
        .isInstanceOfSatisfying(
            ConversionException.class, e -> assertThat(e.reason()).isEqualTo(reason))
        .hasMessage(message);
  }

  private static DocumentImage image(byte[] document, String selector) throws Exception {
    Conversion made = converted(document, options(selector));
    assertThat(made.markdown()).isEmpty();
    assertThat(made.images()).hasSize(1);
    return made.images().get(0);
  }

  private static Conversion converted(byte[] document, ConversionOptions options) throws Exception {
    ContentConverter pdf = new PdfConverter();
    return pdf.convert(new TestDocument(document, "application/pdf"), options);
  }

  private static ConversionOptions options(String selector) {
    return ConversionOptions.DEFAULT.withSelector(PartSelector.parse(selector).orElseThrow());
  }

  private static TestDocument docx(String name, boolean hasPicture) throws Exception {
    try (var document = new XWPFDocument();
        var out = new ByteArrayOutputStream()) {
      var run = document.createParagraph().createRun();
      run.setText("Text.");
      if (hasPicture) {
        run.addPicture(
            new ByteArrayInputStream(png(square(Color.BLUE, 20, 20))),
            PictureType.JPEG,
            name,
            Units.toEMU(20),
            Units.toEMU(20));
      }
      document.write(out);
      return new TestDocument(
          out.toByteArray(),
          "application/vnd.openxmlformats-officedocument.wordprocessingml.document");
    }
  }

  /** A page that takes many ticks of the clock to draw. */
  private static byte[] fullPage() throws IOException {
    try (var document = new PDDocument();
        var out = new ByteArrayOutputStream()) {
      var page = new PDPage();
      document.addPage(page);
      try (var content = new PDPageContentStream(document, page)) {
        for (int i = 0; i < 20_000; i++) {
          content.addRect(10 + i % 7, 10, 580, 800);
          content.fill();
        }
      }
      document.save(out);
      return out.toByteArray();
    }
  }

  private static byte[] pdf(int pages) throws IOException {
    return pdf(pages, true);
  }

  /** The first picture is on all pages, and so is one that is too small to be named. */
  private static byte[] pdf(int pages, boolean hasPictures) throws IOException {
    try (var document = new PDDocument();
        var out = new ByteArrayOutputStream()) {
      PDImageXObject red = LosslessFactory.createFromImage(document, square(Color.RED, 40, 30));
      PDImageXObject dot = LosslessFactory.createFromImage(document, square(Color.RED, 2, 2));
      PDImageXObject photo = JPEGFactory.createFromImage(document, photo());
      for (int i = 1; i <= pages; i++) {
        var page = new PDPage();
        document.addPage(page);
        try (var content = new PDPageContentStream(document, page)) {
          content.beginText();
          content.setFont(new PDType1Font(Standard14Fonts.FontName.HELVETICA), 12);
          content.newLineAtOffset(72, 700);
          content.showText("Page " + i + ".");
          content.endText();
          if (hasPictures) {
            content.drawImage(dot, 10, 10);
            content.drawImage(red, 100, 100, 40, 30);
            if (i == 1) {
              content.drawImage(photo, 100, 200, 450, 300);
            }
          }
        }
      }
      document.save(out);
      return out.toByteArray();
    }
  }

  private static BufferedImage square(Color color, int width, int height) {
    var image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    var graphics = image.createGraphics();
    graphics.setColor(color);
    graphics.fillRect(0, 0, width, height);
    graphics.dispose();
    return image;
  }

  private static BufferedImage photo() {
    var image = new BufferedImage(300, 200, BufferedImage.TYPE_INT_RGB);
    var random = new Random(1);
    for (int x = 0; x < 300; x++) {
      for (int y = 0; y < 200; y++) {
        int light = (int) (128 + 100 * Math.sin(x / 9.0) * Math.cos(y / 7.0)) + random.nextInt(9);
        image.setRGB(x, y, new Color(light, light / 2, 255 - light).getRGB());
      }
    }
    return image;
  }

  private static byte[] png(BufferedImage image) throws IOException {
    var out = new ByteArrayOutputStream();
    ImageIO.write(image, "png", out);
    return out.toByteArray();
  }

  private static boolean isBlank(BufferedImage image) {
    for (int x = 0; x < image.getWidth(); x += 3) {
      for (int y = 0; y < image.getHeight(); y += 3) {
        if ((image.getRGB(x, y) & 0xffffff) != 0xffffff) {
          return false;
        }
      }
    }
    return true;
  }
}
