package dev.attache.html;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jspecify.annotations.Nullable;

/**
 * Running text on its way into the tree for the converter: white space collapsed, Markdown in it
 * escaped, emphasis and links opened only around text.
 *
 * <p>What is open when a paragraph ends is opened again in the next: a link around two paragraphs
 * becomes two links.
 */
final class MarkdownLine {

  /** What text can be in. */
  enum Style {
    STRONG,
    EM,
    DEL,
    LINK
  }

  private static final class Span {

    final Style style;
    final String url;
    boolean ignored;
    @Nullable Element parent;

    Span(Style style, String url) {
      this.style = style;
      this.url = url;
    }
  }

  private final Supplier<Element> paragraph;
  private final boolean inCell;
  private final ConversionLimit limit;
  private final List<Span> open = new ArrayList<>();
  private @Nullable Element at;
  private boolean spacePending;
  private boolean bangPending;
  private boolean breakPending;
  private char last = '\n';

  /** A line whose text goes where the supplier says, which is asked when a text begins. */
  MarkdownLine(Supplier<Element> paragraph, boolean inCell, ConversionLimit limit) {
    this.paragraph = paragraph;
    this.inCell = inCell;
    this.limit = limit;
  }

  boolean isInCell() {
    return inCell;
  }

  /** Text of the page. */
  void text(String text) {
    var collapsed = new StringBuilder(text.length());
    PageText.appendCollapsed(text, collapsed);
    String trimmed = collapsed.toString().strip();
    if (trimmed.isEmpty()) {
      spacePending |= !collapsed.isEmpty();
      return;
    }
    spacePending |= collapsed.charAt(0) == ' ';
    boolean bang = trimmed.endsWith("!");
    beforeText();
    String escaped = MarkdownEscapes.escape(trimmed, last, inCell);
    append(bang ? escaped.substring(0, escaped.length() - 1) : escaped);
    bangPending = bang;
    last = trimmed.charAt(trimmed.length() - 1);
    spacePending = collapsed.charAt(collapsed.length() - 1) == ' ';
  }

  /** Markdown that is not escaped, on one line. */
  void markdown(String markdown) {
    if (!markdown.isEmpty()) {
      beforeText();
      append(markdown);
      last = markdown.charAt(markdown.length() - 1);
    }
  }

  /** Text in the type of code. */
  void code(String text) {
    var collapsed = new StringBuilder(text.length());
    PageText.appendCollapsed(text, collapsed);
    String code = collapsed.toString().strip();
    if (code.isEmpty()) {
      spacePending |= !collapsed.isEmpty();
      return;
    }
    beforeText();
    boolean padded = code.startsWith("`") || code.endsWith("`");
    String shown = inCell ? code.replace("|", "\\|") : code;
    position().appendElement("code").appendText(padded ? " " + shown + " " : shown);
    last = '`';
  }

  void open(Style style, String url) {
    var span = new Span(style, url);
    span.ignored = open.stream().anyMatch(other -> other.style == style);
    open.add(span);
  }

  void close() {
    Span span = open.remove(open.size() - 1);
    if (span.parent != null) {
      end(span);
    }
  }

  /** A line break inside the paragraph; the second one in a row ends it. */
  void lineBreak() {
    if (at == null) {
      return;
    }
    Element paragraph = closeSpans();
    if (last == '\n') {
      removeLastBreak(paragraph);
      at = null;
    } else {
      paragraph.appendElement("br");
    }
    spacePending = false;
    last = '\n';
  }

  /** Ends the paragraph, if one has begun. */
  void end() {
    if (at != null) {
      removeLastBreak(closeSpans());
    }
    at = null;
    spacePending = false;
    breakPending = false;
    last = '\n';
  }

  /** A line break inside a cell of a table, if text has begun; only text after it shows it. */
  void cellBreak() {
    if (at != null) {
      breakPending = true;
      spacePending = false;
    }
  }

  /** A line with the same styles and links around it. */
  MarkdownLine continuedIn(Supplier<Element> paragraph, boolean inCell) {
    var line = new MarkdownLine(paragraph, inCell, limit);
    open.forEach(span -> line.open(span.style, span.url));
    return line;
  }

  private static void removeLastBreak(Element paragraph) {
    Node node = paragraph.lastChild();
    if (node != null && node.normalName().equals("br")) {
      node.remove();
    }
  }

  private Element closeSpans() {
    flushBang(false);
    for (int i = open.size() - 1; i >= 0; i--) {
      if (open.get(i).parent != null) {
        end(open.get(i));
      }
    }
    return position();
  }

  private Element position() {
    if (at == null) {
      at = paragraph.get();
    }
    return at;
  }

  private void append(String markdown) {
    if (!markdown.isEmpty()) {
      limit.write(markdown.length());
      position().appendChild(new TextNode(markdown));
    }
  }

  private void flushBang(boolean beforeBracket) {
    if (bangPending) {
      bangPending = false;
      append(beforeBracket ? "\\!" : "!");
    }
  }

  private void beforeText() {
    position();
    if (breakPending) {
      Element paragraph = closeSpans();
      breakPending = false;
      paragraph.appendChild(new TextNode("<br>"));
      last = '\n';
    }
    boolean link = open.stream().anyMatch(s -> s.style == Style.LINK && s.parent == null);
    flushBang(link && !spacePending);
    if (spacePending && last != '\n') {
      append(" ");
      last = ' ';
    }
    spacePending = false;
    for (Span span : open) {
      if (span.parent == null && !span.ignored) {
        begin(span);
      }
    }
  }

  private void begin(Span span) {
    Element parent = position();
    span.parent = parent;
    if (span.style == Style.LINK) {
      append("[");
      last = '[';
      return;
    }
    String name = span.style.name().toLowerCase(Locale.ROOT);
    if (last == '*'
        && parent.lastChild() instanceof Element before
        && before.nameIs("span")
        && before.child(0).nameIs(name)) {
      at = before.child(0);
    } else {
      // An element around it, or the converter puts spaces where an element follows.
      at = parent.appendElement("span").appendElement(name);
    }
    last = '*';
  }

  private void end(Span span) {
    flushBang(false);
    at = span.parent;
    span.parent = null;
    if (span.style == Style.LINK) {
      append("](" + span.url + ")");
      last = ')';
    } else {
      last = '*';
    }
  }
}
