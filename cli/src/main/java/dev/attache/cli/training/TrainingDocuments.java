package dev.attache.cli.training;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.core.convert.DocumentConverter.Sample;
import dev.attache.resource.ResourceContent;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Small documents of the usual kinds, from which the processes of converters learn. */
final class TrainingDocuments {

  private static final String OPEN = "application/vnd.openxmlformats-officedocument.";

  private static final String PDF =
      """
      %PDF-1.4
      1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
      2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
      3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R
      /Resources<</Font<</F 5 0 R>>>>/Annots[6 0 R]>> endobj
      4 0 obj <</Length 217>> stream
      BT /F 18 Tf 72 720 Td (1. A title) Tj /F 11 Tf 0 -30 Td (Some text of it.) Tj 0 -20 Td
      (- An item) Tj 0 -20 Td (- Another one) Tj ET 72 500 m 300 500 l S 72 480 m 300 480 l S
      72 480 m 72 500 l S 300 480 m 300 500 l S             \s
      endstream endobj
      5 0 obj <</Type/Font/Subtype/Type1/BaseFont/Helvetica>> endobj
      6 0 obj <</Type/Annot/Subtype/Link/Rect[72 680 200 700]/A<</S/URI/URI(https://a.org)>>>> endobj
      trailer <</Root 1 0 R>>
      """;

  private static final String WORD =
      "<w:document xmlns:w='http://schemas.openxmlformats.org/wordprocessingml/2006/main'>"
          + "<w:body><w:p><w:r><w:rPr><w:b/></w:rPr><w:t>Text</w:t></w:r></w:p>"
          + "<w:tbl><w:tr><w:tc><w:p><w:r><w:t>a</w:t></w:r></w:p></w:tc></w:tr></w:tbl>"
          + "</w:body></w:document>";

  private static final String TYPES =
      "<Types xmlns='http://schemas.openxmlformats.org/package/2006/content-types'>"
          + "<Default Extension='xml' ContentType='application/xml'/></Types>";

  private static final String RELATIONS =
      "<Relationships xmlns='http://schemas.openxmlformats.org/package/2006/relationships'>"
          + "<Relationship Id='r1' Type='http://schemas.openxmlformats.org/officeDocument/2006/"
          + "relationships/TYPE' Target='TARGET'/></Relationships>";

  private static final String WORKBOOK =
      "<workbook xmlns:r='http://schemas.openxmlformats.org/officeDocument/2006/relationships'>"
          + "<sheets><sheet name='A' sheetId='1' r:id='r1'/></sheets></workbook>";

  private static final String SHEET =
      "<worksheet><sheetData><row r='1'><c r='A1'><v>1.5</v></c>"
          + "<c r='B1' t='inlineStr'><is><t>b</t></is></c></row></sheetData></worksheet>";

  private static final String PRESENTATION =
      "<presentation xmlns:r='http://schemas.openxmlformats.org/officeDocument/2006/relationships'>"
          + "<sldIdLst><sldId id='256' r:id='r1'/></sldIdLst></presentation>";

  private static final String SLIDE =
      "<sld><cSld><spTree><sp><txBody><p><r><t>Slide</t></r></p></txBody></sp></spTree></cSld>"
          + "</sld>";

  private static final String OPEN_TEXT =
      "<office:document-content xmlns:office='urn:oasis:names:tc:opendocument:xmlns:office:1.0'"
          + " xmlns:text='urn:oasis:names:tc:opendocument:xmlns:text:1.0'><office:body>"
          + "<office:text><text:h text:outline-level='1'>Title</text:h><text:p>Text</text:p>"
          + "</office:text></office:body></office:document-content>";

  private static final String BOOK =
      "<package><metadata><title>Book</title></metadata><manifest><item id='a' href='a.xhtml'"
          + " media-type='application/xhtml+xml'/></manifest><spine><itemref idref='a'/></spine>"
          + "</package>";

  private static final String MAIL =
      """
      From: a@example.org\r
      To: b@example.org\r
      Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=\r
      MIME-Version: 1.0\r
      Content-Type: text/html; charset=utf-8\r
      \r
      <h1>Title</h1><p>Text <b>of</b> it<ul><li>a</ul>\r
      """;

  private TrainingDocuments() {}

  static List<Sample> all() throws IOException {
    return List.of(
        new Sample("application/pdf", ResourceContent.blob(PDF.getBytes(US_ASCII))),
        zip(
            OPEN + "wordprocessingml.document",
            "[Content_Types].xml",
            TYPES,
            "_rels/.rels",
            relation("officeDocument", "word/document.xml"),
            "word/document.xml",
            WORD),
        zip(
            OPEN + "spreadsheetml.sheet",
            "[Content_Types].xml",
            TYPES,
            "_rels/.rels",
            relation("officeDocument", "xl/workbook.xml"),
            "xl/workbook.xml",
            WORKBOOK,
            "xl/_rels/workbook.xml.rels",
            relation("worksheet", "a.xml"),
            "xl/a.xml",
            SHEET),
        zip(
            OPEN + "presentationml.presentation",
            "[Content_Types].xml",
            TYPES,
            "_rels/.rels",
            relation("officeDocument", "ppt/presentation.xml"),
            "ppt/presentation.xml",
            PRESENTATION,
            "ppt/_rels/presentation.xml.rels",
            relation("slide", "a.xml"),
            "ppt/a.xml",
            SLIDE),
        zip("application/vnd.oasis.opendocument.text", "content.xml", OPEN_TEXT),
        zip(
            "application/epub+zip",
            "book.opf",
            BOOK,
            "a.xhtml",
            "<html><body><h1>Title</h1><p>Text</p></body></html>"),
        new Sample("message/rfc822", ResourceContent.blob(MAIL.getBytes(UTF_8))),
        new Sample(
            "application/rtf",
            ResourceContent.blob("{\\rtf1\\ansi {\\b Text} of it.\\par}".getBytes(US_ASCII))));
  }

  private static String relation(String type, String target) {
    return RELATIONS.replace("TYPE", type).replace("TARGET", target);
  }

  private static Sample zip(String mimeType, String... files) throws IOException {
    var out = new ByteArrayOutputStream();
    try (var zip = new ZipOutputStream(out)) {
      for (int i = 0; i < files.length; i += 2) {
        zip.putNextEntry(new ZipEntry(files[i]));
        zip.write(files[i + 1].getBytes(UTF_8));
        zip.closeEntry();
      }
    }
    return new Sample(mimeType, ResourceContent.blob(out.toByteArray()));
  }
}
