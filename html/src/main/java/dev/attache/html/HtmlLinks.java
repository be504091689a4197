package dev.attache.html;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import okhttp3.HttpUrl;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.Nullable;

/**
 * The targets of the links of a page: absolute, without user info, and only to harmless schemes.
 */
final class HtmlLinks implements PageLinks {

  private static final Pattern SCHEME = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*):.*");
  private static final Pattern PLAIN =
      Pattern.compile("(?:mailto|tel|ftp):[!-~&&[^<>()\\\\@]]+(?:@[!-~&&[^<>()\\\\@]]+)?");
  private static final Pattern USER_OF_FTP = Pattern.compile("ftp://[^/]*@.*");

  private final @Nullable HttpUrl base;

  private HtmlLinks(@Nullable HttpUrl base) {
    this.base = base;
  }

  static HtmlLinks of(Document page, String pageUrl) {
    HttpUrl url = HttpUrl.parse(pageUrl);
    Element element = page.selectFirst("base[href]");
    if (element == null) {
      return new HtmlLinks(url);
    }
    String href = element.attr("href").strip();
    HttpUrl declared = url == null ? HttpUrl.parse(href) : url.resolve(href);
    return new HtmlLinks(declared == null ? url : declared);
  }

  /** The absolute URL; scripts, data and fragments lead nowhere. */
  @Override
  public @Nullable String absolute(String reference) {
    String cleaned = clean(reference);
    if (cleaned.isEmpty() || cleaned.startsWith("#")) {
      return null;
    }
    Matcher scheme = SCHEME.matcher(cleaned);
    if (scheme.matches() && !scheme.group(1).toLowerCase(Locale.ROOT).startsWith("http")) {
      return plain(cleaned);
    }
    HttpUrl url = base == null ? HttpUrl.parse(cleaned) : base.resolve(cleaned);
    return url == null || isFragmentOfPage(url) ? null : withoutUser(url);
  }

  private boolean isFragmentOfPage(HttpUrl url) {
    return base != null
        && url.fragment() != null
        && url.newBuilder().fragment(null).build().equals(base.newBuilder().fragment(null).build());
  }

  private static String withoutUser(HttpUrl url) {
    if (url.encodedUsername().isEmpty() && url.encodedPassword().isEmpty()) {
      return url.toString();
    }
    return url.newBuilder().username("").password("").build().toString();
  }

  private static @Nullable String plain(String url) {
    return PLAIN.matcher(url).matches() && !USER_OF_FTP.matcher(url).matches() ? url : null;
  }

  /** Drops what browsers drop before they parse a URL, and what cannot be in one. */
  private static String clean(String reference) {
    var cleaned = new StringBuilder(reference.length());
    for (int i = 0, c; i < reference.length(); i += Character.charCount(c)) {
      c = reference.codePointAt(i);
      if (c == ' ' || PageText.isShown(c)) {
        cleaned.appendCodePoint(c);
      }
    }
    return cleaned.toString().strip();
  }
}
