package dev.attache.html;

import java.util.regex.Pattern;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.select.NodeFilter;
import org.jsoup.select.NodeTraversor;

/** The text of a block of code: its lines as they are, without line numbers. */
final class CodeText {

  private static final Pattern NUMBERS =
      Pattern.compile(
          "(?:^|\\s)(?:linenos?|linenodiv|line-numbers-rows|gutter|rouge-gutter|hljs-ln-numbers)(?:\\s|$)");

  private CodeText() {}

  /** The code without blank lines around it and without spaces at the ends of lines. */
  static String of(Element pre) {
    var raw = new StringBuilder();
    NodeTraversor.filter(
        new NodeFilter() {
          @Override
          public FilterResult head(Node node, int depth) {
            return append(node, raw);
          }

          @Override
          public FilterResult tail(Node node, int depth) {
            if (node.nameIs("div")) {
              endLine(raw);
            }
            return FilterResult.CONTINUE;
          }
        },
        pre);
    return withoutBlankEnds(raw);
  }

  /** Adds the code, if there is any, to an element of the tree for the converter. */
  static void addTo(Element container, Element pre) {
    String code = of(pre);
    if (code.isEmpty()) {
      return;
    }
    String language = CodeLanguage.of(pre);
    Element block = container.appendElement("pre");
    Element text = language.isEmpty() ? block : block.appendElement("code").attr("class", language);
    text.appendChild(new TextNode(code));
  }

  private static NodeFilter.FilterResult append(Node node, StringBuilder to) {
    if (node instanceof TextNode text) {
      text.getWholeText().codePoints().filter(CodeText::isShown).forEach(to::appendCodePoint);
    } else if (node instanceof Element element) {
      if (element.nameIs("div")) {
        endLine(to);
      }
      if (element.nameIs("br")) {
        to.append('\n');
      } else if (PageNoise.isInvisible(element) || isNumbers(element)) {
        return NodeFilter.FilterResult.SKIP_ENTIRELY;
      }
    }
    return NodeFilter.FilterResult.CONTINUE;
  }

  /** Whether an element holds the numbers of lines, not the lines. */
  static boolean isNumbers(Element element) {
    return NUMBERS.matcher(element.className()).find();
  }

  private static boolean isShown(int c) {
    return c == '\n' || c == '\t' || PageText.isShown(c);
  }

  private static void endLine(StringBuilder text) {
    if (!text.isEmpty() && text.charAt(text.length() - 1) != '\n') {
      text.append('\n');
    }
  }

  private static String withoutBlankEnds(StringBuilder raw) {
    var lines = new StringBuilder(raw.length());
    int blank = 0;
    for (String line : (Iterable<String>) raw.toString().lines()::iterator) {
      String kept = line.stripTrailing();
      if (kept.isEmpty()) {
        blank++;
        continue;
      }
      if (!lines.isEmpty()) {
        lines.append("\n".repeat(blank + 1));
      }
      blank = 0;
      lines.append(kept);
    }
    return lines.toString();
  }
}
