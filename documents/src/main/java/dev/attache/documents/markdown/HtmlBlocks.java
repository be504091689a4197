package dev.attache.documents.markdown;

import dev.attache.documents.markdown.InlineText.Style;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jspecify.annotations.Nullable;

/** The blocks of a page of HTML as books and mails have them. Nothing that it refers to is read. */
public final class HtmlBlocks {

  /** What stands for pictures. */
  @FunctionalInterface
  public interface Pictures {
    /** {@return the words for a picture, as Markdown; empty if it is not to be named} */
    String words(String source, String description);
  }

  private static final int MAX_DEPTH = 300;

  private static final Set<String> PASSED_OVER =
      Set.of("script", "style", "head", "template", "noscript", "title", "rt", "rp", "object");

  private static final Set<String> BLOCKS =
      Set.of(
          "address",
          "article",
          "aside",
          "blockquote",
          "body",
          "center",
          "dd",
          "details",
          "div",
          "dl",
          "dt",
          "fieldset",
          "figcaption",
          "figure",
          "footer",
          "form",
          "h1",
          "h2",
          "h3",
          "h4",
          "h5",
          "h6",
          "header",
          "hr",
          "li",
          "main",
          "nav",
          "ol",
          "p",
          "pre",
          "section",
          "summary",
          "table",
          "tbody",
          "td",
          "tfoot",
          "th",
          "thead",
          "tr",
          "ul");

  private final FlowBlocks blocks;
  private final Pictures pictures;
  private InlineText text = new InlineText();
  private int depth;

  private HtmlBlocks(FlowBlocks blocks, Pictures pictures) {
    this.blocks = blocks;
    this.pictures = pictures;
  }

  /** Writes all that an element holds. */
  public static void write(Element element, FlowBlocks blocks, Pictures pictures) {
    var html = new HtmlBlocks(blocks, pictures);
    html.readChildren(element, -1);
    html.endParagraph();
  }

  private void readChildren(Element element, int listDepth) {
    if (++depth < MAX_DEPTH) {
      for (Node each : element.childNodes()) {
        if (each instanceof Element child && isBlock(child)) {
          readBlock(child, listDepth);
        } else {
          readInline(each, EnumSet.noneOf(Style.class), null, listDepth);
        }
      }
    }
    depth--;
  }

  private static boolean isBlock(Element element) {
    return BLOCKS.contains(element.normalName());
  }

  private void endParagraph() {
    InlineText ended = text;
    text = new InlineText();
    if (!ended.isBlank()) {
      blocks.paragraph(ended);
    }
  }

  private void readBlock(Element element, int listDepth) {
    String name = element.normalName();
    endParagraph();
    switch (name) {
      case "h1", "h2", "h3", "h4", "h5", "h6" ->
          blocks.heading(name.charAt(1) - '0', inline(element));
      case "ul", "ol" -> readList(element, listDepth + 1);
      case "pre" -> readCode(element);
      case "table" -> readTable(element, listDepth);
      case "blockquote" -> readQuote(element);
      case "hr" -> {}
      default -> {
        readChildren(element, listDepth);
        endParagraph();
      }
    }
  }

  private void readCode(Element element) {
    for (String line : element.wholeText().split("\n", -1)) {
      blocks.code(line.replace("\r", ""));
    }
    blocks.paragraph(new InlineText()); // the code ends here
  }

  private void readQuote(Element element) {
    var quoted = new FlowBlocks.Cell();
    write(element, quoted, pictures);
    if (!quoted.text().isBlank()) {
      blocks.comment(quoted.text());
    }
  }

  private void readList(Element list, int listDepth) {
    int number = 1;
    for (Element item : list.children()) {
      if (!item.normalName().equals("li")) {
        readBlock(item, listDepth);
        continue;
      }
      var first = new InlineText();
      List<Element> rest = new ArrayList<>();
      collectItem(item, first, rest);
      blocks.item(listDepth, list.normalName().equals("ol") ? number + "." : "-", first);
      number++;
      for (Element each : rest) {
        readBlock(each, listDepth);
      }
    }
  }

  /** The text of an item, and the blocks in it that come after that. */
  private void collectItem(Element item, InlineText into, List<Element> rest) {
    InlineText outer = text;
    text = into;
    for (Node each : item.childNodes()) {
      if (each instanceof Element child && isBlock(child)) {
        boolean isText =
            Set.of("p", "div").contains(child.normalName())
                && child.children().stream().noneMatch(HtmlBlocks::isBlock);
        if (isText && rest.isEmpty()) {
          text.add(text.isBlank() ? "" : "\n");
          readInlines(child, EnumSet.noneOf(Style.class), null, 0);
        } else {
          rest.add(child);
        }
      } else {
        readInline(each, EnumSet.noneOf(Style.class), null, 0);
      }
    }
    text = outer;
  }

  /** A table that only lays out its content is read as that. */
  private void readTable(Element table, int listDepth) {
    List<List<String>> rows = new ArrayList<>();
    int width = 0;
    for (Element row : table.select("tr")) {
      if (!table.equals(row.closest("table"))) {
        continue;
      }
      List<Element> cells =
          row.children().stream().filter(each -> each.normalName().matches("t[dh]")).toList();
      width = Math.max(width, cells.size());
    }
    Element inner = table.selectFirst("table table");
    if (width < 2 || (inner != null && !inner.equals(table))) {
      readChildren(table, listDepth);
      endParagraph();
      return;
    }
    for (Element row : table.select("tr")) {
      List<String> cells = new ArrayList<>();
      for (Element cell : row.children()) {
        var lines = new FlowBlocks.Cell();
        write(cell, lines, pictures);
        cells.add(lines.text());
        addSpan(cells, cell.attr("colspan"));
      }
      rows.add(cells);
    }
    blocks.table(rows);
  }

  private static void addSpan(List<String> cells, String span) {
    if (span.matches("\\d{1,2}")) {
      for (int i = 1; i < Integer.parseInt(span); i++) {
        cells.add("");
      }
    }
  }

  private InlineText inline(Element element) {
    InlineText outer = text;
    text = new InlineText();
    readInlines(element, EnumSet.noneOf(Style.class), null, 0);
    InlineText read = text;
    text = outer;
    return read;
  }

  private void readInlines(
      Element element, Set<Style> looks, @Nullable String link, int listDepth) {
    if (++depth < MAX_DEPTH) {
      for (Node each : element.childNodes()) {
        readInline(each, looks, link, listDepth);
      }
    }
    depth--;
  }

  private void readInline(Node node, Set<Style> looks, @Nullable String link, int listDepth) {
    if (node instanceof TextNode words) {
      String raw = words.getWholeText().replaceAll("[\\s\u00a0]+", " ");
      text.add(text.isBlank() ? raw.stripLeading() : raw, looks, link);
      return;
    }
    if (!(node instanceof Element element) || PASSED_OVER.contains(element.normalName())) {
      return;
    }
    if (isBlock(element) && text != null && listDepth < 0) {
      readBlock(element, listDepth);
      return;
    }
    Set<Style> inner = looks.isEmpty() ? EnumSet.noneOf(Style.class) : EnumSet.copyOf(looks);
    String target = link;
    switch (element.normalName()) {
      case "b", "strong" -> inner.add(Style.BOLD);
      case "i", "em", "cite", "var" -> inner.add(Style.ITALIC);
      case "s", "del", "strike" -> inner.add(Style.STRIKE);
      case "a" -> target = address(element.attr("href"), link);
      case "br" -> text.add("\n");
      case "img", "image" -> {
        String source = element.hasAttr("src") ? element.attr("src") : element.attr("xlink:href");
        String words = pictures.words(source, element.attr("alt"));
        if (!words.isEmpty()) {
          text.raw(words);
        }
      }
      default -> {}
    }
    readInlines(element, inner, target, listDepth);
  }

  private static @Nullable String address(String href, @Nullable String otherwise) {
    String lower = href.strip().toLowerCase(Locale.ROOT);
    boolean isOutside =
        lower.startsWith("http:") || lower.startsWith("https:") || lower.startsWith("mailto:");
    return isOutside ? href.strip() : otherwise;
  }
}
