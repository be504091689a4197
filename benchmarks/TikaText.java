import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import org.apache.tika.exception.TikaException;
import org.apache.tika.io.TikaInputStream;
import org.apache.tika.metadata.Metadata;
import org.apache.tika.parser.ParseContext;
import org.apache.tika.parser.Parser;
import org.apache.tika.parser.epub.EpubParser;
import org.apache.tika.parser.microsoft.ooxml.OOXMLParser;
import org.apache.tika.parser.microsoft.rtf.RTFParser;
import org.apache.tika.parser.odf.OpenDocumentParser;
import org.apache.tika.sax.BodyContentHandler;
import org.xml.sax.SAXException;

/** A program that prints what Apache Tika reads of documents: for each its name, a tab and Base64. */
final class TikaText {

  private static final Map<String, Parser> PARSERS =
      Map.of(
          "docx", new OOXMLParser(),
          "epub", new EpubParser(),
          "odt", new OpenDocumentParser(),
          "rtf", new RTFParser());

  public static void main(String[] files) throws IOException {
    for (String file : files) {
      var text = new BodyContentHandler(-1);
      try (var in = TikaInputStream.get(Path.of(file))) {
        Parser parser = PARSERS.get(file.substring(file.lastIndexOf('.') + 1));
        parser.parse(in, text, new Metadata(), new ParseContext());
      } catch (TikaException | SAXException e) {
        System.err.println(file + ": " + e); // what came before counts
      }
      byte[] bytes = text.toString().getBytes(UTF_8);
      System.out.println(file + "\t" + Base64.getEncoder().encodeToString(bytes));
    }
  }
}
