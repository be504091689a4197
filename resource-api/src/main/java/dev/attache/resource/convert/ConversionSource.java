package dev.attache.resource.convert;

import dev.attache.resource.ResourceContent;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** A document that waits to be converted: bytes that are at hand, and what is known of them. */
public interface ConversionSource {

  /**
   * {@return the bytes, from the first on; each call opens them anew}
   *
   * @throws IOException if they cannot be read
   */
  InputStream open() throws IOException;

  /**
   * {@return a content as a source: a text in UTF-8, whatever charset its bytes had}
   *
   * @param content what was read
   * @param mimeType its type without parameters, in lower case
   * @param base the URL that relative links in it are relative to; null if there is none
   */
  static ConversionSource of(ResourceContent content, String mimeType, @Nullable String base) {
    return new ContentSource(content, mimeType, base);
  }

  /** {@return the number of bytes} */
  long size();

  /** {@return the type without parameters, in lower case; one that the converter takes} */
  String mimeType();

  /**
   * {@return the name of the file, without directories, or null if it has none: a hint at what the
   * document is, which must not show in its Markdown}
   */
  @Nullable String name();

  /**
   * {@return the URL that relative links in it are relative to, or null if there is none, as for
   * documents in a process of their own}
   */
  default @Nullable String base() {
    return null;
  }
}
