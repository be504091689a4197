package dev.attache.documents.word;

import dev.attache.documents.archive.OfficePackage;
import dev.attache.documents.archive.XmlCursor;
import dev.attache.documents.markdown.ListNumbers;
import java.io.IOException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The styles and lists that the paragraphs of a document refer to. */
final class DocxStyles {

  private static final Pattern HEADING = Pattern.compile("heading (\\d)");
  private static final int MAX_CHAIN = 20;

  /** What a style says of a paragraph. */
  private record Style(String name, String parent, int outline, String list, int depth) {}

  private final Map<String, Style> styles = new HashMap<>();
  private final Map<String, Map<Integer, ListNumbers.Level>> abstractLists = new HashMap<>();
  private final Map<String, String> lists = new HashMap<>();
  private final Map<String, Map<Integer, ListNumbers.Level>> overrides = new HashMap<>();

  static DocxStyles of(OfficePackage document, String main) throws IOException {
    var styles = new DocxStyles();
    for (String part : document.related(main, "styles")) {
      try (XmlCursor xml = document.open(part)) {
        styles.readStyles(xml);
      }
    }
    for (String part : document.related(main, "numbering")) {
      try (XmlCursor xml = document.open(part)) {
        styles.readNumbering(xml);
      }
    }
    return styles;
  }

  private void readStyles(@Nullable XmlCursor xml) throws IOException {
    while (xml != null && xml.nextNode(0)) {
      if (!xml.isAtText() && xml.name().equals("style")) {
        readStyle(xml);
      }
    }
  }

  private void readStyle(XmlCursor xml) throws IOException {
    String id = xml.attribute("styleId");
    String name = "";
    String parent = "";
    String list = "";
    int outline = -1;
    int depth = 0;
    int level = xml.depth();
    while (xml.nextNode(level)) {
      if (!xml.isAtText()) {
        switch (xml.name()) {
          case "name" -> name = xml.attribute("val").toLowerCase(Locale.ROOT);
          case "basedOn" -> parent = xml.attribute("val");
          case "outlineLvl" -> outline = xml.number("val", -1);
          case "numId" -> list = xml.attribute("val");
          case "ilvl" -> depth = xml.number("val", 0);
          default -> {}
        }
      }
    }
    styles.put(id, new Style(name, parent, outline, list, depth));
  }

  private void readNumbering(@Nullable XmlCursor xml) throws IOException {
    while (xml != null && xml.nextNode(0)) {
      if (!xml.isAtText() && xml.name().equals("abstractNum")) {
        String id = xml.attribute("abstractNumId");
        abstractLists.put(id, levels(xml));
      } else if (!xml.isAtText() && xml.name().equals("num")) {
        readList(xml);
      }
    }
  }

  private void readList(XmlCursor xml) throws IOException {
    String id = xml.attribute("numId");
    int level = xml.depth();
    int depth = 0;
    while (xml.nextNode(level)) {
      if (xml.isAtText()) {
        continue;
      }
      switch (xml.name()) {
        case "abstractNumId" -> lists.put(id, xml.attribute("val"));
        case "lvlOverride" -> depth = xml.number("ilvl", 0);
        case "startOverride" -> start(id, depth, xml.number("val", 1));
        default -> {}
      }
    }
  }

  private void start(String list, int depth, int start) {
    ListNumbers.Level level = levels(list).getOrDefault(depth, ListNumbers.Level.BULLET);
    overrides
        .computeIfAbsent(list, key -> new HashMap<>())
        .put(depth, new ListNumbers.Level(level.format(), level.text(), start));
  }

  private static Map<Integer, ListNumbers.Level> levels(XmlCursor xml) throws IOException {
    Map<Integer, ListNumbers.Level> levels = new HashMap<>();
    int level = xml.depth();
    while (xml.nextNode(level)) {
      if (!xml.isAtText() && xml.name().equals("lvl")) {
        levels.put(xml.number("ilvl", 0), readLevel(xml));
      }
    }
    return levels;
  }

  private static ListNumbers.Level readLevel(XmlCursor xml) throws IOException {
    String format = "decimal";
    String text = "";
    int start = 1;
    int level = xml.depth();
    while (xml.nextIn(level)) {
      switch (xml.name()) {
        case "numFmt" -> format = xml.attribute("val");
        case "lvlText" -> text = xml.attribute("val");
        case "start" -> start = xml.number("val", 1);
        default -> {}
      }
    }
    return new ListNumbers.Level(format, text, start);
  }

  /** The levels of a list; empty for one that is not there. */
  Map<Integer, ListNumbers.Level> levels(String list) {
    Map<Integer, ListNumbers.Level> levels =
        new HashMap<>(abstractLists.getOrDefault(lists.getOrDefault(list, ""), Map.of()));
    levels.putAll(overrides.getOrDefault(list, Map.of()));
    return levels;
  }

  /** The name of what counts for a list: several lists may share their numbers. */
  String counter(String list) {
    return overrides.containsKey(list) ? "list " + list : lists.getOrDefault(list, list);
  }

  boolean hasList(String list) {
    return lists.containsKey(list);
  }

  /** The level of headings that a style stands for; 0 if it is none. */
  int heading(String id) {
    Style style = styles.get(id);
    for (int i = 0; style != null && i < MAX_CHAIN; i++) {
      Matcher heading = HEADING.matcher(style.name());
      if (heading.matches()) {
        return Integer.parseInt(heading.group(1));
      }
      if (style.name().equals("title")) {
        return 1;
      }
      if (style.name().equals("subtitle")) {
        return 2;
      }
      if (style.outline() >= 0 && style.outline() < 9) {
        return style.outline() + 1;
      }
      style = styles.get(style.parent());
    }
    Matcher bare = Pattern.compile("(?i)heading([1-9])").matcher(id);
    return styles.isEmpty() && bare.matches() ? Integer.parseInt(bare.group(1)) : 0;
  }

  /** Whether a style is for the source code of programs. */
  boolean isCode(String id) {
    Style style = styles.get(id);
    return style != null
        && (style.name().equals("source code")
            || style.name().equals("html preformatted")
            || style.name().equals("macro text")
            || style.name().equals("code"));
  }

  /** The list that a style puts its paragraphs in; empty if it does not. */
  String list(String id) {
    Style style = styles.get(id);
    for (int i = 0; style != null && i < MAX_CHAIN; i++) {
      if (!style.list().isEmpty()) {
        return style.list();
      }
      style = styles.get(style.parent());
    }
    return "";
  }

  int depth(String id) {
    Style style = styles.get(id);
    return style == null ? 0 : style.depth();
  }
}
