package dev.attache.documents;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.resource.convert.ConversionOptions;
import dev.attache.resource.convert.PartSelector;
import dev.attache.test.Growth;
import java.io.IOException;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts.FontName;
import org.junit.jupiter.api.Test;

/** What a part of a document costs beside the whole of it, in processor time of one run. */
class PartCostTest {

  @Test
  void ofPdfIsThatOfThePages() throws Exception {
    TestDocument document = pdf(200);
    assertShare(document, 10, "page=3");
    assertShare(document, 10, "page=190");
  }

  @Test
  void ofWorkbooksIsThatOfTheCells() throws Exception {
    TestDocument document = workbook(20_000);
    assertShare(document, 4, "sheet=Figures!A1:D10");
    assertShare(document, 4, "sheet=Figures!A19990:D19999");
  }

  private static void assertShare(TestDocument document, int shares, String part) throws Exception {
    ConversionOptions options =
        ConversionOptions.DEFAULT.withSelector(PartSelector.parse(part).orElseThrow());
    assertThat(document.convert(options).markdown()).isNotBlank();
    Growth.assertPart(shares, () -> document.convert(options), document::convert);
  }

  private static TestDocument pdf(int pages) throws Exception {
    var font = new PDType1Font(FontName.HELVETICA);
    try (var document = new PDDocument()) {
      for (int i = 1; i <= pages; i++) {
        var page = new PDPage();
        document.addPage(page);
        try (var content = new PDPageContentStream(document, page)) {
          for (int line = 0; line < 50; line++) {
            content.beginText();
            content.setFont(font, 10);
            content.newLineAtOffset(72, 720 - 12 * line);
            content.showText("Line " + line + " of page " + i + " says something of its own.");
            content.endText();
          }
        }
      }
      return TestDocument.of("application/pdf", document::save);
    }
  }

  private static TestDocument workbook(int rows) throws Exception {
    String type = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/";
    return TestDocument.of(
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        out -> {
          try (var zip = new ZipOutputStream(out)) {
            file(zip, "[Content_Types].xml", "<Types/>");
            file(
                zip,
                "_rels/.rels",
                "<Relationships><Relationship Id=\"1\" Type=\""
                    + type
                    + "officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>");
            file(
                zip,
                "xl/workbook.xml",
                "<workbook xmlns:r=\"r\"><sheets><sheet name=\"Figures\" r:id=\"1\"/></sheets>"
                    + "</workbook>");
            file(
                zip,
                "xl/_rels/workbook.xml.rels",
                "<Relationships><Relationship Id=\"1\" Type=\""
                    + type
                    + "worksheet\" Target=\"sheet.xml\"/><Relationship Id=\"2\" Type=\""
                    + type
                    + "sharedStrings\" Target=\"strings.xml\"/></Relationships>");
            zip.putNextEntry(new ZipEntry("xl/sheet.xml"));
            zip.write("<worksheet><sheetData>".getBytes(UTF_8));
            for (int i = 1; i <= rows; i++) {
              zip.write(row(i).getBytes(UTF_8));
            }
            zip.write("</sheetData></worksheet>".getBytes(UTF_8));
            zip.closeEntry();
            zip.putNextEntry(new ZipEntry("xl/strings.xml"));
            zip.write("<sst>".getBytes(UTF_8));
            for (int i = 1; i <= rows; i++) {
              zip.write(("<si><t>Town " + i + "</t></si>").getBytes(UTF_8));
            }
            zip.write("</sst>".getBytes(UTF_8));
            zip.closeEntry();
          }
        });
  }

  private static void file(ZipOutputStream zip, String name, String text) throws IOException {
    zip.putNextEntry(new ZipEntry(name));
    zip.write(text.getBytes(UTF_8));
    zip.closeEntry();
  }

  private static String row(int number) {
    IntFunction<String> cell =
        column ->
            "<c r=\"" + (char) ('B' + column) + number + "\"><v>" + number * column + "</v></c>";
    return "<row r=\""
        + number
        + "\"><c r=\"A"
        + number
        + "\" t=\"s\"><v>"
        + (number - 1)
        + "</v></c>"
        + IntStream.range(0, 5).mapToObj(cell).collect(Collectors.joining())
        + "</row>";
  }
}
