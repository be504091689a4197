package dev.attache.html;

import dev.attache.html.EnclosedHtml.Pictures;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.Nullable;

/** The links of HTML that has no address: only those that lead out of it, as they are written. */
final class OuterLinks implements PageLinks {

  private static final Pattern OUTSIDE =
      Pattern.compile("(?:https?://|mailto:|tel:|ftp://).+", Pattern.CASE_INSENSITIVE);

  private static final String UNSAFE = "<>\\`\"";

  private final @Nullable Pictures pictures;

  /**
   * Creates one.
   *
   * @param pictures what stands for pictures; null if their URLs do
   */
  OuterLinks(@Nullable Pictures pictures) {
    this.pictures = pictures;
  }

  @Override
  public @Nullable String absolute(String reference) {
    String url = encoded(reference.strip());
    return OUTSIDE.matcher(url).matches() ? url : null;
  }

  /** Drops what cannot be seen, and encodes what would end a link. */
  private static String encoded(String reference) {
    var url = new StringBuilder(reference.length());
    for (int i = 0, c; i < reference.length(); i += Character.charCount(c)) {
      c = reference.codePointAt(i);
      if (PageText.isSpace(c) ? c == ' ' : UNSAFE.indexOf(c) >= 0) {
        url.append(String.format(Locale.ROOT, "%%%02X", c));
      } else if (PageText.isShown(c) && !PageText.isSpace(c)) {
        url.appendCodePoint(c);
      }
    }
    return url.toString();
  }

  @Override
  public @Nullable String named(Element picture) {
    if (pictures == null) {
      return null;
    }
    String source = picture.hasAttr("src") ? picture.attr("src") : picture.attr("xlink:href");
    return pictures.words(source.isEmpty() ? picture.attr("href") : source, picture.attr("alt"));
  }
}
