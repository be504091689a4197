package dev.attache.html;

import java.util.function.BooleanSupplier;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.parser.Parser;
import org.jspecify.annotations.Nullable;

/**
 * A web page as Markdown for a model: what a person would read on it, with absolute links.
 * Immutable.
 */
public final class HtmlMarkdown {

  /** Deeper elements become siblings, so that no page can exhaust the stack. */
  static final int MAX_DEPTH = 200;

  /** With fewer characters than that, what the page says without scripts is shown as well. */
  private static final int FEW = 100;

  private final String markdown;
  private final @Nullable String title;
  private final boolean mainOnly;
  private final boolean empty;

  private HtmlMarkdown(String markdown, @Nullable String title, boolean mainOnly, boolean empty) {
    this.markdown = markdown;
    this.title = title;
    this.mainOnly = mainOnly;
    this.empty = empty;
  }

  /**
   * Converts a page.
   *
   * @param html the decoded page, however broken
   * @param baseUrl where it came from; relative links lose their target unless it is http or https,
   *     and all of them do if it is null
   * @param mainOnly whether to leave out what is clearly not the main content
   * @param isOver whether to give up; asked all the time, on this thread
   * @return the page as Markdown, with its title
   * @throws ConversionLimit.StoppedException if it was over before the end
   */
  public static HtmlMarkdown convert(
      String html, @Nullable String baseUrl, boolean mainOnly, BooleanSupplier isOver) {
    var limit = ConversionLimit.of(isOver);
    Document page = Parser.htmlParser().setMaxDepth(MAX_DEPTH).parseInput(limit.reader(html), "");
    Element body = page.body();
    PageLinks links = baseUrl == null ? new OuterLinks(null) : HtmlLinks.of(page, baseUrl);
    long visible = PageText.length(body, limit.before(PageNoise::isInvisible));
    MainContent content =
        mainOnly ? MainContent.of(body, limit) : MainContent.everything(body, limit);
    var blocks = new MarkdownBlocks(links, content.leftOut(), limit);
    content.roots().forEach(blocks::add);
    boolean empty = visible == 0 && !blocks.hasImages();
    if (visible < FEW) {
      addTextForNoScripts(body, blocks, limit);
    }
    return new HtmlMarkdown(
        MarkdownConversion.of(blocks.tree()),
        title(page),
        mainOnly && content.length() < visible,
        empty);
  }

  /** The title in one line: what the title element says, else the one for social networks. */
  private static @Nullable String title(Document page) {
    Element title = page.selectFirst("head > title, body > title");
    String text = title == null ? "" : oneLine(title.wholeText());
    if (text.isEmpty()) {
      Element social = page.selectFirst("meta[property=og:title], meta[name=og:title]");
      text = social == null ? "" : oneLine(social.attr("content"));
    }
    return text.isEmpty() ? null : text;
  }

  private static String oneLine(String text) {
    var line = new StringBuilder();
    PageText.appendCollapsed(text, line);
    return line.toString().strip();
  }

  private static void addTextForNoScripts(
      Element body, MarkdownBlocks blocks, ConversionLimit limit) {
    var hidden = new WithAncestors(limit.before(PageNoise::isInvisible));
    for (Element noScript : body.select("noscript")) {
      Element parent = noScript.parent();
      if (parent == null || !hidden.test(parent)) {
        blocks.add(noScript);
      }
    }
  }

  /** {@return the Markdown: empty, or lines of which the last ends with a line feed} */
  public String markdown() {
    return markdown;
  }

  /** {@return the title of the page in one line, if it has one} */
  @Nullable
  public String title() {
    return title;
  }

  /** {@return whether something that people see on the page was left out} */
  public boolean isMainOnly() {
    return mainOnly;
  }

  /** {@return whether the page shows nothing until scripts have run} */
  public boolean isEmpty() {
    return empty;
  }
}
