package dev.attache.handlers.http.markdown;

import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.Nullable;

/** The title of a page, in one line. */
final class PageTitle {

  private PageTitle() {}

  /** What the title element says, else the one for social networks. */
  static @Nullable String of(Document page) {
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
}
