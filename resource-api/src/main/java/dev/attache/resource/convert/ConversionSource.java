package dev.attache.resource.convert;

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

  /** {@return the number of bytes} */
  long size();

  /** {@return the type without parameters, in lower case; one that the converter takes} */
  String mimeType();

  /**
   * {@return the name of the file, without directories, or null if it has none: a hint at what the
   * document is, which must not show in its Markdown}
   */
  @Nullable String name();
}
