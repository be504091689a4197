package dev.attache.html;

import org.jsoup.nodes.Element;

/** Links, images, code and formulas in running text. */
final class MarkdownInline {

  private final PageLinks links;

  MarkdownInline(PageLinks links) {
    this.links = links;
  }

  /** Code, and the link that is all of it. */
  void code(Element code, MarkdownLine line) {
    Element link = code.selectFirst("a[href]");
    String url =
        link == null || !link.text().equals(code.text()) ? null : links.absolute(link.attr("href"));
    if (url != null) {
      line.open(MarkdownLine.Style.LINK, destination(url, line));
    }
    line.code(CodeText.of(code));
    if (url != null) {
      line.close();
    }
  }

  /** A formula as its source. */
  static void formula(Element math, MarkdownLine line) {
    Element source = math.selectFirst("annotation[encoding=application/x-tex]");
    line.code(
        source != null
            ? source.wholeText()
            : math.hasAttr("alttext") ? math.attr("alttext") : CodeText.of(math));
  }

  /** An image; answers whether more than its alternative text is shown. */
  boolean image(Element image, MarkdownLine line) {
    String words = links.named(image);
    if (words != null) {
      line.markdown(line.isInCell() ? words.replaceAll("(?<!\\\\)\\|", "\\\\|") : words);
      return !words.isEmpty();
    }
    if (image.attr("width").equals("1") && image.attr("height").equals("1")) {
      return false;
    }
    String source = links.absolute(image.attr("src"));
    if (source == null) {
      source = links.absolute(image.attr("data-src"));
    }
    String alt = image.attr("alt").strip();
    if (source == null) {
      line.text(alt);
    } else if (!alt.isEmpty() || !image.hasAttr("alt")) {
      var text = new StringBuilder();
      PageText.appendCollapsed(alt, text);
      line.markdown(
          "!["
              + MarkdownEscapes.escape(text.toString(), ' ', line.isInCell())
              + "]("
              + destination(source, line)
              + ")");
      return true;
    }
    return false;
  }

  /** Whether a link is the sign beside a heading that leads to the heading. */
  static boolean isAnchorOfHeading(Element link) {
    return link.attr("href").contains("#")
        && link.closest("h1, h2, h3, h4, h5, h6") != null
        && PageText.length(link.text()) <= 2
        && link.text().codePoints().noneMatch(Character::isLetterOrDigit);
  }

  /** A URL as Markdown has it in a link. */
  static String destination(String url, MarkdownLine line) {
    String safe = line.isInCell() ? url.replace("|", "%7C") : url;
    return safe.indexOf('(') >= 0 || safe.indexOf(')') >= 0 ? "<" + safe + ">" : safe;
  }
}
