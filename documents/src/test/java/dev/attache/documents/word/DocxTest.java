package dev.attache.documents.word;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.attache.documents.TestDocument;
import dev.attache.resource.convert.Conversion;
import dev.attache.resource.convert.ConversionException;
import dev.attache.resource.convert.ConversionException.Reason;
import dev.attache.resource.convert.DocumentPart;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.util.Base64;
import org.apache.poi.common.usermodel.PictureType;
import org.apache.poi.xwpf.usermodel.XWPFDocument;
import org.apache.poi.xwpf.usermodel.XWPFParagraph;
import org.apache.poi.xwpf.usermodel.XWPFTable;
import org.junit.jupiter.api.Test;

class DocxTest {

  static final String TYPE =
      "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

  private static final byte[] PNG =
      Base64.getDecoder()
          .decode(
              "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==");

  private static final String TEXT =
      "<w:document xmlns:w=\"w\" xmlns:r=\"r\" xmlns:mc=\"mc\"><w:body>%s</w:body></w:document>";

  private static TestDocument of(XWPFDocument document) throws IOException {
    try (document) {
      return TestDocument.of(TYPE, document::write);
    }
  }

  /** A document of one part. */
  private static TestDocument raw(String body) throws IOException {
    return TestDocument.zip(TYPE, "word/document.xml", String.format(TEXT, body));
  }

  private static String markdown(String body) throws Exception {
    return raw(body).convert().markdown();
  }

  private static XWPFParagraph paragraph(XWPFDocument document, String text) {
    XWPFParagraph paragraph = document.createParagraph();
    paragraph.createRun().setText(text);
    return paragraph;
  }

  @Test
  void keepsEmphasisLinksAndLineBreaks() throws Exception {
    var document = new XWPFDocument();
    XWPFParagraph paragraph = document.createParagraph();
    paragraph.createRun().setText("The ");
    var bold = paragraph.createRun();
    bold.setText("old bridge ");
    bold.setBold(true);
    var italic = paragraph.createRun();
    italic.setText("of 1834");
    italic.setItalic(true);
    paragraph.createRun().addBreak();
    paragraph.createHyperlinkRun("https://example.org/bridge").setText("is closed");
    assertThat(of(document).convert().markdown())
        .isEqualTo("The **old bridge** *of 1834*\n[is closed](https://example.org/bridge)\n");
  }

  @Test
  void findsHeadingsByTheOutlineOfTheirStyle() throws Exception {
    TestDocument document =
        TestDocument.zip(
            TYPE,
            "word/document.xml",
            String.format(
                TEXT,
                "<w:p><w:pPr><w:pStyle w:val=\"a\"/></w:pPr><w:r><w:t>Costs</w:t></w:r></w:p>"
                    + "<w:p><w:pPr><w:pStyle w:val=\"b\"/></w:pPr><w:r><w:t>Shares</w:t></w:r></w:p>"),
            "word/_rels/document.xml.rels",
            "<Relationships><Relationship Id=\"x\" Type=\"x/styles\" Target=\"styles.xml\"/></Relationships>",
            "word/styles.xml",
            "<w:styles xmlns:w=\"w\"><w:style w:styleId=\"a\"><w:name w:val=\"heading 1\"/></w:style>"
                + "<w:style w:styleId=\"b\"><w:name w:val=\"Mine\"/><w:basedOn w:val=\"c\"/></w:style>"
                + "<w:style w:styleId=\"c\"><w:name w:val=\"Yours\"/><w:pPr><w:outlineLvl w:val=\"2\"/></w:pPr></w:style>"
                + "</w:styles>");
    assertThat(document.convert().markdown()).isEqualTo("# Costs\n\n### Shares\n");
  }

  @Test
  void numbersListsAsWordDoes() throws Exception {
    String number =
        "<w:p><w:pPr><w:numPr><w:ilvl w:val=\"%d\"/><w:numId w:val=\"7\"/></w:numPr></w:pPr>"
            + "<w:r><w:t>%s</w:t></w:r></w:p>";
    TestDocument document =
        TestDocument.zip(
            TYPE,
            "word/document.xml",
            String.format(
                TEXT,
                String.format(number, 0, "first")
                    + String.format(number, 1, "inner")
                    + String.format(number, 1, "other")
                    + String.format(number, 0, "second")),
            "word/_rels/document.xml.rels",
            "<Relationships><Relationship Id=\"x\" Type=\"x/numbering\" Target=\"numbering.xml\"/></Relationships>",
            "word/numbering.xml",
            "<w:numbering xmlns:w=\"w\"><w:abstractNum w:abstractNumId=\"1\">"
                + "<w:lvl w:ilvl=\"0\"><w:start w:val=\"3\"/><w:numFmt w:val=\"decimal\"/><w:lvlText w:val=\"%1.\"/></w:lvl>"
                + "<w:lvl w:ilvl=\"1\"><w:numFmt w:val=\"lowerLetter\"/><w:lvlText w:val=\"%2)\"/></w:lvl>"
                + "</w:abstractNum><w:num w:numId=\"7\"><w:abstractNumId w:val=\"1\"/></w:num></w:numbering>");
    assertThat(document.convert().markdown())
        .isEqualTo("3. first\n   - a) inner\n   - b) other\n4. second\n");
  }

  @Test
  void writesTablesWithTheirSpansAndLines() throws Exception {
    var document = new XWPFDocument();
    XWPFTable table = document.createTable(2, 2);
    table.getRow(0).getCell(0).setText("Town");
    table.getRow(0).getCell(1).setText("Share | of costs");
    table.getRow(1).getCell(0).setText("Ulm");
    table.getRow(1).getCell(1).setText("60 %");
    table.getRow(1).getCell(1).addParagraph().createRun().setText("in May");
    var last = table.createRow();
    last.getCell(0).setText("both");
    last.getCell(0).getCTTc().addNewTcPr().addNewGridSpan().setVal(BigInteger.TWO);
    last.removeCell(1);
    assertThat(of(document).convert().markdown())
        .isEqualTo(
            """
            | Town | Share \\| of costs |
            | --- | --- |
            | Ulm | 60 %<br>in May |
            | both |  |
            """);
  }

  @Test
  void keepsFootnotesAndNamesPictures() throws Exception {
    var document = new XWPFDocument();
    var note = document.createFootnote();
    note.createParagraph().createRun().setText("Since 1834.");
    XWPFParagraph paragraph = paragraph(document, "The bridge");
    paragraph.addFootnoteReference(note);
    paragraph
        .createRun()
        .addPicture(new ByteArrayInputStream(PNG), PictureType.PNG, "b.png", 9525, 9525);
    Conversion conversion = of(document).convert();
    assertThat(conversion.markdown())
        .isEqualTo(
            "The bridge[^1][image 1: b.png, image/png, "
                + PNG.length
                + " bytes, not shown]\n\n[^1]: Since 1834.\n");
    assertThat(conversion.parts())
        .containsExactly(new DocumentPart("image=1", "image/png, " + PNG.length + " bytes"));
  }

  @Test
  void showsCommentsWithTheirAuthors() throws Exception {
    var document = new XWPFDocument();
    var comments = document.createComments();
    var comment = comments.createComment(BigInteger.ONE);
    comment.setAuthor("Ada");
    comment.createParagraph().createRun().setText("Which one?");
    XWPFParagraph paragraph = paragraph(document, "The bridge");
    paragraph.getCTP().addNewR().addNewCommentReference().setId(BigInteger.ONE);
    assertThat(of(document).convert().markdown())
        .isEqualTo("The bridge\n\n> Comment by Ada: Which one?\n");
  }

  @Test
  void showsTrackedChangesAsAcceptedAndSaysWhose() throws Exception {
    Conversion conversion =
        raw("<w:p><w:r><w:t xml:space=\"preserve\">It is </w:t></w:r>"
                + "<w:del w:author=\"Ada\"><w:r><w:delText>open</w:delText></w:r></w:del>"
                + "<w:ins w:author=\"Ada\"><w:r><w:t>closed</w:t></w:r></w:ins></w:p>")
            .convert();
    assertThat(conversion.markdown()).isEqualTo("It is closed\n");
    assertThat(conversion.notes())
        .containsExactly("Tracked changes by Ada are shown as accepted; deleted text is left out.");
  }

  @Test
  void readsFieldsFramesAndFormulasButNoInstructionsAndNoHiddenText() throws Exception {
    assertThat(
            markdown(
                "<w:p><w:r><w:fldChar w:fldCharType=\"begin\"/></w:r>"
                    + "<w:r><w:instrText> HYPERLINK \"https://example.org/\" </w:instrText></w:r>"
                    + "<w:r><w:fldChar w:fldCharType=\"separate\"/></w:r><w:r><w:t>there</w:t></w:r>"
                    + "<w:r><w:fldChar w:fldCharType=\"end\"/></w:r>"
                    + "<w:r><w:rPr><w:vanish/></w:rPr><w:t>secret</w:t></w:r></w:p>"
                    + "<w:p><w:r><mc:AlternateContent><mc:Choice><w:txbxContent><w:p><w:r><w:t>framed</w:t></w:r>"
                    + "</w:p></w:txbxContent></mc:Choice><mc:Fallback><w:t>framed again</w:t></mc:Fallback>"
                    + "</mc:AlternateContent></w:r></w:p>"
                    + "<w:p><m:oMath xmlns:m=\"m\"><m:r><m:t>a+b</m:t></m:r></m:oMath></w:p>"))
        .isEqualTo("[there](https://example.org/)\n\nframed\n\na+b\n");
  }

  @Test
  void saysThatMacrosWereNotRun() throws Exception {
    TestDocument document =
        TestDocument.zip(
            TYPE,
            "word/document.xml",
            String.format(TEXT, "<w:p><w:r><w:t>Hello</w:t></w:r></w:p>"),
            "word/vbaProject.bin",
            "x");
    assertThat(document.convert().notes()).containsExactly("It has macros, which were not run.");
  }

  @Test
  void refusesADocumentWithoutText() throws Exception {
    TestDocument document = raw("<w:p/>");
    ConversionException failure =
        catchThrowableOfType(ConversionException.class, document::convert);
    assertThat(failure.reason()).isEqualTo(Reason.EMPTY);
    assertThat(failure).hasMessage("it holds no text");
  }

  @Test
  void readsWhatIsLeftOfADocumentWhoseEndIsMissing() throws Exception {
    byte[] whole = raw("<w:p><w:r><w:t>Hello</w:t></w:r></w:p>").bytes();
    var cut = new TestDocument(java.util.Arrays.copyOf(whole, whole.length - 30), TYPE);
    Conversion conversion = cut.convert();
    assertThat(conversion.markdown()).isEqualTo("Hello\n");
    assertThat(conversion.notes())
        .containsExactly("The document is damaged; what could be read is here.");
  }
}
