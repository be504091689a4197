package dev.attache.documents.word;

import dev.attache.documents.archive.XmlCursor;
import dev.attache.documents.markdown.FlowBlocks;
import dev.attache.documents.markdown.InlineText;
import dev.attache.documents.markdown.InlineText.Style;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A paragraph while it is read, and what stands beside it: frames, comments. */
final class DocxParagraph {

  private final InlineText text = new InlineText();
  private final StringBuilder plain = new StringBuilder();
  private final List<String> comments = new ArrayList<>();
  private final Set<Style> looks = EnumSet.noneOf(Style.class);
  private final FlowBlocks.Cell frames = new FlowBlocks.Cell();
  private String style = "";
  private @Nullable String list;
  private int depth;
  private int outline = -1;
  private boolean isHidden;
  private String link = "";
  private int linkDepth;
  private String description = "";

  void readProperties(XmlCursor xml) throws IOException {
    int level = xml.depth();
    while (xml.nextNode(level)) {
      if (!xml.isAtText()) {
        switch (xml.name()) {
          case "pStyle" -> style = xml.attribute("val");
          case "numId" -> list = xml.attribute("val");
          case "ilvl" -> depth = xml.number("val", 0);
          case "outlineLvl" -> outline = xml.number("val", -1);
          case "rPr", "pPrChange", "sectPr" -> {
            int inner = xml.depth();
            while (xml.nextIn(inner)) {
              // how the end of the paragraph looks, or how all did before
            }
          }
          default -> {}
        }
      }
    }
  }

  void startRun() {
    looks.clear();
    isHidden = false;
  }

  void readLooks(XmlCursor xml) throws IOException {
    int level = xml.depth();
    while (xml.nextIn(level)) {
      boolean isOn = !Set.of("0", "false", "off", "none").contains(xml.attribute("val"));
      switch (xml.name()) {
        case "b" -> set(Style.BOLD, isOn);
        case "i" -> set(Style.ITALIC, isOn);
        case "strike", "dstrike" -> set(Style.STRIKE, isOn);
        case "vanish" -> isHidden = isOn;
        default -> {}
      }
    }
  }

  private void set(Style style, boolean isOn) {
    if (isOn) {
      looks.add(style);
    }
  }

  /**
   * Has what follows lead to an address, as long as it stands deeper than the element that says so.
   */
  void link(String address, int atDepth) {
    link = address;
    linkDepth = atDepth;
  }

  void add(String more, int atDepth, String fieldLink) {
    if (isHidden) {
      return;
    }
    plain.append(more);
    String target = !link.isEmpty() && atDepth > linkDepth ? link : fieldLink;
    text.add(more, looks, target.isEmpty() ? null : target);
  }

  void raw(String markdown) {
    text.raw(markdown);
  }

  void describe(String words) {
    description = words;
  }

  String description() {
    return description;
  }

  void comment(@Nullable String words) {
    if (words != null) {
      comments.add(words);
    }
  }

  /** Where the text of frames goes, which is shown after the paragraph. */
  FlowBlocks asides() {
    return frames;
  }

  void writeAsides(FlowBlocks into) {
    if (!frames.text().isEmpty()) {
      into.paragraph(new InlineText().raw(frames.text()));
    }
    comments.forEach(into::comment);
  }

  InlineText text() {
    return text;
  }

  String plain() {
    return plain.toString();
  }

  String style() {
    return style;
  }

  @Nullable String list() {
    return list;
  }

  int depth() {
    return depth;
  }

  int outline() {
    return outline;
  }
}
