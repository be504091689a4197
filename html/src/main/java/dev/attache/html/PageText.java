package dev.attache.html;

import java.util.function.Predicate;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.select.NodeFilter;
import org.jsoup.select.NodeTraversor;

/** The text of a page: how much there is, and which of its characters are shown. */
final class PageText {

  private PageText() {}

  /** How many characters, apart from white space, are in what is not left out. */
  static long length(Element root, Predicate<Element> leftOut) {
    long[] length = new long[1];
    NodeTraversor.filter(
        new NodeFilter() {
          @Override
          public FilterResult head(Node node, int depth) {
            if (node instanceof TextNode text) {
              length[0] += length(text.getWholeText());
            }
            return node instanceof Element element && leftOut.test(element)
                ? FilterResult.SKIP_ENTIRELY
                : FilterResult.CONTINUE;
          }
        },
        root);
    return length[0];
  }

  static int length(String text) {
    int length = 0;
    for (int i = 0; i < text.length(); i++) {
      if (!isSpace(text.charAt(i))) {
        length++;
      }
    }
    return length;
  }

  /** Appends a text in which each run of white space is one space, and nothing is invisible. */
  static void appendCollapsed(String text, StringBuilder to) {
    boolean space = false;
    for (int i = 0, c; i < text.length(); i += Character.charCount(c)) {
      c = text.codePointAt(i);
      if (isSpace(c)) {
        space = true;
      } else if (isShown(c)) {
        if (space) {
          to.append(' ');
          space = false;
        }
        to.appendCodePoint(c);
      }
    }
    if (space) {
      to.append(' ');
    }
  }

  static boolean isSpace(int c) {
    return c == ' '
        || (c >= '\t' && c <= '\r')
        || c == 0xA0
        || c == 0x85
        || c == 0x2028
        || c == 0x2029;
  }

  /**
   * Whether a character reaches the model. Control characters, the tag characters in which text can
   * be hidden, what is no character, and the two that only say where a line may break do not; what
   * joins letters or changes their direction does.
   */
  static boolean isShown(int c) {
    return c >= ' '
        && !(c >= 0x7F && c <= 0x9F)
        && !(c >= 0xE0000 && c <= 0xE007F)
        && !(c >= 0xFDD0 && c <= 0xFDEF)
        && !(c >= 0xD800 && c <= 0xDFFF)
        && c != 0xAD
        && c != 0x200B
        && c != 0xFEFF;
  }
}
