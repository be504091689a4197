package dev.attache.cli.completion;

import com.google.common.io.ByteStreams;
import dev.attache.resource.convert.PartSelector;
import dev.attache.support.text.PercentEncoding;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * The names of the sheets of a workbook, XLSX or ODS, from the one part of it that has them: a
 * shell waits for them, so that no process for documents is started. What is damaged or too large
 * has those that were found; hidden ones are not offered.
 */
final class SheetNames {

  private static final String SHEET = "sheet=";

  private static final long MOST_BYTES = 100L << 20;
  private static final long MOST_UNPACKED = 32L << 20;
  private static final int MOST_NAMES = 1000;

  /** The elements around a sheet, and itself. */
  private static final int DEPTH_IN_EXCEL = 3;

  private static final int DEPTH_IN_OPEN_DOCUMENT = 4;

  /** What no shell takes for something else, nor a URI. */
  private static final PercentEncoding PLAIN = PercentEncoding.keeping("-_.");

  private final List<String> names = new ArrayList<>();
  private final Set<String> hiddenStyles = new HashSet<>();
  private String style = "";

  private SheetNames() {}

  /** The fragments that select the sheets of a file, in their order; none if it is no workbook. */
  static List<String> fragments(Path file) {
    var sheets = new SheetNames();
    try {
      if (Files.isRegularFile(file) && Files.size(file) <= MOST_BYTES) {
        sheets.read(file);
      }
    } catch (IOException | XMLStreamException | RuntimeException e) {
      // What was found before the damage is offered.
    }
    return sheets.names.stream()
        .filter(SheetNames::isSelectable)
        .map(name -> SHEET + spelled(name))
        .toList();
  }

  private void read(Path file) throws IOException, XMLStreamException {
    try (var zip = new ZipFile(file.toFile())) {
      ZipEntry workbook = zip.getEntry("xl/workbook.xml");
      ZipEntry part = workbook == null ? zip.getEntry("content.xml") : workbook;
      if (part != null) {
        try (InputStream in = ByteStreams.limit(zip.getInputStream(part), MOST_UNPACKED)) {
          read(in, workbook != null);
        }
      }
    }
  }

  private void read(InputStream in, boolean isExcel) throws XMLStreamException {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    XMLStreamReader xml = factory.createXMLStreamReader(in);
    int depth = 0;
    while (xml.hasNext() && names.size() < MOST_NAMES) {
      int event = xml.next();
      if (event == XMLStreamConstants.END_ELEMENT) {
        depth--;
      } else if (event == XMLStreamConstants.START_ELEMENT) {
        depth++;
        if (isExcel) {
          readExcel(xml, depth);
        } else {
          readOpenDocument(xml, depth);
        }
      }
    }
  }

  private void readExcel(XMLStreamReader xml, int depth) {
    boolean isShown =
        depth == DEPTH_IN_EXCEL
            && xml.getLocalName().equals("sheet")
            && !attribute(xml, "state").toLowerCase(Locale.ROOT).contains("hidden");
    if (isShown) {
      names.add(attribute(xml, "name"));
    }
  }

  private void readOpenDocument(XMLStreamReader xml, int depth) {
    switch (xml.getLocalName()) {
      case "style" -> style = attribute(xml, "name");
      case "table-properties" -> {
        if (attribute(xml, "display").equals("false")) {
          hiddenStyles.add(style);
        }
      }
      case "table" -> {
        boolean isHidden = hiddenStyles.contains(attribute(xml, "style-name"));
        if (depth == DEPTH_IN_OPEN_DOCUMENT && !isHidden) {
          names.add(attribute(xml, "name"));
        }
      }
      default -> {}
    }
  }

  private static String attribute(XMLStreamReader xml, String name) {
    String value = xml.getAttributeValue(null, name);
    return value == null ? "" : value;
  }

  /**
   * Whether a reference can name it: what looks like cells at the end of a name is taken for them.
   */
  private static boolean isSelectable(String name) {
    return PartSelector.parse(SHEET + name).equals(Optional.of(new PartSelector.Sheet(name, null)));
  }

  private static String spelled(String name) {
    var text = new StringBuilder();
    name.codePoints()
        .forEach(
            c -> {
              String sign = Character.toString(c);
              boolean isLetter = c > 0x7f && Character.isLetterOrDigit(c);
              text.append(isLetter ? sign : PLAIN.encode(sign));
            });
    return text.toString();
  }
}
