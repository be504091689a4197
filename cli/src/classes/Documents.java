import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.resource.convert.ContentConverter;
import dev.attache.resource.convert.ConversionOptions;
import dev.attache.support.convert.ConversionRequest;
import dev.attache.support.convert.ConversionWorker;
import dev.attache.support.convert.Frame;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Small documents of the usual kinds for the commands of {@code make}, and a process that converts
 * them as those of {@code attache} do.
 *
 * <p>The first argument is an empty directory for the documents, the others are options of Java for
 * the process. The class path is that of the process.
 */
final class Documents {

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

  private final Path directory;
  private final Map<Path, String> types = new TreeMap<>();

  private Documents(Path directory) {
    this.directory = directory;
  }

  public static void main(String[] args) throws IOException, InterruptedException {
    var documents = new Documents(Path.of(args[0]));
    documents.writeAll();
    documents.convertAll(List.of(args).subList(1, args.length));
  }

  private void writeAll() throws IOException {
    write("a.pdf", "application/pdf", PDF);
    writeZip(
        "a.docx",
        OPEN + "wordprocessingml.document",
        "[Content_Types].xml",
        TYPES,
        "_rels/.rels",
        relation("officeDocument", "word/document.xml"),
        "word/document.xml",
        WORD);
    writeZip(
        "a.xlsx",
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
        SHEET);
    writeZip(
        "a.pptx",
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
        SLIDE);
    writeZip("a.odt", "application/vnd.oasis.opendocument.text", "content.xml", OPEN_TEXT);
    writeZip(
        "a.epub",
        "application/epub+zip",
        "book.opf",
        BOOK,
        "a.xhtml",
        "<html><body><h1>Title</h1><p>Text</p></body></html>");
    write("a.eml", "message/rfc822", MAIL);
    write("a.rtf", "application/rtf", "{\\rtf1\\ansi {\\b Text} of it.\\par}");
  }

  private static String relation(String type, String target) {
    return RELATIONS.replace("TYPE", type).replace("TARGET", target);
  }

  private void write(String name, String type, String text) throws IOException {
    types.put(Files.writeString(directory.resolve(name), text), type);
  }

  private void writeZip(String name, String type, String... files) throws IOException {
    Path path = directory.resolve(name);
    try (var zip = new ZipOutputStream(Files.newOutputStream(path))) {
      for (int i = 0; i < files.length; i += 2) {
        zip.putNextEntry(new ZipEntry(files[i]));
        zip.write(files[i + 1].getBytes(UTF_8));
        zip.closeEntry();
      }
    }
    types.put(path, type);
  }

  /** Converts all documents in one process, which ends when it has had nothing to do for a second. */
  private void convertAll(List<String> options) throws IOException, InterruptedException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(ConversionWorker.class.getName(), "1"));
    Process process =
        new ProcessBuilder(command)
            .directory(Files.createDirectory(directory.resolve("process")).toFile())
            .redirectOutput(Redirect.DISCARD)
            .redirectError(Redirect.INHERIT)
            .start();
    OutputStream out = process.getOutputStream();
    int number = 0;
    for (Path document : types.keySet()) {
      send(++number, document, out);
    }
    if (process.waitFor() != 0) {
      throw new IOException("the process that converts documents has failed");
    }
  }

  private void send(int number, Path document, OutputStream out) throws IOException {
    String type = types.get(document);
    byte[] bytes = Files.readAllBytes(document);
    String name = document.getFileName().toString();
    new ConversionRequest(converter(type), type, name, bytes.length, ConversionOptions.DEFAULT)
        .frame(number)
        .writeTo(out);
    new Frame(number, bytes).writeTo(out);
  }

  /** Returns the name of the converter that the lists of the class path have for a type. */
  private static String converter(String type) throws IOException {
    ClassLoader loader = Documents.class.getClassLoader();
    for (URL list : Collections.list(loader.getResources(ContentConverter.LIST))) {
      try (var in = list.openStream()) {
        for (String line : new String(in.readAllBytes(), UTF_8).split("\n")) {
          List<String> words = List.of(line.split(" "));
          if (words.contains(type)) {
            return words.get(0);
          }
        }
      }
    }
    throw new IOException("no converter takes " + type);
  }
}
