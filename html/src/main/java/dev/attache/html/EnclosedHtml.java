package dev.attache.html;

import java.io.IOException;
import java.io.InputStream;
import java.util.function.Predicate;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.parser.Parser;

/**
 * The HTML in a document, such as a chapter of a book or the text of a mail, as Markdown: all that
 * people see of it. It has no address, so that only links that lead out of the document stay, and
 * whoever knows the document says what stands for a picture. Nothing that it refers to is read.
 */
public final class EnclosedHtml {

  /** The words for the pictures of a document. */
  @FunctionalInterface
  public interface Pictures {

    /** No picture is named. */
    Pictures NONE = (source, description) -> "";

    /**
     * {@return the Markdown that stands for a picture, on one line; empty if nothing does}
     *
     * @param source what the page says where it is
     * @param description what its author says that it shows; may be empty
     */
    String words(String source, String description);
  }

  private EnclosedHtml() {}

  /**
   * {@return the Markdown of a page: empty, or lines of which the last ends with a line feed}
   *
   * @param html its bytes, which say in what charset they are, or have UTF-8
   * @param pictures what stands for pictures
   * @param most after so many characters no more is written, but for what has begun
   * @throws IOException if the bytes cannot be read
   * @throws InterruptedException if the thread was interrupted
   */
  public static String markdown(InputStream html, Pictures pictures, int most)
      throws IOException, InterruptedException {
    return markdown(Jsoup.parse(html, null, "", parser()), pictures, most);
  }

  /**
   * {@return the Markdown of a page: empty, or lines of which the last ends with a line feed}
   *
   * @param html the decoded page, however broken
   * @param pictures what stands for pictures
   * @param most after so many characters no more is written, but for what has begun
   * @throws InterruptedException if the thread was interrupted
   */
  public static String markdown(String html, Pictures pictures, int most)
      throws InterruptedException {
    return markdown(Jsoup.parse(html, "", parser()), pictures, most);
  }

  private static Parser parser() {
    return Parser.htmlParser().setMaxDepth(HtmlMarkdown.MAX_DEPTH);
  }

  private static String markdown(Document page, Pictures pictures, int most)
      throws InterruptedException {
    var limit = ConversionLimit.cuttingAfter(most, () -> Thread.currentThread().isInterrupted());
    Predicate<Element> leftOut = limit.before(EnclosedHtml::isLeftOut);
    var blocks = new MarkdownBlocks(new OuterLinks(pictures), leftOut, limit);
    try {
      blocks.add(page.body());
      return MarkdownConversion.of(blocks.tree());
    } catch (ConversionLimit.StoppedException e) {
      Thread.interrupted(); // nothing else stops it
      throw new InterruptedException();
    }
  }

  /** Notes that pop up are hidden in books, and drawings may hold the picture of a cover. */
  private static boolean isLeftOut(Element element) {
    return PageNoise.isInvisible(element)
        && !element.nameIs("svg")
        && !element.attr("epub:type").contains("note");
  }
}
