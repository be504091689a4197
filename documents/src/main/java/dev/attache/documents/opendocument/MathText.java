package dev.attache.documents.opendocument;

import dev.attache.documents.archive.XmlCursor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A formula of MathML in one line, as people type it: {@code a^2 + b^2 = (c - d)/e}. */
final class MathText {

  private final XmlCursor xml;

  private MathText(XmlCursor xml) {
    this.xml = xml;
  }

  /** The formula that a file is; an empty text if it is something else. */
  static String of(XmlCursor xml) throws IOException {
    boolean isFormula = xml.nextIn(0) && xml.name().equals("math");
    return isFormula ? String.join(" ", new MathText(xml).children()) : "";
  }

  private List<String> children() throws IOException {
    List<String> all = new ArrayList<>();
    int level = xml.depth();
    while (xml.nextIn(level)) {
      String each = read();
      if (!each.isEmpty()) {
        all.add(each);
      }
    }
    return all;
  }

  private String read() throws IOException {
    return switch (xml.name()) {
      case "mi", "mn", "mo", "mtext", "ms" -> xml.allText().replaceAll("\\s+", " ").strip();
      case "annotation", "annotation-xml" -> "";
      case "msup", "mover" -> joined("^");
      case "msub", "munder" -> joined("_");
      case "msubsup", "munderover" -> joined("_", "^");
      case "mfrac" -> joined("/");
      case "msqrt" -> "\u221a" + grouped(String.join(" ", children()));
      default -> String.join(" ", children());
    };
  }

  private String joined(String... signs) throws IOException {
    var text = new StringBuilder();
    List<String> parts = children();
    for (int i = 0; i < parts.size(); i++) {
      text.append(i == 0 ? "" : i <= signs.length ? signs[i - 1] : " ")
          .append(grouped(parts.get(i)));
    }
    return text.toString();
  }

  private static String grouped(String text) {
    return text.contains(" ") ? "(" + text + ")" : text;
  }
}
