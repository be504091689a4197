package dev.attache.documents.word;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.documents.archive.OfficePackage;
import dev.attache.documents.archive.ZipArchive;
import dev.attache.documents.markdown.DocumentDraft;
import dev.attache.resource.convert.ConversionException;
import dev.attache.resource.convert.ConversionException.Reason;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.xml.stream.XMLEventReader;
import javax.xml.stream.XMLEventWriter;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.events.StartElement;
import javax.xml.stream.events.XMLEvent;

/** The forms of text documents that are one file of text: RTF, and the two that are XML. */
final class PlainForms {

  private static final String STYLES_OF_ITSELF =
      "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">"
          + "<Relationship Id=\"a\" Type=\"x/styles\" Target=\"styles.xml\"/></Relationships>";

  private PlainForms() {}

  static void read(InputStream in, DocumentDraft draft)
      throws ConversionException, IOException, InterruptedException {
    byte[] bytes = in.readNBytes((int) Math.min(draft.limits().bytes(), Integer.MAX_VALUE - 16L));
    String start = new String(bytes, 0, Math.min(bytes.length, 4096), ISO_8859_1);
    if (start.contains("{\\rtf")) {
      new RtfReader(bytes, draft).read();
    } else if (start.toLowerCase(Locale.ROOT).contains("<pkg:package")) {
      readPackage(unfolded(bytes), draft);
    } else if (start.contains("wordDocument")) {
      var zip = new ByteArrayOutputStream();
      try (var out = new ZipOutputStream(zip)) {
        put(out, "word/document.xml", bytes);
        put(out, "word/styles.xml", bytes);
        put(out, "word/_rels/document.xml.rels", STYLES_OF_ITSELF.getBytes(UTF_8));
      }
      readPackage(zip.toByteArray(), draft);
    } else {
      throw new ConversionException(Reason.BROKEN, "it is not a document of Word");
    }
  }

  private static void readPackage(byte[] zip, DocumentDraft draft)
      throws ConversionException, IOException, InterruptedException {
    try (var document =
        new OfficePackage(ZipArchive.open(new ByteArrayInputStream(zip), draft.limits().bytes()))) {
      DocxReader.read(document, draft);
    }
  }

  private static void put(ZipOutputStream out, String name, byte[] bytes) throws IOException {
    out.putNextEntry(new ZipEntry(name));
    out.write(bytes);
    out.closeEntry();
  }

  /** The archive that was folded into one file of XML, without its pictures. */
  private static byte[] unfolded(byte[] xml) throws IOException {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    var zip = new ByteArrayOutputStream();
    try (var out = new ZipOutputStream(zip)) {
      XMLEventReader events = factory.createXMLEventReader(new ByteArrayInputStream(xml));
      String part = "";
      while (events.hasNext()) {
        XMLEvent event = events.nextEvent();
        if (event.isStartElement() && local(event.asStartElement()).equals("part")) {
          part = name(event.asStartElement());
        } else if (event.isStartElement() && local(event.asStartElement()).equals("xmlData")) {
          out.putNextEntry(new ZipEntry(part));
          copy(events, out);
          out.closeEntry();
        }
      }
    } catch (XMLStreamException e) {
      throw new IOException("broken XML", e);
    }
    return zip.toByteArray();
  }

  private static String local(StartElement element) {
    return element.getName().getLocalPart();
  }

  private static String name(StartElement part) {
    for (var all = part.getAttributes(); all.hasNext(); ) {
      var attribute = all.next();
      if (attribute.getName().getLocalPart().equals("name")) {
        return attribute.getValue().replaceFirst("^/", "");
      }
    }
    return "";
  }

  private static void copy(XMLEventReader events, ZipOutputStream out) throws XMLStreamException {
    XMLOutputFactory factory = XMLOutputFactory.newDefaultFactory();
    factory.setProperty(XMLOutputFactory.IS_REPAIRING_NAMESPACES, true);
    XMLEventWriter writer = factory.createXMLEventWriter(out, "UTF-8");
    int depth = 0;
    while (events.hasNext()) {
      XMLEvent event = events.nextEvent();
      depth += event.isStartElement() ? 1 : event.isEndElement() ? -1 : 0;
      if (depth < 0) {
        break;
      }
      if (depth > 400) {
        throw new XMLStreamException("nested too deeply");
      }
      writer.add(event);
    }
    writer.flush();
  }
}
