package dev.attache.documents.pdf;

import static dev.attache.documents.pdf.TestPdf.BOLD;
import static dev.attache.documents.pdf.TestPdf.FIXED;
import static dev.attache.documents.pdf.TestPdf.PLAIN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.attache.documents.TestDocument;
import dev.attache.resource.convert.Conversion;
import dev.attache.resource.convert.ConversionException;
import dev.attache.resource.convert.ConversionException.Reason;
import dev.attache.resource.convert.ConversionLimits;
import dev.attache.resource.convert.ConversionOptions;
import dev.attache.resource.convert.DocumentPart;
import dev.attache.resource.convert.PartSelector;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.pdfbox.pdmodel.PDDocumentNameDictionary;
import org.apache.pdfbox.pdmodel.PDEmbeddedFilesNameTreeNode;
import org.apache.pdfbox.pdmodel.PDResources;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.common.filespecification.PDComplexFileSpecification;
import org.apache.pdfbox.pdmodel.common.filespecification.PDEmbeddedFile;
import org.apache.pdfbox.pdmodel.encryption.AccessPermission;
import org.apache.pdfbox.pdmodel.encryption.StandardProtectionPolicy;
import org.apache.pdfbox.pdmodel.graphics.image.LosslessFactory;
import org.apache.pdfbox.pdmodel.interactive.action.PDActionURI;
import org.apache.pdfbox.pdmodel.interactive.annotation.PDAnnotationLink;
import org.apache.pdfbox.pdmodel.interactive.annotation.PDAnnotationText;
import org.apache.pdfbox.pdmodel.interactive.form.PDAcroForm;
import org.apache.pdfbox.pdmodel.interactive.form.PDTextField;
import org.junit.jupiter.api.Test;

class PdfConverterTest {

  private static String markdown(TestPdf pdf) throws Exception {
    try (pdf) {
      return pdf.done().convert().markdown();
    }
  }

  private static TestPdf body(TestPdf pdf, float top) throws IOException {
    return pdf.lines(
        72,
        top,
        "The committee met on Monday and agreed that the bridge over the river has to be repaired",
        "before the winter, and that the costs are to be shared by both towns, as they were at the",
        "time when it was built.");
  }

  private static final String BODY =
      "The committee met on Monday and agreed that the bridge over the river has to be repaired"
          + " before the winter, and that the costs are to be shared by both towns, as they were at"
          + " the time when it was built.";

  @Test
  void joinsTheLinesOfParagraphsAndFindsHeadingsByTheirSize() throws Exception {
    var pdf = new TestPdf().text(BOLD, 20, 72, 80, "Minutes").text(BOLD, 14, 72, 110, "The bridge");
    body(pdf, 140);
    body(pdf, 190);
    assertThat(markdown(pdf))
        .isEqualTo("# Minutes\n\n## The bridge\n\n" + BODY + "\n\n" + BODY + "\n");
  }

  @Test
  void readsColumnsOneAfterTheOther() throws Exception {
    String[] left = {
      "The left column begins here and it goes", "on for some lines of the same width as",
      "columns do, so that nobody can take it", "for a table, and it ends with this line."
    };
    String[] right = {
      "The right column is read after the left", "one, although its lines stand beside it",
      "on the page at the very same height as", "those, and it ends here, at last, too."
    };
    var pdf = new TestPdf().text(BOLD, 18, 72, 80, "A title over both of the columns of the page");
    pdf.lines(72, 110, left).lines(320, 110, right);
    assertThat(markdown(pdf))
        .isEqualTo(
            "# A title over both of the columns of the page\n\n"
                + String.join(" ", left)
                + "\n\n"
                + String.join(" ", right)
                + "\n");
  }

  @Test
  void makesListsOfBulletsAndNumbers() throws Exception {
    var pdf = new TestPdf().lines(72, 80, "Bring:");
    pdf.lines(90, 100, "\u2022 bread", "\u2022 butter").lines(108, 124, "\u2022 salted");
    pdf.lines(72, 150, "1. First, wait.", "2. Then, go on.");
    assertThat(markdown(pdf))
        .isEqualTo("Bring:\n\n- bread\n- butter\n  - salted\n1. First, wait.\n2. Then, go on.\n");
  }

  @Test
  void makesATableOfWhatRulesEnclose() throws Exception {
    var pdf = new TestPdf();
    for (float top : new float[] {100, 120, 140, 160}) {
      pdf.line(72, top, 372, top);
    }
    for (float x : new float[] {72, 172, 372}) {
      pdf.line(x, 100, x, 160);
    }
    pdf.lines(76, 114, "Town").lines(176, 114, "Share");
    pdf.lines(76, 134, "Ulm").lines(176, 134, "60 %");
    pdf.lines(76, 154, "Neu-Ulm").lines(176, 154, "40 %");
    assertThat(markdown(pdf))
        .isEqualTo("| Town | Share |\n| --- | --- |\n| Ulm | 60 % |\n| Neu-Ulm | 40 % |\n");
  }

  @Test
  void makesATableOfWhatIsAligned() throws Exception {
    var pdf = new TestPdf();
    pdf.lines(72, 100, "Year", "2024", "2025", "2026");
    pdf.lines(172, 100, "Income", "1,200", "1,350", "1,410");
    pdf.lines(272, 100, "Costs", "900", "1,010", "1,100");
    assertThat(markdown(pdf))
        .isEqualTo(
            """
            | Year | Income | Costs |
            | --- | --- | --- |
            | 2024 | 1,200 | 900 |
            | 2025 | 1,350 | 1,010 |
            | 2026 | 1,410 | 1,100 |
            """);
  }

  @Test
  void keepsTheIndentationOfCode() throws Exception {
    var pdf = new TestPdf();
    body(pdf, 80);
    pdf.text(FIXED, 10, 72, 130, "if (ready) {").text(FIXED, 10, 84, 142, "go();");
    pdf.text(FIXED, 10, 72, 154, "}");
    assertThat(markdown(pdf)).isEqualTo(BODY + "\n\n```\nif (ready) {\n  go();\n}\n```\n");
  }

  @Test
  void joinsWordsThatAHyphenDividesAtTheEndOfALine() throws Exception {
    var pdf =
        new TestPdf()
            .lines(
                72,
                80,
                "This paragraph is as wide as its lines are, and it is a para-",
                "graph that was divided.");
    assertThat(markdown(pdf))
        .isEqualTo(
            "This paragraph is as wide as its lines are, and it is a paragraph that was divided.\n");
  }

  @Test
  void keepsLinksAndComments() throws Exception {
    var pdf = new TestPdf().lines(72, 100, "See the minutes");
    var link = new PDAnnotationLink();
    var action = new PDActionURI();
    action.setURI("https://example.org/minutes");
    link.setAction(action);
    link.setRectangle(new PDRectangle(107, 686, 60, 20));
    var comment = new PDAnnotationText();
    comment.setRectangle(new PDRectangle(300, 686, 20, 20));
    comment.setContents("Which ones?");
    comment.setTitlePopup("Ada");
    pdf.current().setAnnotations(List.of(link, comment));
    assertThat(markdown(pdf))
        .isEqualTo(
            "See the [minutes](https://example.org/minutes)\n\n> Comment by Ada: Which ones?\n");
  }

  @Test
  void showsTheFieldsOfForms() throws Exception {
    var pdf = new TestPdf().lines(72, 100, "Please fill in");
    var form = new PDAcroForm(pdf.document());
    pdf.document().getDocumentCatalog().setAcroForm(form);
    var resources = new PDResources();
    resources.put(org.apache.pdfbox.cos.COSName.getPDFName("Helv"), PLAIN);
    form.setDefaultResources(resources);
    var field = new PDTextField(form);
    field.setPartialName("name");
    field.setDefaultAppearance("/Helv 10 Tf 0 g");
    field.getCOSObject().setString(org.apache.pdfbox.cos.COSName.V, "Ada Lovelace");
    form.getFields().add(field);
    form.setFields(List.of(field));
    assertThat(markdown(pdf))
        .isEqualTo(
            """
            Please fill in

            [form fields]

            | Field | Value |
            | --- | --- |
            | name | Ada Lovelace |
            """);
  }

  @Test
  void namesTheFilesInIt() throws Exception {
    try (var pdf = new TestPdf().lines(72, 100, "See the table")) {
      var file = new PDEmbeddedFile(pdf.document(), new ByteArrayInputStream(new byte[12]));
      file.setSubtype("text/csv");
      file.setSize(12);
      var spec = new PDComplexFileSpecification();
      spec.setFile("costs.csv");
      spec.setEmbeddedFile(file);
      var tree = new PDEmbeddedFilesNameTreeNode();
      tree.setNames(Map.of("costs", spec));
      var names = new PDDocumentNameDictionary(pdf.document().getDocumentCatalog());
      names.setEmbeddedFiles(tree);
      pdf.document().getDocumentCatalog().setNames(names);
      Conversion conversion = pdf.done().convert();
      assertThat(conversion.markdown())
          .isEqualTo("See the table\n\n[attached file: costs.csv, text/csv, 12 bytes]\n");
      assertThat(conversion.notes()).containsExactly("1 file inside of it is named, not read.");
    }
  }

  private static TestPdf withPictures(int... pages) throws IOException {
    var pdf = new TestPdf().lines(72, 100, "Scanned pages follow.");
    for (int i = 0; i < Arrays.stream(pages).sum(); i++) {
      pdf.page();
      var picture =
          LosslessFactory.createFromImage(
              pdf.document(), new BufferedImage(8, 8, BufferedImage.TYPE_INT_RGB));
      pdf.content().drawImage(picture, 72, 72, 300, 300);
    }
    return pdf;
  }

  @Test
  void saysWhichPagesArePicturesOnly() throws Exception {
    try (var pdf = withPictures(3)) {
      Conversion conversion = pdf.done().convert();
      assertThat(conversion.markdown())
          .isEqualTo("[page 1]\n\nScanned pages follow.\n\n[page 2]\n\n[page 3]\n\n[page 4]\n");
      assertThat(conversion.notes()).containsExactly("Pages 2-4 are images without text.");
      assertThat(conversion.parts()).containsExactly(new DocumentPart("page=1-4", "4 pages"));
    }
  }

  @Test
  void refusesADocumentOfPicturesOnly() throws Exception {
    try (var pdf = withPictures(2)) {
      pdf.document().removePage(0);
      ConversionException failure = failure(pdf.done(), ConversionOptions.DEFAULT);
      assertThat(failure.reason()).isEqualTo(Reason.EMPTY);
      assertThat(failure).hasMessage("it holds no text: pages 1-2 are images without text");
    }
  }

  private static ConversionException failure(TestDocument document, ConversionOptions options) {
    return catchThrowableOfType(ConversionException.class, () -> document.convert(options));
  }

  private static TestPdf threePages() throws IOException {
    return new TestPdf()
        .lines(72, 100, "One")
        .page()
        .lines(72, 100, "Two")
        .page()
        .lines(72, 100, "Three");
  }

  @Test
  void readsThePagesThatAreAskedFor() throws Exception {
    try (var pdf = threePages()) {
      TestDocument document = pdf.done();
      var second = ConversionOptions.DEFAULT.withSelector(new PartSelector.Pages(2, 9));
      assertThat(document.convert(second).markdown())
          .isEqualTo("[page 2]\n\nTwo\n\n[page 3]\n\nThree\n");
      ConversionException failure =
          failure(document, ConversionOptions.DEFAULT.withSelector(new PartSelector.Pages(4, 4)));
      assertThat(failure.reason()).isEqualTo(Reason.NO_SUCH_PART);
      assertThat(failure).hasMessage("it has 3 pages");
    }
  }

  @Test
  void stopsAtTheLimitOfPagesAndSaysSo() throws Exception {
    try (var pdf = threePages()) {
      ConversionLimits usual = ConversionLimits.DEFAULT;
      var limits =
          new ConversionLimits(usual.bytes(), 1, usual.cells(), usual.characters(), usual.time());
      Conversion conversion = pdf.done().convert(ConversionOptions.DEFAULT.withLimits(limits));
      assertThat(conversion.markdown()).isEqualTo("One\n");
      assertThat(conversion.notes())
          .containsExactly("Pages 2-3 are left out; the limit is 1 page.");
    }
  }

  @Test
  void showsRunningHeadsOnce() throws Exception {
    try (var pdf = new TestPdf()) {
      for (int i = 1; i <= 5; i++) {
        pdf.text(PLAIN, 10, 72, 40, "The bridge, draft 3");
        body(pdf, 100);
        if (i < 5) {
          pdf.page();
        }
      }
      Conversion conversion = pdf.done().convert();
      assertThat(conversion.markdown().split("draft 3", -1)).hasSize(2);
      assertThat(conversion.markdown().split("committee", -1)).hasSize(6);
      assertThat(conversion.notes())
          .containsExactly("Headers and footers that most pages repeat are shown once.");
    }
  }

  private static TestDocument protectedPdf(String user, boolean mayExtract) throws IOException {
    try (var pdf = new TestPdf().lines(72, 100, "Confidential")) {
      pdf.content().close();
      var rights = new AccessPermission();
      rights.setCanExtractContent(mayExtract);
      var policy = new StandardProtectionPolicy("owner", user, rights);
      policy.setEncryptionKeyLength(128);
      pdf.document().protect(policy);
      return TestDocument.of("application/pdf", pdf.document()::save);
    }
  }

  @Test
  void refusesADocumentThatNeedsAPassword() throws Exception {
    ConversionException failure = failure(protectedPdf("secret", true), ConversionOptions.DEFAULT);
    assertThat(failure.reason()).isEqualTo(Reason.ENCRYPTED);
    assertThat(failure).hasMessage("it needs a password");
  }

  @Test
  void respectsThatItsAuthorForbidsToTakeTextOut() throws Exception {
    TestDocument document = protectedPdf("", false);
    ConversionException failure = failure(document, ConversionOptions.DEFAULT);
    assertThat(failure.reason()).isEqualTo(Reason.FORBIDDEN);
    assertThat(failure).hasMessage("its author does not allow text to be taken out of it");
  }

  @Test
  void ignoresThatOnRequestAndSaysSo() throws Exception {
    var options = new ConversionOptions(ConversionLimits.DEFAULT, null, false, true);
    Conversion conversion = protectedPdf("", false).convert(options);
    assertThat(conversion.markdown()).isEqualTo("Confidential\n");
    assertThat(conversion.notes())
        .containsExactly(
            "Its author does not allow text to be taken out; you have asked to ignore that.");
  }

  @Test
  void refusesWhatIsNoPdf() {
    ConversionException failure =
        failure(TestDocument.of("application/pdf", "Hello"), ConversionOptions.DEFAULT);
    assertThat(failure.reason()).isEqualTo(Reason.BROKEN);
    assertThat(failure).hasMessage("it is damaged and cannot be read");
  }
}
