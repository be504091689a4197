package dev.attache.cli.view;

import dev.attache.resource.secrets.Redaction;
import dev.attache.resource.tool.SemanticResult;
import dev.attache.support.text.SizeText;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What an image is, and where it can be looked at; never its bytes. */
final class ImageView implements DataView {

  private static final String BASE64 = ";base64,";

  @Override
  public @Nullable List<ShownLine> lines(SemanticResult result, Pane pane) {
    Object data = result.data();
    if (data instanceof String text) {
      boolean isUrl = text.regionMatches(true, 0, "data:", 0, 5) || text.contains("://");
      return isUrl
          ? lines(result.mimeType(), null, text, null)
          : lines(result.mimeType(), null, null, text);
    }
    if (!(data instanceof Map<?, ?> map)) {
      return null;
    }
    String url = text(map.get("url"));
    String base64 = text(map.get("base64"));
    return url == null && base64 == null
        ? null
        : lines(result.mimeType(), text(map.get("alt")), url, base64);
  }

  private static @Nullable String text(@Nullable Object value) {
    return value instanceof String text ? text : null;
  }

  private static List<ShownLine> lines(
      @Nullable String type, @Nullable String alt, @Nullable String url, @Nullable String base64) {
    boolean isData = url != null && url.regionMatches(true, 0, "data:", 0, 5);
    var about = new ArrayList<String>();
    about.add(alt == null ? "image" : "image: " + ShownLine.joined(alt));
    if (type != null) {
      about.add(ShownLine.joined(type));
    }
    if (base64 != null) {
      about.add(size(base64));
    } else if (url != null && isData) {
      about.add(sizeOfData(url));
    }
    var lines = new ArrayList<ShownLine>();
    lines.add(ShownLine.of("[" + String.join(", ", about) + "]"));
    if (url != null && !isData) {
      lines.add(ShownLine.of(Redaction.redact(url)));
    }
    return lines;
  }

  private static String sizeOfData(String url) {
    int begin = url.toLowerCase(Locale.ROOT).indexOf(BASE64);
    return begin < 0 ? "in a data URL" : size(url.substring(begin + BASE64.length()));
  }

  private static String size(String base64) {
    try {
      return SizeText.of(Base64.getMimeDecoder().decode(base64).length);
    } catch (IllegalArgumentException e) {
      return base64.length() + " characters that are not base64";
    }
  }
}
