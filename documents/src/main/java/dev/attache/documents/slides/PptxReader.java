package dev.attache.documents.slides;

import dev.attache.documents.archive.ContainedFiles;
import dev.attache.documents.archive.OfficePackage;
import dev.attache.documents.archive.OfficePackage.Relation;
import dev.attache.documents.archive.XmlCursor;
import dev.attache.documents.drawing.ChartTable;
import dev.attache.documents.drawing.DrawingText;
import dev.attache.documents.drawing.DrawingText.Paragraph;
import dev.attache.documents.markdown.DocumentDraft;
import dev.attache.documents.markdown.InlineText;
import dev.attache.documents.markdown.MarkdownWriter;
import dev.attache.resource.convert.ConversionException;
import dev.attache.resource.convert.ConversionException.Reason;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A reader of presentations of PowerPoint from 2007 on, slide by slide. */
final class PptxReader {

  private static final Set<String> TITLES = Set.of("title", "ctrTitle");
  private static final Set<String> BODIES = Set.of("body", "obj", "subTitle");

  private final OfficePackage document;
  private final DocumentDraft draft;
  private final MarkdownWriter writer;
  private final Map<String, String> authors = new HashMap<>();
  private final Set<String> feet = new HashSet<>();

  PptxReader(OfficePackage document, DocumentDraft draft) {
    this.document = document;
    this.draft = draft;
    this.writer = draft.writer();
  }

  void read() throws ConversionException, IOException, InterruptedException {
    String main = document.main();
    if (main == null) {
      throw new ConversionException(Reason.BROKEN, "it has no presentation part");
    }
    List<String> slides = slides(main);
    readAuthors(main);
    SlideRange range = SlideRange.of(draft, slides.size());
    for (int number = range.first(); number <= range.last(); number++) {
      DocumentDraft.checkInterrupt();
      readSlide(slides.get(number - 1), number);
    }
  }

  private List<String> slides(String main) throws IOException {
    Map<String, Relation> relations = document.relations(main);
    List<String> slides = new ArrayList<>();
    try (XmlCursor xml = document.open(main)) {
      while (xml != null && xml.nextNode(0)) {
        if (!xml.isAtText() && xml.name().equals("sldId")) {
          Relation slide = relations.get(xml.attribute("r", "id"));
          if (slide != null && !slide.isExternal()) {
            slides.add(slide.target());
          }
        }
      }
    }
    return slides;
  }

  private void readAuthors(String main) throws IOException {
    for (String kind : List.of("commentAuthors", "authors")) {
      for (String part : document.related(main, kind)) {
        try (XmlCursor xml = document.open(part)) {
          while (xml != null && xml.nextNode(0)) {
            if (!xml.isAtText() && xml.hasAttribute("name")) {
              authors.put(xml.attribute("id"), xml.attribute("name"));
            }
          }
        }
      }
    }
  }

  private void readSlide(String part, int number) throws IOException {
    Map<String, Relation> relations = document.relations(part);
    try (XmlCursor xml = document.open(part)) {
      if (xml == null || !xml.nextIn(0)) {
        return;
      }
      boolean isHidden = Set.of("0", "false").contains(xml.attribute("show"));
      writer.mark("slide " + number + (isHidden ? ", hidden" : ""));
      new SlideShapes(xml, relations).read();
    }
    for (Relation each : relations.values()) {
      if (each.isExternal()) {
        continue;
      }
      switch (each.type()) {
        case "notesSlide" -> readNotes(each.target());
        case "comments" -> readComments(each.target());
        case "diagramData" -> DrawingText.writeDiagram(document, each.target(), writer);
        case "package", "oleObject" -> ContainedFiles.name(document, each.target(), draft);
        default -> {}
      }
    }
  }

  private void readNotes(String part) throws IOException {
    List<Paragraph> notes = new ArrayList<>();
    try (XmlCursor xml = document.open(part)) {
      String kind = "";
      while (xml != null && xml.nextNode(0)) {
        if (xml.isAtText()) {
          continue;
        }
        switch (xml.name()) {
          case "sp" -> kind = "";
          case "ph" -> kind = xml.attribute("type");
          case "txBody" -> {
            List<Paragraph> text = DrawingText.paragraphs(xml, Map.of());
            if (kind.equals("body") || kind.isEmpty()) {
              notes.addAll(text);
            }
          }
          default -> {}
        }
      }
    }
    if (notes.stream().anyMatch(each -> !each.text().isBlank())) {
      writer.mark("notes");
      notes.forEach(each -> writer.paragraph(each.text().markdown()));
    }
  }

  private void readComments(String part) throws IOException {
    try (XmlCursor xml = document.open(part)) {
      String author = "";
      while (xml != null && xml.nextNode(0)) {
        if (xml.isAtText()) {
          continue;
        }
        if (xml.name().equals("cm")) {
          author = authors.getOrDefault(xml.attribute("authorId"), "");
        } else if (xml.name().equals("text") || xml.name().equals("t")) {
          String by = author.isBlank() ? "" : " by " + new InlineText().add(author).markdown();
          String words = new InlineText().add(xml.allText()).markdown();
          if (!words.isBlank()) {
            writer.quote("Comment" + by + ": " + words);
          }
        }
      }
    }
  }

  /** The shapes of one slide, in their order. */
  private final class SlideShapes {

    private final XmlCursor xml;
    private final Map<String, Relation> relations;
    private final Map<String, String> links = new HashMap<>();
    private String placeholder = "none";
    private String description = "";

    SlideShapes(XmlCursor xml, Map<String, Relation> relations) {
      this.xml = xml;
      this.relations = relations;
      relations.forEach((id, each) -> links.put(id, each.isExternal() ? each.target() : ""));
    }

    void read() throws IOException {
      int level = xml.depth();
      while (xml.nextNode(level)) {
        if (xml.isAtText()) {
          continue;
        }
        switch (xml.name()) {
          case "sp", "pic", "graphicFrame", "cxnSp" -> placeholder = "none";
          case "cNvPr" -> description = xml.attribute("descr");
          case "ph" -> placeholder = xml.attribute("type");
          case "txBody" -> writeText(DrawingText.paragraphs(xml, links));
          case "tbl" -> writer.table(rows());
          case "blip" -> image(relations.get(xml.attribute("embed")));
          case "chart" -> chart(relations.get(xml.attribute("id")));
          case "Fallback", "timing", "bg" -> xml.allText();
          default -> {}
        }
      }
    }

    private void writeText(List<Paragraph> paragraphs) {
      if (TITLES.contains(placeholder)) {
        var title = new InlineText();
        paragraphs.forEach(each -> title.addAll(each.text()).add(" "));
        writer.heading(2, title.plain());
        return;
      }
      if (Set.of("dt", "sldNum").contains(placeholder)) {
        return;
      }
      boolean isFoot = Set.of("ftr", "hdr").contains(placeholder);
      // An empty type is that of a body which only its index names.
      boolean isBody = placeholder.isEmpty() || BODIES.contains(placeholder);
      int[] counts = new int[10];
      for (Paragraph each : paragraphs) {
        if (!isFoot || feet.add(each.text().plain())) {
          write(each, isBody && !placeholder.equals("subTitle") && paragraphs.size() > 1, counts);
        }
      }
    }

    private void write(Paragraph paragraph, boolean isList, int[] counts) {
      if (paragraph.text().isBlank()) {
        return;
      }
      int depth = Math.max(0, Math.min(paragraph.depth(), 8));
      String bullet = paragraph.bullet();
      boolean isInherited = bullet.equals("inherited");
      if (bullet.isEmpty() || (isInherited && !isList)) {
        writer.paragraph(paragraph.text().markdown());
        return;
      }
      boolean isNumber = !isInherited && !bullet.equals("-");
      counts[depth] = isNumber ? counts[depth] + 1 : 0;
      Arrays.fill(counts, depth + 1, counts.length, 0);
      writer.item(depth, isNumber ? counts[depth] + "." : "-", paragraph.text().markdown());
    }

    private List<List<String>> rows() throws IOException {
      List<List<String>> rows = new ArrayList<>();
      int level = xml.depth();
      while (xml.nextNode(level)) {
        if (!xml.isAtText() && xml.name().equals("tr")) {
          rows.add(cells());
        }
      }
      return rows;
    }

    private List<String> cells() throws IOException {
      List<String> cells = new ArrayList<>();
      int level = xml.depth();
      while (xml.nextNode(level)) {
        if (!xml.isAtText() && xml.name().equals("tc")) {
          List<String> lines = new ArrayList<>();
          DrawingText.paragraphs(xml, links).forEach(each -> lines.add(each.text().markdown()));
          cells.add(String.join("\n", lines));
        }
      }
      return cells;
    }

    private void image(@Nullable Relation image) {
      if (image != null && !image.isExternal()) {
        String type = document.type(image.target());
        long size = document.archive().size(image.target());
        String words =
            draft.image(description, type, size, () -> document.archive().read(image.target()));
        writer.paragraph(new InlineText().raw(words).markdown());
      }
    }

    private void chart(@Nullable Relation chart) throws IOException {
      if (chart != null && !chart.isExternal()) {
        ChartTable.write(document, chart.target(), writer);
      }
    }
  }
}
