package dev.attache.documents;

import dev.attache.documents.book.EpubConverter;
import dev.attache.documents.mail.MailConverter;
import dev.attache.documents.opendocument.OpenDocumentConverter;
import dev.attache.documents.pdf.PdfConverter;
import dev.attache.documents.sheets.SheetConverter;
import dev.attache.documents.slides.SlideConverter;
import dev.attache.documents.word.WordConverter;
import dev.attache.resource.convert.ContentConverter;
import dev.attache.resource.testkit.convert.ContentConverterContract;
import dev.attache.resource.testkit.convert.SampleDocument;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts.FontName;
import org.apache.poi.hslf.usermodel.HSLFSlideShow;
import org.apache.poi.hssf.usermodel.HSSFWorkbook;
import org.apache.poi.ss.usermodel.Workbook;
import org.apache.poi.xslf.usermodel.XMLSlideShow;
import org.apache.poi.xssf.usermodel.XSSFWorkbook;
import org.apache.poi.xwpf.usermodel.XWPFDocument;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** The contract of the test kit for each of our converters. */
@Tag("slow")
class ConverterContractsTest {

  private static final String TEXT = "The bridge over the river is closed until the end of May.";
  private static final String OPEN = "application/vnd.openxmlformats-officedocument.";
  private static final String ODF = "application/vnd.oasis.opendocument.";

  private static SampleDocument sample(TestDocument document, String name) {
    return new SampleDocument(document.bytes(), document.mimeType(), name);
  }

  @Nested
  class Pdf extends ContentConverterContract {
    @Override
    protected ContentConverter converter() {
      return new PdfConverter();
    }

    @Override
    protected List<SampleDocument> samples() throws IOException {
      try (var document = new PDDocument()) {
        for (int i = 0; i < 2; i++) {
          var page = new PDPage();
          document.addPage(page);
          try (var content = new PDPageContentStream(document, page)) {
            content.beginText();
            content.setFont(new PDType1Font(FontName.HELVETICA), 12);
            content.newLineAtOffset(72, 700);
            content.showText(TEXT);
            content.endText();
          }
        }
        return List.of(sample(TestDocument.of("application/pdf", document::save), "a.pdf"));
      }
    }
  }

  @Nested
  class Word extends ContentConverterContract {
    @Override
    protected ContentConverter converter() {
      return new WordConverter();
    }

    @Override
    protected List<SampleDocument> samples() throws IOException {
      try (var document = new XWPFDocument()) {
        document.createParagraph().createRun().setText(TEXT);
        document.createTable(2, 2).getRow(1).getCell(1).setText(TEXT);
        return List.of(
            sample(TestDocument.of(OPEN + "wordprocessingml.document", document::write), "a.docx"),
            sample(
                TestDocument.of("application/rtf", "{\\rtf1 " + TEXT + "\\par " + TEXT + "}"),
                "a.rtf"));
      }
    }
  }

  @Nested
  class Sheets extends ContentConverterContract {
    @Override
    protected ContentConverter converter() {
      return new SheetConverter();
    }

    @Override
    protected List<SampleDocument> samples() throws IOException {
      return List.of(
          sample(of(new XSSFWorkbook(), OPEN + "spreadsheetml.sheet"), "a.xlsx"),
          sample(of(new HSSFWorkbook(), "application/vnd.ms-excel"), "a.xls"));
    }

    private static TestDocument of(Workbook workbook, String type) throws IOException {
      try (workbook) {
        var row = workbook.createSheet("The bridge!").createRow(0);
        row.createCell(0).setCellValue(TEXT);
        row.createCell(1).setCellValue(12.5);
        workbook.createSheet("Empty");
        return TestDocument.of(type, workbook::write);
      }
    }
  }

  @Nested
  class Slides extends ContentConverterContract {
    @Override
    protected ContentConverter converter() {
      return new SlideConverter();
    }

    @Override
    protected List<SampleDocument> samples() throws IOException {
      try (var open = new XMLSlideShow();
          var binary = new HSLFSlideShow()) {
        open.createSlide().createTextBox().setText(TEXT);
        binary.createSlide().createTextBox().setText(TEXT);
        return List.of(
            sample(TestDocument.of(OPEN + "presentationml.presentation", open::write), "a.pptx"),
            sample(TestDocument.of("application/vnd.ms-powerpoint", binary::write), "a.ppt"));
      }
    }
  }

  @Nested
  class OpenDocument extends ContentConverterContract {
    @Override
    protected ContentConverter converter() {
      return new OpenDocumentConverter();
    }

    @Override
    protected List<SampleDocument> samples() throws IOException {
      return List.of(
          sample(of("text", "<o:text><t:p>" + TEXT + "</t:p></o:text>"), "a.odt"),
          sample(
              of(
                  "spreadsheet",
                  "<o:spreadsheet><b:table b:name=\"A\"><b:table-row><b:table-cell><t:p>"
                      + TEXT
                      + "</t:p></b:table-cell></b:table-row></b:table></o:spreadsheet>"),
              "a.ods"));
    }

    private static TestDocument of(String kind, String body) throws IOException {
      return TestDocument.zip(
          ODF + kind,
          "content.xml",
          "<o:c xmlns:o=\"o\" xmlns:t=\"t\" xmlns:b=\"b\"><o:body>" + body + "</o:body></o:c>");
    }
  }

  @Nested
  class Epub extends ContentConverterContract {
    @Override
    protected ContentConverter converter() {
      return new EpubConverter();
    }

    @Override
    protected List<SampleDocument> samples() throws IOException {
      return List.of(
          sample(
              TestDocument.zip(
                  "application/epub+zip",
                  "a.opf",
                  "<p><item id=\"a\" href=\"a.html\" media-type=\"text/html\"/><itemref idref=\"a\"/></p>",
                  "a.html",
                  "<p>" + TEXT + "</p>"),
              "a.epub"));
    }
  }

  @Nested
  class Mail extends ContentConverterContract {
    @Override
    protected ContentConverter converter() {
      return new MailConverter();
    }

    @Override
    protected List<SampleDocument> samples() {
      byte[] mail = ("Subject: Bridge\r\n\r\n" + TEXT + "\r\n").getBytes(StandardCharsets.UTF_8);
      return List.of(new SampleDocument(mail, "message/rfc822", "a.eml"));
    }
  }
}
