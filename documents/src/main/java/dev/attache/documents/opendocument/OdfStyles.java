package dev.attache.documents.opendocument;

import dev.attache.documents.archive.XmlCursor;
import dev.attache.documents.markdown.InlineText.Style;
import dev.attache.documents.markdown.ListNumbers;
import java.io.IOException;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The styles that the text of a document refers to. */
final class OdfStyles {

  private static final int MAX_CHAIN = 20;

  private record Named(String parent, String list, int outline, Set<Style> looks) {}

  private final Map<String, Named> styles = new HashMap<>();
  private final Map<String, Map<Integer, ListNumbers.Level>> lists = new HashMap<>();
  private final Set<String> hidden = new HashSet<>();

  /** Reads the style that the cursor is at. */
  void readStyle(XmlCursor xml) throws IOException {
    String name = xml.attribute("name");
    String family = xml.attribute("family");
    String parent = xml.attribute("parent-style-name");
    String list = xml.attribute("list-style-name");
    int outline = xml.number("default-outline-level", 0);
    Set<Style> looks = EnumSet.noneOf(Style.class);
    int level = xml.depth();
    while (xml.nextIn(level)) {
      switch (xml.name()) {
        case "text-properties" -> readLooks(xml, looks);
        case "table-properties" -> {
          if (xml.attribute("display").equals("false")) {
            hidden.add(name);
          }
        }
        case "drawing-page-properties" -> {
          if (xml.attribute("visibility").equals("hidden")) {
            hidden.add(name);
          }
        }
        default -> {}
      }
    }
    styles.put(family + " " + name, new Named(parent, list, outline, looks));
  }

  private static void readLooks(XmlCursor xml, Set<Style> looks) {
    if (xml.attribute("fo", "font-weight").equals("bold")) {
      looks.add(Style.BOLD);
    }
    if (xml.attribute("fo", "font-style").equals("italic")) {
      looks.add(Style.ITALIC);
    }
    String line = xml.attribute("style", "text-line-through-style");
    if (!line.isEmpty() && !line.equals("none")) {
      looks.add(Style.STRIKE);
    }
  }

  /** Reads the levels of the list style that the cursor is at. */
  void readList(XmlCursor xml) throws IOException {
    Map<Integer, ListNumbers.Level> levels = new HashMap<>();
    String name = xml.attribute("name");
    int level = xml.depth();
    while (xml.nextIn(level)) {
      int depth = xml.number("level", 1) - 1;
      String format =
          switch (xml.attribute("num-format")) {
            case "1" -> "decimal";
            case "a" -> "lowerLetter";
            case "A" -> "upperLetter";
            case "i" -> "lowerRoman";
            case "I" -> "upperRoman";
            default -> "bullet";
          };
      var text = new StringBuilder(xml.attribute("num-prefix"));
      int shown = Math.min(xml.number("display-levels", 1), depth + 1);
      for (int i = depth - shown + 1; i <= depth; i++) {
        text.append("%").append(i + 1).append(i < depth ? "." : "");
      }
      text.append(xml.attribute("num-suffix"));
      levels.put(
          depth, new ListNumbers.Level(format, text.toString(), xml.number("start-value", 1)));
    }
    lists.put(name, levels);
  }

  Set<Style> looks(String span) {
    Named style = styles.get("text " + span);
    return style == null ? Set.of() : style.looks();
  }

  /** How a paragraph looks whose own style says so. */
  Set<Style> paragraphLooks(String name) {
    Named style = styles.get("paragraph " + name);
    return style == null ? Set.of() : style.looks();
  }

  boolean isHidden(String name) {
    return hidden.contains(name);
  }

  Map<Integer, ListNumbers.Level> list(String name) {
    return lists.getOrDefault(name, Map.of());
  }

  boolean isTitle(String paragraph) {
    return stands(paragraph, "Title");
  }

  boolean isSubtitle(String paragraph) {
    return stands(paragraph, "Subtitle");
  }

  boolean isCode(String paragraph) {
    return stands(paragraph, "Preformatted_20_Text") || stands(paragraph, "Source_20_Code");
  }

  private boolean stands(String paragraph, String for_) {
    String name = paragraph;
    for (int i = 0; i < MAX_CHAIN && !name.isEmpty(); i++) {
      if (name.equals(for_)) {
        return true;
      }
      Named style = styles.get("paragraph " + name);
      name = style == null ? "" : style.parent();
    }
    return false;
  }
}
