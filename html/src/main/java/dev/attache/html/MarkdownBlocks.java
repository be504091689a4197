package dev.attache.html;

import java.util.Set;
import java.util.function.Predicate;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;

/**
 * The tree for the converter, built from elements of a page: only what Markdown can say, in the
 * order of the page.
 */
final class MarkdownBlocks {

  /** Lists and quotes that are nested deeper lose their indentation. */
  private static final int MAX_NESTING = 8;

  private static final Set<String> MORE_BLOCKS = Set.of("option", "table", "tr", "td", "th");

  private final PageLinks links;
  private final MarkdownInline inline;
  private final Predicate<Element> leftOut;
  private final ConversionLimit limit;
  private final Element tree;
  private final MarkdownLists lists;
  private final MarkdownTables tables;
  private Element container;
  private MarkdownLine line;
  private boolean inCell;
  private boolean oneLine;
  private boolean hasImages;
  private int nesting;

  MarkdownBlocks(PageLinks links, Predicate<Element> leftOut, ConversionLimit limit) {
    this.links = links;
    inline = new MarkdownInline(links);
    this.leftOut = leftOut;
    this.limit = limit;
    lists = new MarkdownLists(this, leftOut);
    tables = new MarkdownTables(this, leftOut);
    tree = block("body");
    new Document("").appendChild(tree);
    container = tree;
    line = paragraphs(tree);
  }

  /** Adds the content of an element, and the element if it says something itself. */
  void add(Element element) {
    if (element.normalName().equals("noscript") || element.normalName().equals("body")) {
      children(element);
    } else {
      element(element);
    }
    boundary();
  }

  Element tree() {
    return tree;
  }

  boolean hasImages() {
    return hasImages;
  }

  /** An element for the converter, which is in no other yet. */
  MarkdownBlock block(String name) {
    return new MarkdownBlock(name, limit);
  }

  private MarkdownLine paragraphs(Element container) {
    return new MarkdownLine(() -> container.appendElement("p"), false, limit);
  }

  private void children(Element element) {
    for (Node child : element.childNodes()) {
      if (limit.isReached()) {
        return;
      } else if (child instanceof TextNode text) {
        line.text(text.getWholeText());
      } else if (child instanceof Element inner
          && !leftOut.test(inner)
          && !CodeText.isNumbers(inner)) {
        element(inner);
      }
    }
  }

  private void element(Element element) {
    switch (element.normalName()) {
      case "h1", "h2", "h3", "h4", "h5", "h6" -> heading(element);
      case "ul", "ol", "menu", "dir" -> lists.list(element);
      case "dl" -> lists.definitions(element);
      case "blockquote" -> quote(element);
      case "pre", "listing", "xmp" -> code(element);
      case "table" -> tables.table(element);
      case "hr" -> rule();
      case "summary" -> block(element, MarkdownLine.Style.STRONG);
      default -> inline(element);
    }
  }

  private void inline(Element element) {
    switch (element.normalName()) {
      case "a" -> link(element);
      case "img", "image" -> hasImages |= inline.image(element, line);
      case "br" -> lineBreak();
      case "b", "strong" -> styled(element, MarkdownLine.Style.STRONG, "");
      case "i", "em" -> styled(element, MarkdownLine.Style.EM, "");
      case "del", "s", "strike" -> styled(element, MarkdownLine.Style.DEL, "");
      case "code", "kbd", "samp", "tt" -> inline.code(element, line);
      case "sub", "sup" ->
          between("<" + element.normalName() + ">", element, "</" + element.normalName() + ">");
      case "q" -> between("“", element, "”");
      case "rt" -> between("(", element, ")");
      case "math" -> MarkdownInline.formula(element, line);
      case "input" -> line.markdown(element.hasAttr("checked") ? "[x] " : "[ ] ");
      case "wbr" -> {}
      default -> {
        if (element.isBlock() || MORE_BLOCKS.contains(element.normalName())) {
          block(element);
        } else {
          children(element);
        }
      }
    }
  }

  void block(Element element) {
    boundary();
    children(element);
    boundary();
  }

  private void block(Element element, MarkdownLine.Style style) {
    boundary();
    styled(element, style, "");
    boundary();
  }

  private void styled(Element element, MarkdownLine.Style style, String url) {
    line.open(style, url);
    children(element);
    line.close();
  }

  private void between(String before, Element element, String after) {
    if (element.hasText()) {
      line.markdown(before);
      children(element);
      line.markdown(after);
    }
  }

  /** The end of a block: of the paragraph, or in one line a space, or in a cell a break. */
  void boundary() {
    if (inCell) {
      line.cellBreak();
    } else if (oneLine) {
      line.text(" ");
    } else {
      line.end();
    }
  }

  private void lineBreak() {
    if (isInLine()) {
      boundary();
    } else {
      line.lineBreak();
    }
  }

  private void heading(Element heading) {
    if (isInLine() || container.normalName().matches("li|dd")) {
      block(heading, MarkdownLine.Style.STRONG);
      return;
    }
    line.end();
    Element target = block(heading.normalName());
    inOneLine(heading, target);
    if (target.childNodeSize() > 0) {
      container.appendChild(target);
    }
  }

  /** Adds the content of an element to one of the converter's that has one line only. */
  void inOneLine(Element element, Element target) {
    MarkdownLine outerLine = line;
    boolean outer = oneLine;
    line = outerLine.continuedIn(() -> target, inCell);
    oneLine = true;
    children(element);
    line.end();
    oneLine = outer;
    line = outerLine;
  }

  /** Whether a list or quote cannot stand here. */
  boolean cannotNest() {
    return isInLine() || nesting >= MAX_NESTING;
  }

  /** Whether no block can stand here. */
  boolean isInLine() {
    return inCell || oneLine;
  }

  /** Adds the content of an element to one of the converter's; answers whether there was any. */
  boolean nested(Element element, Element target) {
    Element outer = container;
    MarkdownLine outerLine = line;
    container = target;
    line = outerLine.continuedIn(() -> target.appendElement("p"), false);
    nesting++;
    children(element);
    line.end();
    nesting--;
    container = outer;
    line = outerLine;
    return target.childNodeSize() > 0;
  }

  /** Adds what was built, if there is anything in it. */
  void addBuilt(Element target) {
    if (target.childrenSize() > 0) {
      container.appendChild(target);
    }
  }

  /** Adds a text to an entry of its own. */
  void stray(TextNode text, Element list) {
    var outer = line;
    line = outer.continuedIn(() -> list.appendElement("li"), false);
    line.text(text.getWholeText());
    line.end();
    line = outer;
  }

  /** Adds a text and what is in an element, without a block of its own. */
  void flat(String before, Element element) {
    line.markdown(before);
    children(element);
    boundary();
  }

  private void quote(Element quote) {
    if (cannotNest()) {
      block(quote);
      return;
    }
    line.end();
    Element target = block("blockquote");
    if (nested(quote, target)) {
      if (container.childNodeSize() > 0) {
        // An empty paragraph makes the converter put a line between, or two quotes become one.
        container.appendElement("p");
      }
      container.appendChild(target);
    }
  }

  private void rule() {
    boundary();
    if (!isInLine()) {
      container.appendElement("hr");
    }
  }

  private void code(Element pre) {
    if (isInLine()) {
      line.code(CodeText.of(pre));
      return;
    }
    line.end();
    CodeText.addTo(container, pre);
  }

  private void link(Element link) {
    String url = links.absolute(link.attr("href"));
    if (url != null) {
      styled(link, MarkdownLine.Style.LINK, MarkdownInline.destination(url, line));
    } else if (!MarkdownInline.isAnchorOfHeading(link)) {
      children(link);
    }
  }

  /** Adds the content of a cell to one of the converter's. */
  void cell(Element cell, Element target) {
    MarkdownLine outer = line;
    line = outer.continuedIn(() -> target, true);
    inCell = true;
    children(cell);
    line.end();
    inCell = false;
    line = outer;
  }
}
