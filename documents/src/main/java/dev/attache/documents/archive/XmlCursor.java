package dev.attache.documents.archive;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * A reader of XML that goes forward through the children of an element. Names are local ones: the
 * namespaces of documents differ by their age. No entity is resolved and no other file read.
 *
 * <pre>{@code
 * int level = xml.depth();
 * while (xml.nextIn(level)) {
 *   switch (xml.name()) { ... }  // what is not read of a child is passed over
 * }
 * }</pre>
 */
public final class XmlCursor implements Closeable {

  /** Nothing that people write is nested so deeply. */
  private static final int MAX_DEPTH = 400;

  private final XMLStreamReader xml;
  private final InputStream in;
  private int depth;
  private boolean isAtText;

  private XmlCursor(XMLStreamReader xml, InputStream in) {
    this.xml = xml;
    this.in = in;
  }

  /** Creates a cursor before the root element of a file. */
  public static XmlCursor of(InputStream in) throws IOException {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, true);
    try {
      return new XmlCursor(factory.createXMLStreamReader(in), in);
    } catch (XMLStreamException e) {
      if (e.getNestedException() instanceof IOException unreadable) {
        throw unreadable;
      }
      throw new IOException("no XML", e);
    }
  }

  /** {@return the number of elements around what comes next, and the one that it is at} */
  public int depth() {
    return depth;
  }

  /**
   * Goes to the next child of the element at this depth; what the last one holds is passed over.
   */
  public boolean nextIn(int level) throws IOException {
    while (nextNode(level)) {
      if (!isAtText && depth == level + 1) {
        return true;
      }
    }
    return false;
  }

  /** Goes to the next child element or text of the element at this depth, or of those within it. */
  public boolean nextNode(int level) throws IOException {
    try {
      while (depth >= level && xml.hasNext()) {
        switch (xml.next()) {
          case XMLStreamConstants.START_ELEMENT -> {
            if (++depth > MAX_DEPTH) {
              throw new IOException("nested too deeply");
            }
            isAtText = false;
            return true;
          }
          case XMLStreamConstants.CHARACTERS,
              XMLStreamConstants.CDATA,
              XMLStreamConstants.SPACE -> {
            isAtText = true;
            return true;
          }
          case XMLStreamConstants.END_ELEMENT -> {
            if (--depth < level) {
              return false;
            }
          }
          default -> {}
        }
      }
      return false;
    } catch (XMLStreamException e) {
      if (e.getNestedException() instanceof IOException unreadable) {
        throw unreadable; // an archive that unpacks to more than it may
      }
      throw new IOException("broken XML", e);
    }
  }

  /** {@return whether it is at a text and not at an element} */
  public boolean isAtText() {
    return isAtText;
  }

  /** {@return the text that it is at} */
  public String text() {
    return xml.getText();
  }

  /** {@return the local name of the element that it is at} */
  public String name() {
    return xml.getLocalName();
  }

  /** {@return an attribute by its local name, or an empty text} */
  public String attribute(String name) {
    String value = find(name);
    return value == null ? "" : value;
  }

  /** {@return whether the element has an attribute of this local name} */
  public boolean hasAttribute(String name) {
    return find(name) != null;
  }

  private @Nullable String find(String name) {
    for (int i = 0; i < xml.getAttributeCount(); i++) {
      if (xml.getAttributeLocalName(i).equals(name)) {
        return xml.getAttributeValue(i);
      }
    }
    return null;
  }

  /** {@return an attribute with a prefix, such as that of relationships, or an empty text} */
  public String attribute(String prefix, String name) {
    for (int i = 0; i < xml.getAttributeCount(); i++) {
      if (xml.getAttributeLocalName(i).equals(name) && prefix.equals(xml.getAttributePrefix(i))) {
        return xml.getAttributeValue(i);
      }
    }
    return "";
  }

  /** {@return a number in an attribute, or another one if there is none} */
  public int number(String name, int otherwise) {
    String value = attribute(name);
    try {
      return value.isEmpty() ? otherwise : Integer.parseInt(value.strip());
    } catch (NumberFormatException e) {
      return otherwise;
    }
  }

  /** {@return all text in the element that it is at, which it then leaves behind} */
  public String allText() throws IOException {
    var text = new StringBuilder();
    int level = depth;
    while (nextNode(level)) {
      if (isAtText) {
        text.append(text());
      }
    }
    return text.toString();
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
