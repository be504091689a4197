package dev.attache.documents.drawing;

import dev.attache.documents.archive.OfficePackage;
import dev.attache.documents.archive.XmlCursor;
import dev.attache.documents.markdown.InlineText;
import dev.attache.documents.markdown.InlineText.Style;
import dev.attache.documents.markdown.MarkdownWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The text of shapes: paragraphs of runs, as presentations, charts and diagrams have them. */
public final class DrawingText {

  /**
   * A paragraph of a shape.
   *
   * @param bullet {@code -}, a kind of number, or empty; {@code inherited} if only the layout knows
   */
  public record Paragraph(InlineText text, int depth, String bullet) {}

  private DrawingText() {}

  /** Reads the paragraphs in the element that a cursor is at. */
  public static List<Paragraph> paragraphs(XmlCursor xml, Map<String, String> links)
      throws IOException {
    List<Paragraph> paragraphs = new ArrayList<>();
    int level = xml.depth();
    while (xml.nextNode(level)) {
      if (!xml.isAtText() && xml.name().equals("p")) {
        paragraphs.add(paragraph(xml, links));
      }
    }
    return paragraphs;
  }

  private static Paragraph paragraph(XmlCursor xml, Map<String, String> links) throws IOException {
    var text = new InlineText();
    int depth = 0;
    String bullet = "inherited";
    int level = xml.depth();
    while (xml.nextNode(level)) {
      if (xml.isAtText()) {
        continue;
      }
      switch (xml.name()) {
        case "pPr" -> depth = xml.number("lvl", 0);
        case "buNone" -> bullet = "";
        case "buChar", "buBlip" -> bullet = "-";
        case "buAutoNum" ->
            bullet = xml.attribute("type").isEmpty() ? "arabic" : xml.attribute("type");
        case "br" -> text.add("\n");
        case "r", "fld" -> run(xml, text, links);
        case "t" -> text.add(xml.allText()); // of formulas
        default -> {}
      }
    }
    return new Paragraph(text, depth, bullet);
  }

  private static void run(XmlCursor xml, InlineText text, Map<String, String> links)
      throws IOException {
    Set<Style> looks = EnumSet.noneOf(Style.class);
    String link = "";
    int level = xml.depth();
    while (xml.nextNode(level)) {
      if (xml.isAtText()) {
        continue;
      }
      switch (xml.name()) {
        case "rPr" -> {
          add(looks, Style.BOLD, xml.attribute("b"));
          add(looks, Style.ITALIC, xml.attribute("i"));
          add(looks, Style.STRIKE, xml.attribute("strike").endsWith("Strike") ? "1" : "");
        }
        case "hlinkClick" -> link = links.getOrDefault(xml.attribute("id"), "");
        case "t" -> text.add(xml.allText(), looks, link.isEmpty() ? null : link);
        default -> {}
      }
    }
  }

  private static void add(Set<Style> looks, Style style, String value) {
    if (value.equals("1") || value.equals("true")) {
      looks.add(style);
    }
  }

  /** Writes the text of a diagram as a list. */
  public static void writeDiagram(OfficePackage document, String part, MarkdownWriter writer)
      throws IOException {
    try (XmlCursor xml = document.open(part)) {
      if (xml == null || !xml.nextIn(0)) {
        return;
      }
      writer.mark("diagram");
      for (Paragraph each : paragraphs(xml, Map.of())) {
        writer.item(0, "-", each.text().markdown());
      }
    }
  }
}
